#include "assay/check/confine.h"

#include <csignal>
#include <cstdlib>
#include <initializer_list>
#include <new>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

namespace assay::check {

void confine(double memory_mib) {
  constexpr int exit_bug = 70;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGINT, SIG_IGN);
  const auto bytes = static_cast<rlim_t>(memory_mib * 1024 * 1024);
  const rlimit memory{bytes, bytes};
  setrlimit(RLIMIT_DATA, &memory);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  // a file that grows too large fails to be written and is no reason to die
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_new_handler([] { std::_Exit(exit_out_of_memory); });
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
  // a search path that no layer anchors must not be found in whichever folder the user is
  if (chdir("/") != 0) std::_Exit(exit_bug);
}

}  // namespace assay::check
