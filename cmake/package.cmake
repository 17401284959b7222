# Packages for Debian: `./dev package`. A package for each component that is installed; the version is the project's.
#   zermelo           the program with the explorer, its manual page, completion of command lines, a unit of systemd
#   libzermelo-dev    the library with its headers
#   zermelo-results   recorded results and proofs of the games, and the pages about them
#   python3-zermelo   the module, where ZERMELO_PYTHON is on
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VENDOR "the authors of Zermelo")
set(CPACK_PACKAGE_CONTACT "the authors of Zermelo <zermelo@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL program library results)
if(ZERMELO_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME zermelo)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "The program computes who wins, how fast and with which moves, keeps that in one file for each game, checks it, and plays by it. Its
explorer shows boards and values in the browser.")
set(package ${PROJECT_SOURCE_DIR}/cmake/package)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_CONTROL_EXTRA ${package}/postinst ${package}/prerm ${package}/postrm ${package}/conffiles)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS zermelo-results)

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libzermelo-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "Headers and the static library with all games; find_package(zermelo) finds it.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libfmt-dev, nlohmann-json3-dev, libtbb-dev, libzstd-dev, libxxhash-dev, libsqlite3-dev, pkg-config")
if(libpq_FOUND)
  string(APPEND CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS ", libpq-dev")
endif()
if(pixels_FOUND)
  string(APPEND CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS ", libagg-dev, libpng-dev")
endif()

set(CPACK_DEBIAN_RESULTS_PACKAGE_NAME zermelo-results)
set(CPACK_DEBIAN_RESULTS_PACKAGE_ARCHITECTURE all)
set(CPACK_COMPONENT_RESULTS_DESCRIPTION "What solves and proof searches of the games have printed, proofs that the program checks, and the pages about them.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-zermelo)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
# The compiled part is for one version of Python, the one that it was built with.
if(ZERMELO_PYTHON)
  math(EXPR Python3_NEXT_MINOR "${Python3_VERSION_MINOR} + 1")
endif()
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= ${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}), python3 (<< ${Python3_VERSION_MAJOR}.${Python3_NEXT_MINOR}), python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS python3-matplotlib)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${package}/python/postinst ${package}/python/prerm)
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "import zermelo: games, positions, solving, tables as arrays of NumPy, proofs; and rules written in Python.")
include(CPack)
