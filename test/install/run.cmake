# Installs Ember into a fresh folder inside of the build folder, then configures,
# builds and runs the consumer beside this file against it.

set(work ${EMBER_BINARY_DIR}/test/install)
set(prefix ${work}/prefix)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT
    COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${CMAKE_COMMAND} --install ${EMBER_BINARY_DIR} --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR} -B ${work}/build
  -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release
  -DCMAKE_CXX_COMPILER=${CXX_COMPILER}
  -DEmber_DIR=${prefix}/${LIBDIR}/cmake/Ember)
run(${CMAKE_COMMAND} --build ${work}/build)
run(${work}/build/consumer)
run(${prefix}/bin/ember-opt --version)
