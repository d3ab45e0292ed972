// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/opencv/opencvdecoder.h"
#include "core/vision/opencv/opencvhook.h"

#include <opencv2/core/utility.hpp>

namespace {

/// Errors come back as values with the file's name; OpenCV would also print each one.
int staySilent(int, const char *, const char *, const char *, int, void *)
{
    return 0;
}

std::vector<limno::DoctorCheck> checks()
{
    return {{"opencv", true, cv::getVersionString()}};
}

} // namespace

/// The images module's only entry.
extern "C" void limnographRegister(limno::ModuleHost *host)
{
    cv::redirectError(staySilent);
    host->add(std::make_shared<limno::OpenCvDecoder>());
    host->add(std::make_shared<limno::OpenCvHook>());
    host->add(checks);
}
