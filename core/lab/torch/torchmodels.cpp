// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/torch/torchmodels.h"

#include "core/memory/allocationtag.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>
#include <torch/autograd.h>

#include <mutex>

namespace limno {

namespace {

constexpr std::string_view kConvolution = "torch:convolution";
constexpr std::string_view kAutograd = "torch:autograd";
constexpr std::string_view kFixed = ":fixed";

/// A number of its own for each index (SplitMix64's finish: Steele, Lea and Flood 2014).
uint64_t scrambled(int64_t index)
{
    uint64_t bits = (static_cast<uint64_t>(index) + 1) * 0x9E3779B97F4A7C15;
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
    return bits ^ (bits >> 31);
}

class Nothing final : public Prepared
{
};

/// Three convolutions over one picture.
class Convolutions
{
public:
    explicit Convolutions(bool isOneSize)
        : m_isOneSize(isOneSize)
        , m_first(at::full({64, 3, 7, 7}, 0.002, at::kFloat))
        , m_second(at::full({64, 64, 3, 3}, 0.001, at::kFloat))
        , m_third(at::full({128, 64, 3, 3}, 0.002, at::kFloat))
    {
    }

    void compute(int64_t index) const
    {
        const uint64_t bits = scrambled(index);
        const int64_t height = m_isOneSize ? 224 : 96 + static_cast<int64_t>(bits % 256);
        const int64_t width = m_isOneSize ? 224 : 96 + static_cast<int64_t>((bits >> 32) % 256);
        const at::Tensor picture = at::full({1, 3, height, width}, 0.5, at::kFloat);
        const at::Tensor half = at::relu(at::conv2d(picture, m_first, {}, 2, 3));
        const at::Tensor quarter = at::relu(at::conv2d(half, m_second, {}, 2, 1));
        at::conv2d(quarter, m_third, {}, 2, 1).mean();
    }

private:
    const bool m_isOneSize;
    const at::Tensor m_first, m_second, m_third;
};

/// score += mean(x * w) for a new x each time.
class RunningSum
{
public:
    explicit RunningSum(bool isFixed)
        : m_isFixed(isFixed)
    {
        const c10::InferenceMode normal(false);
        m_weight = at::full({kLength}, 0.5, at::kFloat);
        m_weight.set_requires_grad(!isFixed);
        m_sum = at::zeros({}, at::kFloat);
    }

    void compute(int64_t index)
    {
        const std::lock_guard lock(m_mutex);
        const c10::InferenceMode mode(m_isFixed);
        const c10::AutoGradMode gradients(!m_isFixed);
        const at::Tensor x = at::full({kLength}, static_cast<double>(scrambled(index) % 100), at::kFloat);
        m_sum = m_isFixed ? m_sum + (x * m_weight).mean().item<double>() : m_sum + (x * m_weight).mean();
    }

private:
    static constexpr int64_t kLength = 24 * 1024;
    const bool m_isFixed;
    std::mutex m_mutex; ///< guards m_sum
    at::Tensor m_weight;
    at::Tensor m_sum;
};

template<typename Computation>
class TorchModel final : public Model
{
public:
    TorchModel(const ModelSpec &spec, bool isFixed)
        : m_computation(isFixed)
    {
        m_info.name = spec.name;
        m_info.path = spec.path;
        m_info.format = "built-in";
        m_info.architecture = spec.path;
        m_info.tasks = {Task::Chat, Task::Complete};
        m_info.computeType = "fp32";
    }
    const ModelInfo &info() const override { return m_info; }
    Result<std::unique_ptr<Prepared>> prepare(const Request &, const ModelPolicy &) const override { return std::make_unique<Nothing>(); }
    std::unique_ptr<Session> openSession(const std::string &) override { return std::make_unique<OneRun>(*this); }

private:
    class OneRun final : public Session
    {
    public:
        explicit OneRun(TorchModel &model)
            : m_model(model)
        {
        }
        Outcome run(const Request &request, const Prepared &, const RunContext &context) override
        {
            const OwnerScope owner(OwnerTag::of(Owner::Activations, m_model.m_info.name));
            m_model.m_computation.compute(std::max<int64_t>(request.loopIndex, 0));
            if (context.onFirstToken)
                context.onFirstToken();
            Outcome outcome;
            outcome.kind = OutcomeKind::Ok;
            return outcome;
        }
        int64_t clearCache() override { return 0; }
        int64_t cacheBytes() const override { return 0; }

    private:
        TorchModel &m_model;
    };

    ModelInfo m_info;
    Computation m_computation;
};

} // namespace

bool TorchModelFactory::accepts(const std::string &path) const
{
    return path.starts_with(kConvolution) || path.starts_with(kAutograd);
}

Result<std::shared_ptr<Model>> TorchModelFactory::load(const ModelSpec &spec, const LoadContext &) const
{
    const bool isFixed = spec.path.ends_with(kFixed);
    if (spec.path.starts_with(kConvolution))
        return std::make_shared<TorchModel<Convolutions>>(spec, isFixed);
    return std::make_shared<TorchModel<RunningSum>>(spec, isFixed);
}

} // namespace limno
