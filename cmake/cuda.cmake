# The CUDA engine: a library of its own, so that everything else is built and installed without CUDA. One file for each game that
# has a header for it (listed below), and the function that registers them. nvcc is called directly: CMake 3.25 does not know how
# to ask the newest one for C++20.
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
  # header of a game | its type | folder of the engine | who knows how to make a device | how one is made
  foreach(kind IN ITEMS "block_index.h|Blocks|blocks|BlockDeviceMaker|make_cuda_blocks"
                        "cube_board.h|CubeBoard|cubes|CubeDeviceMaker|make_cuda_cubes"
                        "layer_index.h|LayerIndex|layers|LayerDeviceMaker|make_cuda_layers"
                        "score_index.h|ScoreIndex|scored|ScoreDeviceMaker|make_cuda_scores")
    string(REPLACE "|" ";" kind "${kind}")
    list(POP_FRONT kind header type engine maker make)
    file(GLOB found CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/games/*/${header})
    foreach(path IN LISTS found)
      get_filename_component(folder ${path} DIRECTORY)
      get_filename_component(game ${folder} NAME)
      if(ZERMELO_ONLY AND NOT game IN_LIST ZERMELO_ONLY)
        continue()
      endif()
      set(unit ${generated}/${game}_${engine}_device)
      set(index zermelo::${game}::${type})
      file(CONFIGURE OUTPUT ${unit}.cu CONTENT
           "#include \"${game}/${header}\"\n\n#include \"solve/${engine}/device.cuh\"\n
void zermelo_register_${game}_${engine}() {
  zermelo::${maker}<${index}>::make = &zermelo::${make}<${index}>;
}\n")
      add_custom_command(OUTPUT ${unit}.o
                         COMMAND ${ZERMELO_NVCC} ${flags} -MD -MF ${unit}.d -c ${unit}.cu -o ${unit}.o
                         DEPENDS ${unit}.cu DEPFILE ${unit}.d COMMENT "Building CUDA object ${game}_${engine}_device.o" VERBATIM)
      list(APPEND objects ${unit}.o)
      string(APPEND declarations "void zermelo_register_${game}_${engine}();\n")
      string(APPEND calls "  zermelo_register_${game}_${engine}();\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${generated}/cuda_devices.cpp CONTENT
       "#include \"exec/cuda/register.h\"\n\n${declarations}\nvoid zermelo::register_cuda_devices() {\n${calls}}\n")
  add_library(${target} STATIC ${objects} ${generated}/cuda_devices.cpp)
  find_package(Threads REQUIRED)
  target_link_libraries(${target} PUBLIC zermelo PRIVATE ${ZERMELO_CUDART} Threads::Threads rt ${CMAKE_DL_LIBS})
endfunction()
