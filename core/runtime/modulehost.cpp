// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/modulehost.h"

#include "core/base/log.h"
#include "core/runtime/nullmodel.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <utility>

#include <dlfcn.h>

namespace limno {

namespace {

using Register = void (*)(ModuleHost *);

/// The folder of the shared library that this very function is in.
std::filesystem::path libraryFolder()
{
    Dl_info info{};
    std::error_code ignored;
    if (dladdr(reinterpret_cast<const void *>(&libraryFolder), &info) == 0 || !info.dli_fname)
        return std::filesystem::current_path(ignored);
    return std::filesystem::absolute(info.dli_fname, ignored).parent_path();
}

std::string loaderWords()
{
    const char *words = dlerror();
    return words ? words : "the loader gives no reason";
}

} // namespace

ModuleHost::ModuleHost(ClearLadder &ladder, Devices &devices)
    : m_ladder(ladder)
    , m_devices(devices)
{
    m_factories.push_back(std::make_unique<NullModelFactory>());
}

void ModuleHost::add(std::unique_ptr<ModelFactory> factory)
{
    const std::lock_guard lock(m_mutex);
    m_factories.push_back(std::move(factory));
}

void ModuleHost::add(std::shared_ptr<WorkerHook> hook)
{
    const std::lock_guard lock(m_mutex);
    m_hooks.push_back(std::move(hook));
}

void ModuleHost::add(std::function<std::vector<DoctorCheck>()> checks)
{
    const std::lock_guard lock(m_mutex);
    m_checks.push_back(std::move(checks));
}

void ModuleHost::add(std::shared_ptr<const ImageDecoder> decoder)
{
    const std::lock_guard lock(m_mutex);
    m_imageDecoder = std::move(decoder);
}

void ModuleHost::add(Benchmark benchmark)
{
    const std::lock_guard lock(m_mutex);
    m_benchmarks.push_back(std::move(benchmark));
}

void ModuleHost::keep(ClearLadder::Registration registration)
{
    const std::lock_guard lock(m_mutex);
    m_registrations.push_back(std::move(registration));
}

Devices &ModuleHost::devices()
{
    return m_devices;
}

ClearLadder &ModuleHost::ladder()
{
    return m_ladder;
}

Result<void> ModuleHost::open(const std::string &name)
{
    // Held while the module registers: a second caller must not go on before the module is complete.
    const std::lock_guard opening(m_openMutex);
    if (std::find(m_opened.begin(), m_opened.end(), name) != m_opened.end())
        return {};
    const std::string path = (libraryFolder() / ("lib" + name + ".so")).string();
    void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return failure(ErrorCode::Io, loaderWords());
    // Never closed: its vtables, thread-local objects and exit handlers are in use until the process ends.
    const auto entry = reinterpret_cast<Register>(dlsym(library, "limnographRegister"));
    if (!entry)
        return failure(ErrorCode::Io, path + ": " + loaderWords());
    try {
        entry(this);
    } catch (const std::exception &exception) {
        return failure(ErrorCode::Internal, path + ": registering threw: " + exception.what());
    }
    m_opened.push_back(name);
    logInfo("runtime", "opened " + path);
    return {};
}

const ModelFactory *ModuleHost::factoryFor(const std::string &path) const
{
    std::vector<const ModelFactory *> factories; // a factory reads the file: asked without the lock
    {
        const std::lock_guard lock(m_mutex);
        for (const auto &factory : m_factories)
            factories.push_back(factory.get());
    }
    const auto found = std::find_if(factories.begin(), factories.end(),
                                    [&path](const ModelFactory *factory) { return factory->accepts(path); });
    return found == factories.end() ? nullptr : *found;
}

std::vector<std::shared_ptr<WorkerHook>> ModuleHost::workerHooks() const
{
    const std::lock_guard lock(m_mutex);
    return m_hooks;
}

std::shared_ptr<const ImageDecoder> ModuleHost::imageDecoder() const
{
    const std::lock_guard lock(m_mutex);
    return m_imageDecoder;
}

std::optional<Benchmark> ModuleHost::benchmark(const std::string &name) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = std::find_if(m_benchmarks.begin(), m_benchmarks.end(), [&](const Benchmark &each) { return each.name == name; });
    return found == m_benchmarks.end() ? std::nullopt : std::optional(*found);
}

std::vector<DoctorCheck> ModuleHost::doctorChecks() const
{
    std::vector<std::function<std::vector<DoctorCheck>()>> checks;
    {
        const std::lock_guard lock(m_mutex);
        checks = m_checks;
    }
    std::vector<DoctorCheck> all;
    for (const auto &check : checks) {
        for (DoctorCheck &line : check())
            all.push_back(std::move(line));
    }
    return all;
}

} // namespace limno
