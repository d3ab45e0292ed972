// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast one thread turns text into ids and back. Cold: the word cache is empty at the start. Long: one word without
// spaces, which no cache can help.
#include "core/formats/gguf.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <vector>

using namespace limno;

namespace {

Result<std::shared_ptr<Tokenizer>> load(const std::string &path)
{
    if (std::filesystem::is_directory(path))
        return tokenizerFromFolder(path);
    const auto file = GgufFile::open(path);
    if (!file)
        return failure(file.error());
    return tokenizerFromGguf(**file);
}

/// Processor time of this thread: what else runs on the machine does not count.
double secondsOf(const std::function<void()> &work)
{
    const auto now = [] {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
    };
    const double begin = now();
    work();
    return now() - begin;
}

void report(const char *name, std::vector<double> seconds, size_t bytes)
{
    std::sort(seconds.begin(), seconds.end());
    const double median = seconds[seconds.size() / 2];
    std::printf("%-14s %8.2f MB/s median  %8.2f MB/s best\n", name, static_cast<double>(bytes) / median / 1e6,
                static_cast<double>(bytes) / seconds.front() / 1e6);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3) {
        std::fprintf(stderr, "usage: bench_tokenizer MODEL.gguf|FOLDER TEXTFILE [REPEAT]\n");
        return 2;
    }
    const int repeat = argc > 3 ? std::max(1, std::atoi(argv[3])) : 5;
    std::shared_ptr<Tokenizer> tokenizer;
    const double loadSeconds = secondsOf([&] {
        auto loaded = load(argv[1]);
        if (loaded)
            tokenizer = *loaded;
        else
            std::fprintf(stderr, "%s\n", loaded.error().message.c_str());
    });
    std::ifstream file(argv[2], std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!tokenizer || text.empty())
        return 1;

    std::vector<double> cold;
    std::vector<double> warm;
    std::vector<double> back;
    std::vector<double> longWord;
    std::vector<int64_t> ids;
    std::string word;
    std::copy_if(text.begin(), text.end(), std::back_inserter(word), [](char c) { return c >= 'a' && c <= 'z'; });
    word.resize(std::min<size_t>(word.size(), 20'000));
    for (int i = 0; i < repeat; ++i) {
        tokenizer->clearCache();
        cold.push_back(secondsOf([&] { ids = tokenizer->encode(text, SpecialTokens::AsText); }));
        warm.push_back(secondsOf([&] { ids = tokenizer->encode(text, SpecialTokens::AsText); }));
        back.push_back(secondsOf([&] { tokenizer->decode(ids); }));
        longWord.push_back(secondsOf([&] { tokenizer->encode(word, SpecialTokens::AsText); }));
    }
    std::printf("%zu bytes, %zu ids, loaded in %.3f s, word cache %lld bytes\n", text.size(), ids.size(), loadSeconds,
                static_cast<long long>(tokenizer->cacheBytes()));
    report("encode cold", cold, text.size());
    report("encode warm", warm, text.size());
    report("decode", back, text.size());
    report("long word", longWord, word.size());
    return 0;
}
