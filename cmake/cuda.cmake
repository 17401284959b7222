# The CUDA engine: a library of its own, so that everything else is built and installed without CUDA. One file for each game that is
# marked for a device, also of those from outside (cmake/catalog.cmake), and the function that registers them. nvcc is called directly:
# CMake 3.25 does not know how to ask the newest one for C++20.
function(zermelo_cuda target)
  get_filename_component(nvcc ${ZERMELO_NVCC} REALPATH)
  get_filename_component(toolkit ${nvcc} DIRECTORY)
  find_library(ZERMELO_CUDART cudart_static HINTS ${toolkit}/../lib64 ${toolkit}/../lib REQUIRED)
  find_path(ZERMELO_CUDA_INCLUDE cuda_runtime.h HINTS ${toolkit}/../include REQUIRED)
  mark_as_advanced(ZERMELO_CUDART ZERMELO_CUDA_INCLUDE)
  # 20013, 20015: a function that is called on a device is not marked for it.
  set(flags -std=c++20 -O3 --expt-relaxed-constexpr -diag-suppress 186,1675 -Werror cross-execution-space-call -I${PROJECT_SOURCE_DIR}/src)
  get_property(roots GLOBAL PROPERTY ZERMELO_GAME_ROOTS)
  foreach(root IN LISTS roots)
    list(APPEND flags -I${root})
  endforeach()
  foreach(architecture IN LISTS ZERMELO_CUDA_ARCHITECTURES)
    list(APPEND flags -gencode ${architecture})
  endforeach()
  set(objects "")
  get_property(games GLOBAL PROPERTY ZERMELO_DEVICE_GAMES)
  foreach(game IN LISTS games)
    set(unit ${generated}/${game}_device)
    file(CONFIGURE OUTPUT ${unit}.cu CONTENT "#include \"${unit}.inc\"\n")
    add_custom_command(OUTPUT ${unit}.o
                       COMMAND ${ZERMELO_NVCC} ${flags} -MD -MF ${unit}.d -c ${unit}.cu -o ${unit}.o
                       DEPENDS ${unit}.cu ${unit}.inc DEPFILE ${unit}.d COMMENT "Building CUDA object ${game}_device.o" VERBATIM)
    list(APPEND objects ${unit}.o)
  endforeach()
  zermelo_device_list(${generated}/cuda_devices.cpp)
  add_library(${target} STATIC ${objects} ${generated}/cuda_devices.cpp)
  find_package(Threads REQUIRED)
  target_link_libraries(${target} PUBLIC zermelo PRIVATE ${ZERMELO_CUDART} Threads::Threads rt ${CMAKE_DL_LIBS})
endfunction()
