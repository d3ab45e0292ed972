// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/quantmatrix.h"
#include "core/lab/torch/torchmodels.h"
#include "core/memory/blockcache.h"
#include "core/memory/torch/allocatorbenchmark.h"
#include "core/memory/torch/cudadevice.h"
#include "core/memory/torch/hostallocator.h"
#include "core/runtime/modulehost.h"
#include "core/text/torch/languagemodel.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <torch/headeronly/version.h>
#include <c10/core/InferenceMode.h>

#include <dlfcn.h>

#include <cstdlib>

namespace limno {

namespace {

/// Threads and modes are per thread in LibTorch: each worker sets its own.
class TorchWorkerHook final : public WorkerHook
{
public:
    void enter(int intraOpThreads) override
    {
        at::set_num_threads(intraOpThreads);
        thread_local const c10::InferenceMode inference;
    }

    /// LibTorch empties the calling thread's primitive cache whenever the number of threads is set.
    void flushThreadCaches() override { at::set_num_threads(at::get_num_threads()); }
};

std::string libraryOf(const char *symbol)
{
    Dl_info info{};
    void *address = dlsym(RTLD_DEFAULT, symbol);
    if (!address) {
        // The module is opened with local scope: ask LibTorch's own handle.
        if (void *handle = dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_NOLOAD)) {
            address = dlsym(handle, symbol);
            dlclose(handle);
        }
    }
    return address && dladdr(address, &info) && info.dli_fname ? info.dli_fname : std::string();
}

std::vector<DoctorCheck> checks()
{
    const std::string blas = libraryOf("sgemm_");
    return {
        {"libtorch", true, TORCH_VERSION},
        {"kernels", true, std::string(kernels::cpuLevelName(kernels::cpuLevel()))},
        {"blas", blas.find("libtorch_cpu") != std::string::npos, "sgemm_ in " + (blas.empty() ? "nowhere" : blas)},
        {"intra-op threads", at::get_num_threads() > 0, std::to_string(at::get_num_threads())},
    };
}

} // namespace

} // namespace limno

/// The tensors module's only entry.
extern "C" void limnographRegister(limno::ModuleHost *host)
{
    limno::installHostAllocator();
    limno::trackOperatorSites();
    host->keep(host->ladder().add(limno::ClearStep::BlockCache, [] { limno::hostBlockCache().clear(std::free); }));
    host->devices().setCudaMaker(limno::makeCudaDevice);
    host->add(std::make_unique<limno::GgufLanguageModelFactory>());
    host->add(std::make_unique<limno::TorchModelFactory>());
    host->add(std::shared_ptr<limno::WorkerHook>(std::make_shared<limno::TorchWorkerHook>()));
    host->add(limno::checks);
    host->add(limno::allocatorBenchmark());
}
