# OpenUSD up to Pcp, from the published wheels, as a private runtime beside the executable:
#   <build>/openusd/lib/x86_64/*.so         the libraries, TBB and the Python stub
#   <build>/openusd/pxr/pluginfo/*/resources  what OpenUSD's plugin registry finds from there
# ASSAY_OPENUSD_WHEELS is the folder into which cmake/openusd.lock was installed (./dev setup does it).

set(ASSAY_OPENUSD_WHEELS "${CMAKE_SOURCE_DIR}/build/environments/openusd" CACHE PATH "unpacked OpenUSD wheels")
set(openusd_runtime "${CMAKE_BINARY_DIR}/openusd")
set(openusd_libraries_dir "${openusd_runtime}/lib/x86_64")
# in the order in which the loader is to look for symbols: those that the others want most come first
set(openusd_components sdf vt tf ts gf pcp plug ar arch work trace js boost)

if(NOT EXISTS "${ASSAY_OPENUSD_WHEELS}/pxr-pcp/lib/libPxrPcp.so")
  message(FATAL_ERROR "OpenUSD is not installed in ${ASSAY_OPENUSD_WHEELS}. Run ./dev setup")
endif()

# copy the libraries and their plugin declarations
set(openusd_includes "${ASSAY_OPENUSD_WHEELS}/TBB/include")
set(openusd_library_files "${openusd_libraries_dir}/libtbb.so")
file(COPY "${ASSAY_OPENUSD_WHEELS}/TBB/lib/libtbb.so" DESTINATION "${openusd_libraries_dir}")
foreach(component IN LISTS openusd_components)
  file(GLOB component_libraries "${ASSAY_OPENUSD_WHEELS}/pxr-${component}/lib/libPxr*.so")
  file(COPY ${component_libraries} DESTINATION "${openusd_libraries_dir}")
  foreach(library IN LISTS component_libraries)
    get_filename_component(library_name "${library}" NAME)
    list(APPEND openusd_library_files "${openusd_libraries_dir}/${library_name}")
  endforeach()
  if(IS_DIRECTORY "${ASSAY_OPENUSD_WHEELS}/pxr-${component}/include")
    list(APPEND openusd_includes "${ASSAY_OPENUSD_WHEELS}/pxr-${component}/include")
  endif()
endforeach()
foreach(component ar sdf)
  file(READ "${ASSAY_OPENUSD_WHEELS}/pxr-${component}/pluginfo/${component}/resources/plugInfo.json" plugin_info)
  string(REPLACE "../../.libs/" "../../../lib/x86_64/" openusd_${component}_plugin_info "${plugin_info}")
endforeach()
# without an id OpenUSD's text format stays a type alone: assay_text_format is the format of .usda
string(JSON openusd_own_sdf_plugin_info REMOVE "${openusd_sdf_plugin_info}"
       Plugins 0 Info Types SdfUsdaFileFormat formatId)
file(CONFIGURE OUTPUT "${openusd_runtime}/pxr/pluginfo/ar/resources/plugInfo.json"
     CONTENT "${openusd_ar_plugin_info}" @ONLY)
file(CONFIGURE OUTPUT "${openusd_runtime}/pxr/pluginfo/sdf/resources/plugInfo.json"
     CONTENT "${openusd_own_sdf_plugin_info}" @ONLY)
foreach(part metadata resolver text_format)
  configure_file("${CMAKE_SOURCE_DIR}/cmake/openusd_${part}.json"
                 "${openusd_runtime}/pxr/pluginfo/assay_${part}/resources/plugInfo.json" COPYONLY)
endforeach()

# define the Python symbols that the libraries refer to
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
set(python_stub_source "${CMAKE_BINARY_DIR}/generated/python_stub.c")
add_custom_command(
  OUTPUT "${python_stub_source}"
  COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/tools/generate_python_stub.py"
          --output "${python_stub_source}" ${openusd_library_files}
  DEPENDS "${CMAKE_SOURCE_DIR}/tools/generate_python_stub.py" ${openusd_library_files}
  COMMENT "Generating the Python stub" VERBATIM)
add_library(python_stub SHARED "${python_stub_source}")
set_target_properties(python_stub PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${openusd_libraries_dir}"
                                             C_STANDARD 11)
target_compile_options(python_stub PRIVATE -w)

# one target to link: every symbol must be found now, in these libraries or in libc
add_library(openusd INTERFACE)
target_include_directories(openusd SYSTEM INTERFACE ${openusd_includes})
target_link_options(openusd INTERFACE -Wl,--no-as-needed -Wl,--disable-new-dtags -Wl,--no-allow-shlib-undefined)
target_link_libraries(openusd INTERFACE ${openusd_library_files} python_stub)
# its headers include a deprecated one of libstdc++, which warns with #warning
target_compile_options(openusd INTERFACE "$<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess;-Wno-cpp>")
