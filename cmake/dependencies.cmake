# Debian's packages; versions, licences and reasons stand in docs/dependencies.md
find_package(CLI11 REQUIRED)
# used header-only: the shared library would only add to start-up, and to what a package must carry
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
# header-only: the shared library would only add to start-up
find_path(ASSAY_TOMLPLUSPLUS NAMES toml++/toml.h REQUIRED)
find_package(GTest REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
# the reentrant one, whose errors come back; the shared library would only add to start-up
find_library(ASSAY_QHULL NAMES libqhullstatic_r.a REQUIRED)
# as static as qhull, for the same reason
find_library(ASSAY_YAML_CPP NAMES libyaml-cpp.a REQUIRED)
find_path(ASSAY_YAML_CPP_INCLUDE NAMES yaml-cpp/yaml.h REQUIRED)
find_library(ASSAY_LIBMD NAMES libmd.a REQUIRED)
find_library(ASSAY_JEMALLOC NAMES libjemalloc_pic.a libjemalloc.a REQUIRED)
