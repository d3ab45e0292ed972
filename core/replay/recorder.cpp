// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recorder.h"

#include "core/base/log.h"
#include "core/memory/quietallocator.h"
#include "core/replay/hostdescription.h"

#include <array>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace limno {

namespace {

struct Setting {
    std::string value;
    std::string effective;

    bool operator==(const Setting &) const = default;
};

std::string permitClassName(PermitClass permitClass)
{
    switch (permitClass) {
    case PermitClass::Text:
        return "text";
    case PermitClass::Vision:
        return "vision";
    case PermitClass::Image:
        break;
    }
    return "image";
}

/// Every switch of the runtime, in words.
std::map<std::string, Setting> settingsOf(const Runtime::Snapshot &snapshot)
{
    std::map<std::string, Setting> settings;
    const auto add = [&](const std::string &key, const std::string &value, const std::string &effective) {
        settings[key] = {value, effective};
    };
    const auto addNumber = [&](const std::string &key, int64_t value) {
        add(key, std::to_string(value), std::to_string(value));
    };
    add("device", deviceSpecText(snapshot.device), deviceSpecText(snapshot.device));
    addNumber("workers", snapshot.workers);
    addNumber("threads", snapshot.intraOpThreads);
    for (const auto &[permitClass, limit] : snapshot.gate.limits) {
        const std::string value = limit == kUnlimitedPermits ? "off" : std::to_string(limit);
        add("permits." + permitClassName(permitClass), value, value);
    }
    for (const Runtime::ModelView &model : snapshot.models) {
        const std::string cache = model.policy.kvCache == Toggle::On ? "on" : "off";
        add(model.info.name + ".kv-cache", cache, cache);
        add(model.info.name + ".offload", std::string(offloadName(model.policy.offload)),
            std::string(offloadName(model.offload.offload)));
        const int64_t cap = model.policy.contextCap;
        const int64_t own = model.info.contextLength;
        add(model.info.name + ".context-cap", std::to_string(cap),
            std::to_string(cap == 0 || (own > 0 && cap > own) ? own : cap));
    }
    return settings;
}

} // namespace

/// Sits between runtime and writer; outlives its Recorder when a worker is still inside a call.
class RecorderListener final : public Runtime::Observer
{
public:
    RecorderListener(RecordingWriter &writer, Runtime &runtime)
        : m_writer(&writer)
        , m_runtime(runtime)
    {
    }

    void requestFinished(int64_t id, const Request &request, const Outcome &outcome) override
    {
        const std::lock_guard lock(m_mutex);
        if (m_writer)
            m_writer->addRequest(id, request, outcome);
    }

    void marked(int64_t timeNs, const std::string &kind, const std::string &text) override
    {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_writer)
                return;
            m_writer->addEvent(timeNs, kind, text);
        }
        if (kind != "error" && kind != "oom") // a failed request changes no switch
            noteState(timeNs);
    }

    /// Writes down the models and settings that are new since the last call.
    void noteState(int64_t timeNs)
    {
        const Runtime::Snapshot snapshot = m_runtime.snapshot();
        std::map<std::string, Setting> settings = settingsOf(snapshot);
        for (const Runtime::ModelView &model : snapshot.models)
            noteModel(model.info);

        const std::lock_guard lock(m_mutex);
        if (!m_writer)
            return;
        for (const auto &[key, setting] : settings) {
            const auto known = m_settings.find(key);
            if (known == m_settings.end() || known->second != setting)
                m_writer->addSetting(timeNs, key, known == m_settings.end() ? std::string() : known->second.value,
                                     setting.value, setting.effective);
        }
        m_settings = std::move(settings);
    }

    void stop()
    {
        const std::lock_guard lock(m_mutex);
        m_writer = nullptr;
    }

