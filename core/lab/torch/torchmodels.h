// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/model.h"

namespace limno {

/// Two small computations for the leak lab that need LibTorch and no weights: "torch:convolution" (pictures of all sizes;
/// with ":fixed" of one) and "torch:autograd" (a sum with gradients on; with ":fixed" in inference mode). Everything
/// random comes from the request's loop index.
class TorchModelFactory final : public ModelFactory
{
public:
    bool accepts(const std::string &path) const override;
    Result<std::shared_ptr<Model>> load(const ModelSpec &spec, const LoadContext &context) const override;
};

} // namespace limno
