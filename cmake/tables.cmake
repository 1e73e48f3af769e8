# data/ → C++ tables, compiled in
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
set(tables_source "${CMAKE_BINARY_DIR}/generated/assay/schema/tables.cpp")
file(GLOB_RECURSE table_data CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/data/*.toml" "${CMAKE_SOURCE_DIR}/data/*.json"
     "${CMAKE_SOURCE_DIR}/docs/schemas/*.json")
add_custom_command(
  OUTPUT "${tables_source}"
  COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/tools/generate_tables.py" --source "${CMAKE_SOURCE_DIR}"
          --output "${tables_source}"
  DEPENDS "${CMAKE_SOURCE_DIR}/tools/generate_tables.py" "${CMAKE_SOURCE_DIR}/tools/cpp_tables.py"
          "${CMAKE_SOURCE_DIR}/tools/effects_data.py" "${CMAKE_SOURCE_DIR}/tools/effects_tables.py" ${table_data}
  COMMENT "Generating tables from data/" VERBATIM)
