include(${CMAKE_CURRENT_LIST_DIR}/zermelo_probeTargets.cmake)