private:
    void noteModel(const ModelInfo &info)
    {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_models.insert({info.name, info.path, info.computeType, std::to_string(info.fileBytes)}).second)
                return;
        }
        const Result<std::string> identity = modelIdentity(info.path); // reads the file, hence without the lock
        const std::lock_guard lock(m_mutex);
        if (m_writer)
            m_writer->addModel(info, identity.value_or(std::string()));
    }

    std::mutex m_mutex; ///< guards everything below but the runtime; the writer's calls only queue
    RecordingWriter *m_writer;
    Runtime &m_runtime;
    std::set<std::array<std::string, 4>> m_models;
    std::map<std::string, Setting> m_settings;
};

struct Recorder::Impl {
    Impl(std::unique_ptr<RecordingWriter> writer_, Runtime &runtime_, Sampler &sampler_)
        : writer(std::move(writer_))
        , runtime(runtime_)
        , sampler(sampler_)
        , listener(std::make_shared<RecorderListener>(*writer, runtime))
    {
    }

    std::unique_ptr<RecordingWriter> writer;
    Runtime &runtime;
    Sampler &sampler;
    std::shared_ptr<RecorderListener> listener;
    std::mutex mutex; ///< guards everything below: one stop() at a time
    std::optional<int> samplerId;
    SnapshotStore *snapshots = nullptr;
    int snapshotsId = 0;
};

Recorder::Recorder(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{
}

Recorder::~Recorder()
{
    if (const Result<void> stopped = stop(); !stopped)
        logWarning("recorder", stopped.error().message);
}

Result<std::unique_ptr<Recorder>> Recorder::start(const std::string &path, Runtime &runtime, Sampler &sampler,
                                                  RecordInputs inputs)
{
    auto writer = RecordingWriter::create(path, inputs);
    if (!writer)
        return failure(writer.error());
    for (const auto &[key, value] : hostDescription())
        (*writer)->addMeta(key, value);
    (*writer)->addMeta("allocator", isAllocatorQuiet() ? "quiet" : "default");
    const DeviceSpec device = runtime.snapshot().device;
    (*writer)->addMeta("device", deviceSpecText(device));
    (*writer)->addMeta("deviceEmulated", device.kind == DeviceSpec::Kind::Emulated ? "true" : "false");

    auto impl = std::make_unique<Impl>(std::move(*writer), runtime, sampler);
    RecordingWriter &sink = *impl->writer;
    runtime.addObserver(impl->listener);
    impl->listener->noteState(sink.startNs());
    sink.addSample(sampler.readNow()); // a run shorter than the sampler's period has a beginning and an end all the same
    impl->samplerId = sampler.addListener([&sink](const Sample &sample) { sink.addSample(sample); });
    return std::unique_ptr<Recorder>(new Recorder(std::move(impl)));
}

void Recorder::recordSnapshots(SnapshotStore &store)
{
    const std::lock_guard lock(m_impl->mutex);
    if (!m_impl->samplerId || m_impl->snapshots)
        return;
    m_impl->snapshots = &store;
    m_impl->snapshotsId = store.addListener(
        [&sink = *m_impl->writer](const SnapshotStore::SnapshotPtr &snapshot) { sink.addSnapshot(snapshot); });
}

void Recorder::addMeta(const std::string &key, const std::string &value)
{
    m_impl->writer->addMeta(key, value);
}

Result<void> Recorder::stop()
{
    const std::lock_guard lock(m_impl->mutex);
    if (m_impl->snapshots)
        std::exchange(m_impl->snapshots, nullptr)->removeListener(m_impl->snapshotsId);
    if (m_impl->samplerId) {
        m_impl->sampler.removeListener(*m_impl->samplerId);
        m_impl->samplerId.reset();
        m_impl->writer->addSample(m_impl->sampler.readNow());
        m_impl->runtime.removeObserver(m_impl->listener);
        m_impl->listener->noteState(Clock::steady().nowNs());
        m_impl->listener->stop();
    }
    return m_impl->writer->close();
}

const std::string &Recorder::path() const
{
    return m_impl->writer->path();
}

bool Recorder::isCut() const
{
    return m_impl->writer->isCut();
}

} // namespace limno
