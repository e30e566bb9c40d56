# Ember's own wrappers. Every component is an object library; together they
# make libEmber.so, which the tools, the plugin and installed users link.

# add_ember_library(NAME source... [DEPENDS tablegen-target...])
function(add_ember_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS" ${ARGN})
  add_library(${name} OBJECT ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  set_property(GLOBAL APPEND PROPERTY EMBER_COMPONENTS ${name})
endfunction()

# add_ember_tool(NAME source...): an executable in bin/ that links libEmber.so.
function(add_ember_tool name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE Ember)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# add_ember_unittest(NAME source...): a GoogleTest executable that ctest runs.
function(add_ember_unittest name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE Ember GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  add_dependencies(ember-unit-tests ${name})
  add_test(NAME ${name} COMMAND ${name})
endfunction()
