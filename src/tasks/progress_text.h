// How long work goes, in words.
#pragma once

#include <string>

#include "solve/dfpn/options.h"
#include "solve/job.h"
#include "verify/report.h"

namespace zermelo {

std::string text_of(const SolveProgress& progress);
std::string text_of(const ProveProgress& progress);
std::string text_of(const VerifyProgress& progress, const std::string& what); // "values checked"

} // namespace zermelo
