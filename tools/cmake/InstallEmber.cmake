# What `cmake --install` installs besides libraries and tools, which their own
# folders install: headers, .td files and the CMake package.

include(CMakePackageConfigHelpers)

install(DIRECTORY ${EMBER_SOURCE_DIR}/include/ember ${EMBER_BINARY_DIR}/include/ember
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
  PATTERN CMakeFiles EXCLUDE)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Ember)
configure_package_config_file(
  ${EMBER_SOURCE_DIR}/tools/cmake/EmberConfig.cmake.in
  ${EMBER_BINARY_DIR}/package/EmberConfig.cmake
  INSTALL_DESTINATION ${package_dir}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(
  ${EMBER_BINARY_DIR}/package/EmberConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${EMBER_BINARY_DIR}/package/EmberConfig.cmake
  ${EMBER_BINARY_DIR}/package/EmberConfigVersion.cmake
  DESTINATION ${package_dir})
install(EXPORT EmberTargets NAMESPACE Ember:: DESTINATION ${package_dir})
