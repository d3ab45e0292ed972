// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/runtime/canceltoken.h"
#include "core/runtime/outcome.h"
#include "core/runtime/request.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace limno {

class Device;

enum class Toggle { Off, On };
enum class ComputeType { Native, Fp32, Bf16, Fp16 }; ///< Native on GGUF: the quantized blocks as they are
enum class KvType { F16, F32, Q8_0 };
/// Which weights stay on the device: all; none between runs; only those of the layers in use.
enum class Offload { None, Model, Layer };

/// "none", "model", "layer", as on the command line.
std::string_view offloadName(Offload offload);
std::optional<Offload> offloadByName(std::string_view name);

/// What to load and how. Two specs that are equal give the same results.
struct ModelSpec {
    std::string name = {}; ///< under which requests find it
    std::string path = {}; ///< file or folder, UTF-8
    ComputeType computeType = ComputeType::Native;
    std::optional<KvType> kvType = {}; ///< absent: F16, and F32 where ComputeType is Fp32
};

/// Switches of a loaded model that may change between requests.
struct ModelPolicy {
    Toggle kvCache = Toggle::On;
    int contextCap = 0; ///< tokens; 0 = the model's own context
    Offload offload = Offload::None;

    bool operator==(const ModelPolicy &) const = default;
};

struct ModelInfo {
    std::string name;
    std::string path;
    std::string format; ///< "gguf"
    std::string architecture; ///< "llama"
    std::vector<Task> tasks;
    int64_t fileBytes = 0;
    int64_t weightBytes = 0; ///< resident or mapped weights
    int64_t mappedBytes = 0; ///< the part of weightBytes that is file pages
    int64_t parameters = 0;
    int64_t contextLength = 0;
    int64_t kvBytesPerToken = 0;
    std::string device; ///< "cpu", "emulated 1 GiB": where its tensors live
    std::string computeType; ///< effective: "q4_1 blocks, int8 activations"
};

/// A request after decoding and tokenizing, before the permit. Owned by the job.
struct Prepared {
    virtual ~Prepared() = default;
    int64_t tokens = 0;
    int64_t estimatedBytes = 0; ///< KV up to the cap plus activations, for the gate
};

/// What a running computation may tell the outside. Called on the worker; cheap.
struct RunContext {
    CancelToken cancel;
    ModelPolicy policy;
    std::function<void(std::string_view text)> onText; ///< complete UTF-8 characters only; may be empty
    std::function<void(double fraction)> onProgress; ///< 0..1; may be empty
    std::function<void()> onPrefilled;
    std::function<void()> onFirstToken;
};

/// Mutable state of one conversation (KV cache). Used by one worker at a time. A run that fails or is cancelled leaves
/// the session usable: its cache holds only positions that were computed completely.
class Session
{
public:
    virtual ~Session() = default;
    /// The infer stage. Fills kind, finish, text, ids, tokens, dump of the outcome; the caller fills times and memory.
    /// Errors are in the outcome; nothing is thrown.
    virtual Outcome run(const Request &request, const Prepared &prepared, const RunContext &context) = 0;
    /// Drops the cache; returns the bytes it held.
    virtual int64_t clearCache() = 0;
    virtual int64_t cacheBytes() const = 0;
};

struct EffectiveOffload {
    Offload offload = Offload::None;
    std::string reason; ///< why it differs from what was asked for; empty when it does not
};

/// Immutable weights and tokenizer. Thread-safe. Sessions hold the model alive.
class Model : public std::enable_shared_from_this<Model>
{
public:
    virtual ~Model() = default;
    virtual const ModelInfo &info() const = 0;
    /// The prepare stage: no permit, any worker. InputInvalid names the field and the numbers.
    virtual Result<std::unique_ptr<Prepared>> prepare(const Request &request, const ModelPolicy &policy) const = 0;
    /// `conversation` names the session's memory among the owners; empty for a session of one request.
    /// Moves weights; while no session runs. What the device cannot do stays None, effectiveOffload() says why.
    /// OutOfMemory: the model stays usable with Offload::Model.
    virtual Result<void> setOffload(Offload) { return {}; }
    virtual EffectiveOffload effectiveOffload() const { return {}; }
    /// Gives up what lies on the device until the next run; while no session runs.
    virtual void evictWeights() { }
    virtual std::unique_ptr<Session> openSession(const std::string &conversation) = 0;
};

struct LoadContext {
    CancelToken cancel = {}; ///< looked at before each tensor
    std::function<void(double fraction)> onProgress = {};
    std::shared_ptr<Device> device = {}; ///< where weights go; null: host memory
    Offload offload = Offload::None;
};

/// Opens models of one family. Registered by a module when it is opened.
class ModelFactory
{
public:
    virtual ~ModelFactory() = default;
    /// Looks at name and first bytes only.
    virtual bool accepts(const std::string &path) const = 0;
    /// ModelMissing, ModelInvalid, ModelUnsupported, OutOfMemory, Cancelled; a failure leaves nothing behind.
    virtual Result<std::shared_ptr<Model>> load(const ModelSpec &spec, const LoadContext &context) const = 0;
};

} // namespace limno
