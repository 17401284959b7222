# Installs the program, the library and the package file that find_package(zermelo) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/zermelo)
if(ZERMELO_CLI)
  install(TARGETS zermelo_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(TARGETS zermelo EXPORT zermelo ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/zermelo FILES_MATCHING PATTERN "*.h")
install(EXPORT zermelo NAMESPACE zermelo:: DESTINATION ${package_dir} FILE zermeloTargets.cmake)
configure_package_config_file(cmake/zermeloConfig.cmake.in zermeloConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(zermeloConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/zermeloConfig.cmake ${PROJECT_BINARY_DIR}/zermeloConfigVersion.cmake DESTINATION ${package_dir})
