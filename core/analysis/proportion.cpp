// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/proportion.h"

#include <boost/math/distributions/binomial.hpp>

namespace limno {

Interval clopperPearson(int64_t count, int64_t of)
{
    if (of <= 0 || count < 0 || count > of)
        return {0, 1};
    using Binomial = boost::math::binomial_distribution<>;
    const auto trials = static_cast<double>(of);
    const auto successes = static_cast<double>(count);
    return {Binomial::find_lower_bound_on_p(trials, successes, 0.025), Binomial::find_upper_bound_on_p(trials, successes, 0.025)};
}

} // namespace limno
