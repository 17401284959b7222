# The CUDA engine: a library of its own, so that everything else is built and installed without CUDA. One file per game with
# blocks (games/<name>/block_index.h) or cubes (games/<name>/cube_board.h), and the function that registers them. nvcc is called directly: CMake 3.25 does not
# know how to ask the newest one for C++20.
function(zermelo_cuda target)
  get_filename_component(nvcc ${ZERMELO_NVCC} REALPATH)
  get_filename_component(toolkit ${nvcc} DIRECTORY)
  find_library(ZERMELO_CUDART cudart_static HINTS ${toolkit}/../lib64 ${toolkit}/../lib REQUIRED)
  find_path(ZERMELO_CUDA_INCLUDE cuda_runtime.h HINTS ${toolkit}/../include REQUIRED)
  mark_as_advanced(ZERMELO_CUDART ZERMELO_CUDA_INCLUDE)
  set(generated ${PROJECT_BINARY_DIR}/generated)
  set(flags -std=c++20 -O3 --expt-relaxed-constexpr -diag-suppress 186 -diag-suppress 20014 -I${PROJECT_SOURCE_DIR}/src -I${PROJECT_SOURCE_DIR}/games)
  foreach(architecture IN LISTS ZERMELO_CUDA_ARCHITECTURES)
    list(APPEND flags -gencode ${architecture})
  endforeach()
  set(objects "")
  set(declarations "")
  set(calls "")
  file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/games/*/block_index.h ${PROJECT_SOURCE_DIR}/games/*/cube_board.h)
  foreach(header IN LISTS headers)
    get_filename_component(folder ${header} DIRECTORY)
    get_filename_component(game ${folder} NAME)
    get_filename_component(kind ${header} NAME)
    set(unit ${generated}/${game}_device)
    if(kind STREQUAL block_index.h)
      set(engine solve/blocks/device.cuh)
      set(made "BlockDeviceMaker<zermelo::${game}::Blocks>::make = &zermelo::make_cuda_blocks<zermelo::${game}::Blocks>")
    else()
      set(engine solve/cubes/device.cuh)
      set(made "CubeDeviceMaker<zermelo::${game}::CubeBoard>::make = &zermelo::make_cuda_cubes<zermelo::${game}::CubeBoard>")
    endif()
    file(CONFIGURE OUTPUT ${unit}.cu CONTENT
         "#include \"${game}/${kind}\"\n\n#include \"${engine}\"\n
void zermelo_register_${game}() {
  zermelo::${made};
}\n")
    add_custom_command(OUTPUT ${unit}.o
                       COMMAND ${ZERMELO_NVCC} ${flags} -MD -MF ${unit}.d -c ${unit}.cu -o ${unit}.o
                       DEPENDS ${unit}.cu DEPFILE ${unit}.d COMMENT "Building CUDA object ${game}_device.o" VERBATIM)
    list(APPEND objects ${unit}.o)
    string(APPEND declarations "void zermelo_register_${game}();\n")
    string(APPEND calls "  zermelo_register_${game}();\n")
  endforeach()
  file(CONFIGURE OUTPUT ${generated}/cuda_devices.cpp CONTENT
       "#include \"exec/cuda/register.h\"\n\n${declarations}\nvoid zermelo::register_cuda_devices() {\n${calls}}\n")
  add_library(${target} STATIC ${objects} ${generated}/cuda_devices.cpp)
  find_package(Threads REQUIRED)
  target_link_libraries(${target} PUBLIC zermelo PRIVATE ${ZERMELO_CUDART} Threads::Threads rt ${CMAKE_DL_LIBS})
endfunction()
