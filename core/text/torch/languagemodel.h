// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/chattemplate.h"
#include "core/text/tokenizer.h"
#include "core/text/torch/decoder.h"

#include <memory>
#include <vector>

namespace limno {

struct PreparedText : Prepared {
    std::vector<int64_t> ids;
};

/// A decoder with its tokenizer and chat template, as the runtime sees it.
class LanguageModel final : public Model
{
public:
    /// Loads a GGUF file; errors as ModelFactory::load.
    static Result<std::shared_ptr<Model>> load(const ModelSpec &spec, const LoadContext &context);

    const ModelInfo &info() const override { return m_info; }
    Result<std::unique_ptr<Prepared>> prepare(const Request &request, const ModelPolicy &policy) const override;
    Result<void> setOffload(Offload mode) override;
    EffectiveOffload effectiveOffload() const override;
    void evictWeights() override { m_decoder->weights().evict(); }
    std::unique_ptr<Session> openSession(const std::string &conversation) override;

    const Decoder &decoder() const { return *m_decoder; }
    const Tokenizer &tokenizer() const { return *m_tokenizer; }
    KvType kvType() const { return m_kvType; }
    /// Tokens that fit: the policy's cap, at most the model's own context.
    int64_t contextLimit(const ModelPolicy &policy) const;

    LanguageModel() = default; ///< for load()

private:
    Result<std::vector<int64_t>> tokenize(const Request &request) const;

    ModelInfo m_info;
    Offload m_askedOffload = Offload::None;
    KvType m_kvType = KvType::F16;
    bool m_addsBos = false;
    std::unique_ptr<Decoder> m_decoder;
    std::shared_ptr<Tokenizer> m_tokenizer;
    std::shared_ptr<const ChatTemplate> m_template;
    std::string m_bosText;
    std::string m_eosText;
};

/// Accepts GGUF files.
class GgufLanguageModelFactory final : public ModelFactory
{
public:
    bool accepts(const std::string &path) const override;
    Result<std::shared_ptr<Model>> load(const ModelSpec &spec, const LoadContext &context) const override;
};

} // namespace limno
