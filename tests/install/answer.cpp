// The headers in C++, each of them and all: compiled, linked and run by run.sh, which puts the includes in front.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>

static int fail(const char *words)
{
  std::cerr << "C++: " << words << '\n';
  return 1;
}

int main()
{
  const std::string beam = R"({"parts": {"a": {"kind": "beam", "length": 1, "EI": 1, "line_mass": 1}},
    "joints": [{"pin": "a.start"}, {"pin": "a.end"}],
    "analysis": {"frequencies": {"count": 1}, "compliance": "exact"}})";
  char *result = nullptr, *wrong = nullptr;
  size_t size = 0, wrong_size = 0;
  hol_status status =
      hol_answer(beam.data(), beam.size(), nullptr, 0, &result, &size, &wrong, &wrong_size);
  bool good = status == HOL_OK && wrong_size == 0 && std::string(result, size).find("\"omega\"") != std::string::npos;
  std::free(result);
  std::free(wrong);
  if (!good) {
    return fail("no answer");
  }
  hol_problem problem{};
  hol_faults faults{};
  hol_study study{};
  status = hol_read(beam.data(), beam.size(), hol_read_options{}, &problem, &faults);
  if (status == HOL_OK) {
    status = hol_study_run(&problem, hol_solve_options{}, &study, &faults);
  }
  const auto *found = static_cast<const hol_result *>(hol_study_result(&study, "modes"));
  const double pi = std::acos(-1.0);
  good = status == HOL_OK && found->mode_count == 1 && std::fabs(found->mode[0].omega - pi * pi) < 1e-9;
  hol_study_clear(&study);
  hol_faults_clear(&faults);
  hol_problem_clear(&problem);
  if (!good) {
    return fail(hol_status_text(status));
  }
  if (std::strcmp(hol_version(), HOLONOME_VERSION) != 0) {
    return fail("another version");
  }
  std::cout << "C++: the first frequency of a pinned beam is pi^2\n";
}
