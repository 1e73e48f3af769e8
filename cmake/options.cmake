option(ASSAY_SANITIZE "build with the address and undefined behaviour sanitizers" OFF)
option(ASSAY_FUZZ "build the libFuzzer targets of fuzz/ and nothing else; needs clang" OFF)

# options of every target of ours; OpenUSD's headers are system headers and stay silent
add_library(assay_options INTERFACE)
# g++ 12 sees overlaps in std::string concatenation that are not there (GCC bug 105651), hence no-restrict
target_compile_options(
  assay_options INTERFACE
  "$<$<CXX_COMPILER_ID:GNU>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Werror;-Wno-restrict>")
# no path of the machine that builds in messages
target_compile_options(assay_options INTERFACE "-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=")
target_include_directories(assay_options INTERFACE "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/generated")
if(ASSAY_SANITIZE)
  target_compile_options(assay_options INTERFACE -fsanitize=address,undefined -fno-omit-frame-pointer)
  target_link_options(assay_options INTERFACE -fsanitize=address,undefined)
endif()
if(ASSAY_FUZZ)
  target_compile_options(assay_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
