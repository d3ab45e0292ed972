// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/opencv/opencvhook.h"

#include <opencv2/core/utility.hpp>

namespace limno {

void OpenCvHook::enter(int)
{
    cv::setNumThreads(1);
}

} // namespace limno
