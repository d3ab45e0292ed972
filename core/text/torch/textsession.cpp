// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/torch/textsession.h"

#include "core/memory/hostcounters.h"

#include <ATen/core/grad_mode.h>
#include <ATen/ops/empty.h>
#include <c10/core/InferenceMode.h>
#include <c10/util/Exception.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace limno {

namespace {

/// Rows of logits computed at a time where every position's are wanted.
constexpr int64_t kLogitRows = 64;

/// -log softmax(row)[target], summed in double.
double negativeLogLikelihood(std::span<const float> row, int64_t target)
{
    const float highest = *std::max_element(row.begin(), row.end());
    double sum = 0;
    for (const float value : row)
        sum += std::exp(static_cast<double>(value) - highest);
    return std::log(sum) + highest - row[static_cast<size_t>(target)];
}

PlainTensor plainRows(int64_t columns)
{
    return {PlainType::F32, {0, columns}, {}};
}

void appendRows(PlainTensor &tensor, const float *rows, int64_t n)
{
    const auto *bytes = reinterpret_cast<const std::byte *>(rows);
    tensor.bytes.insert(tensor.bytes.end(), bytes, bytes + n * tensor.shape[1] * static_cast<int64_t>(sizeof(float)));
    tensor.shape[0] += n;
}

/// Cuts the reply at the first stop text and holds back what may be the beginning of one.
class StopTexts
{
public:
    explicit StopTexts(const std::vector<std::string> &stops)
        : m_stops(stops)
    {
    }

    /// What may be shown now. `isStopped` turns true when a stop text was met.
    std::string push(std::string_view text)
    {
        m_held += text;
        size_t hit = std::string::npos;
        for (const std::string &stop : m_stops) {
            if (!stop.empty())
                hit = std::min(hit, m_held.find(stop));
        }
        if (hit != std::string::npos) {
            isStopped = true;
            return take(hit);
        }
        size_t keep = 0;
        for (const std::string &stop : m_stops) {
            for (size_t length = std::min(stop.size(), m_held.size()); length > keep; --length) {
                if (m_held.ends_with(std::string_view(stop).substr(0, length)) && length < stop.size())
                    keep = length;
            }
        }
        return take(m_held.size() - keep);
    }

    std::string flush() { return isStopped ? std::string() : take(m_held.size()); }

    bool isStopped = false;

private:
    std::string take(size_t length)
    {
        std::string text = m_held.substr(0, length);
        m_held.erase(0, length);
        return text;
    }

    const std::vector<std::string> &m_stops;
    std::string m_held;
};

OwnerTag kvOwner(const std::string &model, const std::string &conversation)
{
    return OwnerTag::of(Owner::KvCache, conversation.empty() ? model : model + ": " + conversation);
}

} // namespace

/// One run: state that lives from the first prompt token to the last new one.
class TextSession::Generation
{
public:
    Generation(TextSession &session, const Request &request, std::span<const int64_t> promptIds, const RunContext &context,
               const ResidentWeights::Run &weights)
        : m_session(session)
        , m_model(*session.m_model)
        , m_request(request)
        , m_context(context)
        , m_weights(weights)
        , m_ids(promptIds.begin(), promptIds.end())
        , m_promptCount(static_cast<int64_t>(promptIds.size()))
        , m_vocabulary(m_model.decoder().config().vocabulary)
        , m_stops(request.generation.stop)
    {
        m_outcome.tokens.in = m_promptCount;
    }

    Outcome run()
    {
        const auto settings = SamplingSettings::resolve(m_request.generation, {});
        if (!settings)
            return failed(settings.error());
        m_settings = *settings;
        if (!computePrompt() || !generate())
            return cancelled();
        m_outcome.kind = OutcomeKind::Ok;
        show(m_stops.push(m_stream.flush()));
        show(m_stops.flush());
        finishDump();
        return std::move(m_outcome);
    }

private:
    bool keepsCache() const { return m_context.policy.kvCache == Toggle::On; }
    bool wantsEveryRow() const { return m_request.dump == DumpTensors::Yes || m_request.score == ScorePrompt::Yes; }

    static Outcome failed(Error error)
    {
        Outcome outcome;
        outcome.error = std::move(error);
        return outcome;
    }

    Outcome cancelled()
    {
        m_outcome.kind = OutcomeKind::Cancelled;
        m_outcome.finish = FinishReason::Cancelled;
        show(m_stops.flush());
        return std::move(m_outcome);
    }

