// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Opened by tst_mallocinterposer: what a library that was linked without knowing of the counters asks of the heap.
#include <malloc.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

extern "C" {

/// A block of at least `size` bytes from the way in that `how` names; to be freed by release(). Null for an unknown one.
void *allocate(const char *how, size_t size)
{
    const auto is = [how](const char *name) { return strcmp(how, name) == 0; };
    if (is("malloc"))
        return malloc(size);
    if (is("calloc"))
        return calloc(size / 8 + 1, 8);
    if (is("realloc"))
        return realloc(malloc(16), size);
    if (is("realloc of null"))
        return realloc(nullptr, size);
    if (is("reallocarray"))
        return reallocarray(malloc(16), size / 8 + 1, 8);
    if (is("memalign"))
        return memalign(256, size);
    if (is("aligned_alloc"))
        return aligned_alloc(64, (size + 63) / 64 * 64);
    if (is("posix_memalign")) {
        void *block = nullptr;
        return posix_memalign(&block, 64, size) == 0 ? block : nullptr;
    }
    if (is("valloc"))
        return valloc(size);
    if (is("pvalloc"))
        return pvalloc(size);
    if (is("operator new"))
        return ::operator new(size);
    if (is("aligned operator new"))
        return ::operator new(size, std::align_val_t(128));
    if (is("strdup")) {
        char *text = static_cast<char *>(malloc(size + 1));
        memset(text, 'x', size);
        text[size] = '\0';
        char *copy = strdup(text);
        free(text);
        return copy;
    }
    if (is("getline")) { // allocated inside the C library
        char *line = nullptr;
        size_t capacity = 0;
        FILE *zeros = fopen("/dev/zero", "r");
        char *text = static_cast<char *>(malloc(size));
        const size_t got = fread(text, 1, size, zeros);
        fclose(zeros);
        FILE *memory = fmemopen(text, got, "r");
        const bool isRead = getline(&line, &capacity, memory) > 0;
        fclose(memory);
        free(text);
        return isRead ? line : nullptr;
    }
    return nullptr;
}

void release(void *block)
{
    free(block);
}

} // extern "C"
