// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/opencv/codecs.h"

#include <opencv2/imgproc.hpp>
#include <webp/demux.h>

#include <memory>
#include <stdexcept>

namespace limno {

cv::Mat decodeWebp(std::span<const std::byte> encoded, const ImageHeader &header)
{
    const WebPData data{reinterpret_cast<const uint8_t *>(encoded.data()), encoded.size()};
    WebPAnimDecoderOptions options;
    if (!WebPAnimDecoderOptionsInit(&options))
        throw std::runtime_error("libwebp is of another version than its headers");
    options.color_mode = MODE_RGBA;
    const std::unique_ptr<WebPAnimDecoder, decltype(&WebPAnimDecoderDelete)> decoder(WebPAnimDecoderNew(&data, &options),
                                                                                    &WebPAnimDecoderDelete);
    if (!decoder)
        throw std::runtime_error("its chunks are damaged");
    uint8_t *canvas = nullptr;
    int timestampMs = 0;
    if (!WebPAnimDecoderGetNext(decoder.get(), &canvas, &timestampMs))
        throw std::runtime_error("the pixels are damaged");
    cv::Mat rgb;
    cv::cvtColor(cv::Mat(static_cast<int>(header.height), static_cast<int>(header.width), CV_8UC4, canvas), rgb,
                 cv::COLOR_RGBA2RGB);
    return rgb;
}

} // namespace limno