    /// Fills m_logits with the row that predicts the first new token. False when cancelled.
    bool computePrompt()
    {
        const OwnerScope owner(m_model.decoder().owner());
        const SiteScope site(SiteTag::of("decoder.logits"));
        m_logits = at::empty({m_vocabulary}, at::kFloat);
        int64_t reused = 0;
        // Every position's logits need every position computed.
        if (keepsCache() && !wantsEveryRow())
            reused = m_session.reusablePrefix(m_ids);
        m_session.truncate(reused);
        m_outcome.tokens.reused = reused;
        if (keepsCache())
            m_session.m_cache.reserve(std::min<int64_t>(m_model.contextLimit(m_context.policy), m_promptCount + m_settings.maxTokens));
        if (m_request.dump == DumpTensors::Yes)
            m_promptLogits = plainRows(m_vocabulary);
        if (!compute(reused, wantsEveryRow()))
            return false;
        if (m_context.onPrefilled)
            m_context.onPrefilled();
        return true;
    }

    /// Brings the cache from `from` to the end of m_ids and leaves the last position's logits in m_logits.
    bool compute(int64_t from, bool everyRow)
    {
        const auto count = static_cast<int64_t>(m_ids.size());
        for (int64_t first = from; first < count; first += kPrefillChunk) {
            const int64_t n = std::min(kPrefillChunk, count - first);
            const at::Tensor hidden = m_session.extend(std::span(m_ids).subspan(static_cast<size_t>(first), static_cast<size_t>(n)), m_weights, m_context.cancel);
            if (!hidden.defined())
                return false;
            if (n > 1)
                m_outcome.tokens.prefilled += n;
            if (everyRow)
                takeEveryRow(hidden, first, n);
            else if (first + n == count)
                Decoder::logits(hidden.const_data_ptr<float>() + (n - 1) * hidden.size(1), 1, m_weights, m_logits.data_ptr<float>());
            if (m_context.onProgress && count > kPrefillChunk)
                m_context.onProgress(static_cast<double>(first + n) / static_cast<double>(count));
        }
        return true;
    }

    void takeEveryRow(const at::Tensor &hidden, int64_t first, int64_t n)
    {
        at::Tensor rows = at::empty({std::min(n, kLogitRows), m_vocabulary}, at::kFloat);
        auto *data = rows.data_ptr<float>();
        for (int64_t start = 0; start < n; start += kLogitRows) {
            const int64_t count = std::min(kLogitRows, n - start);
            Decoder::logits(hidden.const_data_ptr<float>() + start * hidden.size(1), count, m_weights, data);
            if (m_request.dump == DumpTensors::Yes)
                appendRows(m_promptLogits, data, count);
            for (int64_t i = 0; m_request.score == ScorePrompt::Yes && i < count; ++i) {
                const int64_t next = first + start + i + 1;
                if (next < m_promptCount)
                    m_outcome.promptNll.push_back(negativeLogLikelihood(
                        {data + i * m_vocabulary, static_cast<size_t>(m_vocabulary)}, m_ids[static_cast<size_t>(next)]));
            }
            std::memcpy(m_logits.data_ptr<float>(), data + (count - 1) * m_vocabulary, static_cast<size_t>(m_vocabulary) * sizeof(float));
        }
    }

    bool generate()
    {
        TokenSampler sampler(m_settings, m_request.seed, m_ids);
        const std::vector<int64_t> &ends = m_model.tokenizer().specialIds().endOfGeneration;
        const int64_t limit = m_model.contextLimit(m_context.policy);
        m_outcome.finish = FinishReason::Length;
        m_stepLogits = plainRows(m_vocabulary);
        while (m_outcome.tokens.out < m_settings.maxTokens) {
            if (m_context.cancel.isCancelled())
                return false;
            const std::span<float> logits(m_logits.data_ptr<float>(), static_cast<size_t>(m_vocabulary));
            if (m_request.dump == DumpTensors::Yes)
                appendRows(m_stepLogits, logits.data(), 1);
            const bool isEndForbidden = m_outcome.tokens.out < m_settings.minTokens;
            const int64_t id = sampler.next(logits, isEndForbidden ? std::span<const int64_t>(ends) : std::span<const int64_t>());
            if (m_outcome.tokens.out == 0 && m_context.onFirstToken)
                m_context.onFirstToken();
            const bool isEnd = std::find(ends.begin(), ends.end(), id) != ends.end();
            m_ids.push_back(id);
            m_outcome.ids.push_back(id);
            ++m_outcome.tokens.out;
            if (isEnd && !m_request.generation.ignoreEos) {
                m_outcome.finish = FinishReason::Stop;
                break;
            }
            if (!m_model.tokenizer().isSpecial(id))
                show(m_stops.push(m_stream.push(m_model.tokenizer().tokenBytes(id))));
            if (m_stops.isStopped) {
                m_outcome.finish = FinishReason::Stop;
                break;
            }
            if (static_cast<int64_t>(m_ids.size()) >= limit || m_outcome.tokens.out == m_settings.maxTokens)
                break;
            if (!advance())
                return false;
        }
        return true;
    }

