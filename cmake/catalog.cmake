# The catalog of games. Every folder with a game.cpp under games/, or under a folder named in ZERMELO_GAMES, is compiled in.
# A static registrar inside a static library would silently vanish, so the list is generated.

set(generated ${PROJECT_BINARY_DIR}/generated)

# Every engine for one type of game: the large ones in units of their own, the others together, since most of the time of a small
# unit goes into reading headers.
set(large_engines engine_prove engine_search engine_solve engine_verify)
function(zermelo_engines target game header type engines)
  set(small "")
  foreach(engine IN LISTS engines)
    get_filename_component(engine ${engine} NAME_WE)
    set(code "#include \"catalog/${engine}.h\"\nZERMELO_INSTANTIATE(zermelo::${game}::${type})\n#undef ZERMELO_INSTANTIATE\n")
    if(engine IN_LIST large_engines)
      zermelo_unit(${target} ${game}_${type}_${engine} ${header} "${code}")
      if(engine STREQUAL engine_prove) # a sixth quicker
        set_source_files_properties(${generated}/${game}_${type}_${engine}.cpp PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3> SKIP_PRECOMPILE_HEADERS ON)
      endif()
    else()
      string(APPEND small "${code}")
    endif()
  endforeach()
  zermelo_unit(${target} ${game}_${type}_engine_rest ${header} "${small}")
endfunction()

function(zermelo_unit target name header code)
  file(CONFIGURE OUTPUT ${generated}/${name}.cpp CONTENT "#include \"${header}\"\n\n${code}")
  target_sources(${target} PRIVATE ${generated}/${name}.cpp)
endfunction()

function(zermelo_catalog target)
  set(declarations "")
  set(entries "")
  file(GLOB engines CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/catalog/engine_*.h)
  set(roots ${ZERMELO_GAMES})
  if(ZERMELO_BUILTIN_GAMES)
    list(PREPEND roots ${PROJECT_SOURCE_DIR}/games)
  endif()
  foreach(root IN LISTS roots)
    get_filename_component(root ${root} ABSOLUTE BASE_DIR ${CMAKE_SOURCE_DIR})
    file(GLOB mains CONFIGURE_DEPENDS ${root}/*/game.cpp)
    if(NOT mains)
      message(FATAL_ERROR "no game found: ${root} has no folder with a game.cpp")
    endif()
    target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${root}>)
    foreach(main IN LISTS mains)
      get_filename_component(folder ${main} DIRECTORY)
      get_filename_component(game ${folder} NAME)
      file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
      list(FILTER sources EXCLUDE REGEX "_(test|fuzz)\\.cpp$")
      target_sources(${target} PRIVATE ${sources})

      set(header ${game}/rules.h)
      if(EXISTS ${folder}/index.h)
        set(header ${game}/index.h)
      endif()
      zermelo_engines(${target} ${game} ${header} Game "${engines}")
      # A second type of game in the folder: struct PlainGame in plain_game.h.
      file(GLOB further CONFIGURE_DEPENDS RELATIVE ${folder} ${folder}/*_game.h)
      foreach(name IN LISTS further)
        string(REGEX REPLACE "_game\\.h$" "" kind ${name})
        string(SUBSTRING ${kind} 0 1 initial)
        string(SUBSTRING ${kind} 1 -1 rest)
        string(TOUPPER ${initial} initial)
        zermelo_engines(${target} ${game} ${game}/${name} ${initial}${rest}Game "${engines}")
      endforeach()

      set(known "{}")
      if(EXISTS ${folder}/known.json)
        file(READ ${folder}/known.json known)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/known.json)
      endif()
      set(results "")
      file(GLOB files CONFIGURE_DEPENDS ${folder}/results/*.json)
      foreach(file IN LISTS files)
        get_filename_component(name ${file} NAME)
        file(READ ${file} text)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
        string(APPEND results "{\"${name}\", R\"result(${text})result\"},")
      endforeach()
      string(APPEND declarations "namespace zermelo::${game} { Family family(); }\n")
      string(APPEND entries "      {zermelo::${game}::family(), R\"known(${known})known\", {${results}}},\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${generated}/catalog_list.cpp CONTENT
       "#include \"catalog/catalog.h\"\n\n${declarations}
const std::vector<zermelo::Folder>& zermelo::catalog() {
  static const std::vector<Folder> all = {
${entries}  };
  return all;
}\n" @ONLY)
  target_sources(${target} PRIVATE ${generated}/catalog_list.cpp)
endfunction()