    /// Logits after the newest token: one position with the cache, the whole text again without.
    bool advance()
    {
        if (keepsCache())
            return compute(static_cast<int64_t>(m_ids.size()) - 1, false);
        m_session.truncate(0);
        return compute(0, false);
    }

    void show(std::string text)
    {
        if (text.empty())
            return;
        m_outcome.text += text;
        if (m_context.onText)
            m_context.onText(text);
    }

    void finishDump()
    {
        if (m_request.dump == DumpTensors::No)
            return;
        PlainTensor ids{PlainType::I64, {m_promptCount}, {}};
        const auto *bytes = reinterpret_cast<const std::byte *>(m_ids.data());
        ids.bytes.assign(bytes, bytes + m_promptCount * static_cast<int64_t>(sizeof(int64_t)));
        m_outcome.dump.emplace("input_ids", std::move(ids));
        m_outcome.dump.emplace("logits", std::move(m_promptLogits));
        m_outcome.dump.emplace("step_logits", std::move(m_stepLogits));
    }

    TextSession &m_session;
    LanguageModel &m_model;
    const Request &m_request;
    const RunContext &m_context;
    const ResidentWeights::Run &m_weights;
    SamplingSettings m_settings;
    std::vector<int64_t> m_ids; ///< prompt, then what was generated
    int64_t m_promptCount;
    int64_t m_vocabulary;
    at::Tensor m_logits; ///< [vocabulary] of the last position
    TokenStream m_stream;
    StopTexts m_stops;
    PlainTensor m_promptLogits;
    PlainTensor m_stepLogits;
    Outcome m_outcome;
};

TextSession::TextSession(std::shared_ptr<LanguageModel> model, const std::string &conversation)
    : m_model(std::move(model))
    , m_cache(m_model->decoder().config(), m_model->kvType(), kvOwner(m_model->info().name, conversation))
{
}

Outcome TextSession::run(const Request &request, const Prepared &prepared, const RunContext &context)
{
    const c10::InferenceMode inference;
    const auto fail = [&](ErrorCode code, const std::string &message) {
        truncate(0);
        m_cache.release();
        Outcome outcome;
        outcome.error = Error{code, m_model->info().name + ": " + message};
        return outcome;
    };
    Outcome outcome;
    try {
        const int64_t copiedBefore = m_model->decoder().weights().copiedBytes();
        const ResidentWeights::Run weights(m_model->decoder().weights());
        outcome = Generation(*this, request, static_cast<const PreparedText &>(prepared).ids, context, weights).run();
        outcome.memory.weightBytesCopied = m_model->decoder().weights().copiedBytes() - copiedBefore;
    } catch (const c10::OutOfMemoryError &error) {
        return fail(ErrorCode::OutOfMemory, error.what_without_backtrace());
    } catch (const std::bad_alloc &) {
        return fail(ErrorCode::OutOfMemory, "out of memory");
    } catch (const std::exception &error) {
        return fail(ErrorCode::Internal, error.what());
    }
    if (context.policy.kvCache == Toggle::Off)
        clearCache();
    return outcome;
}

int64_t TextSession::clearCache()
{
    const int64_t bytes = m_cache.bytes();
    m_cache.release();
    m_cachedIds.clear();
    return bytes;
}

int64_t TextSession::reusablePrefix(std::span<const int64_t> ids) const
{
    // The last prompt token is always computed: its logits are needed.
    const size_t most = std::min(m_cachedIds.size(), ids.size() - 1);
    const auto mismatch = std::mismatch(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(most), m_cachedIds.begin());
    return mismatch.first - ids.begin();
}

void TextSession::truncate(int64_t positions)
{
    m_cachedIds.resize(static_cast<size_t>(positions));
    m_cache.setLength(positions);
}

at::Tensor TextSession::extend(std::span<const int64_t> ids, const ResidentWeights::Run &weights, const CancelToken &cancel)
{
    at::Tensor hidden = m_model->decoder().forward(ids, m_cache, weights, cancel);
    if (hidden.defined())
        m_cachedIds.insert(m_cachedIds.end(), ids.begin(), ids.end());
    return hidden;
}

} // namespace limno
