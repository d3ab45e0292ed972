// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/recording.h"

#include <QtCore/QCryptographicHash>
#include <QtCore/QFile>

#include <algorithm>
#include <filesystem>

namespace limno {

namespace {

constexpr int64_t kHeaderBytes = 1024 * 1024; // a header with its metadata and the vocabulary's beginning
constexpr int64_t kBlockBytes = 4096;
constexpr int64_t kBlocks = 64;

struct Digest {
    int64_t size = 0;
    QCryptographicHash hash{QCryptographicHash::Sha256};
};

Result<void> addFile(Digest &digest, const std::string &path)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::ReadOnly))
        return failure(ErrorCode::Io, path + ": " + file.errorString().toStdString());
    const int64_t size = file.size();
    digest.size += size;
    digest.hash.addData(QByteArray::number(static_cast<qlonglong>(size)));
    const auto addBlock = [&](int64_t offset, int64_t bytes) {
        const QByteArray block = file.seek(offset) ? file.read(bytes) : QByteArray();
        digest.hash.addData(block);
        return block.size() == bytes;
    };
    bool complete = addBlock(0, std::min(size, kHeaderBytes));
    const int64_t rest = size - kHeaderBytes;
    if (rest > 0 && rest <= kBlocks * kBlockBytes) {
        complete = complete && addBlock(kHeaderBytes, rest);
    } else if (rest > 0) {
        const int64_t span = rest - kBlockBytes; // the last block ends with the file
        for (int64_t i = 0; i < kBlocks && complete; ++i)
            complete = addBlock(kHeaderBytes + span / (kBlocks - 1) * i + (i == kBlocks - 1 ? span % (kBlocks - 1) : 0),
                                kBlockBytes);
    }
    if (!complete)
        return failure(ErrorCode::Io, path + ": could not be read to its end (" + std::to_string(size) + " bytes)");
    return {};
}

} // namespace

Result<std::string> modelIdentity(const std::string &path)
{
    namespace fs = std::filesystem;
    std::error_code status;
    std::vector<std::string> files;
    if (fs::is_directory(path, status)) {
        fs::recursive_directory_iterator entries(path, fs::directory_options::skip_permission_denied, status);
        for (; !status && entries != fs::recursive_directory_iterator(); entries.increment(status)) {
            std::error_code ignored;
            if (entries->is_regular_file(ignored))
                files.push_back(fs::path(entries->path()).lexically_relative(path).string());
        }
        if (status)
            return failure(ErrorCode::Io, path + ": " + status.message());
        std::sort(files.begin(), files.end());
    } else if (!fs::exists(path, status)) {
        return failure(ErrorCode::ModelMissing, path + ": no such file or folder");
    }

    Digest digest;
    Result<void> added;
    if (!fs::is_directory(path, status))
        added = addFile(digest, path);
    for (const std::string &file : files) {
        digest.hash.addData(QByteArray::fromStdString(file + '\n'));
        if (added)
            added = addFile(digest, (fs::path(path) / file).string());
    }
    if (!added)
        return failure(added.error());
    return std::to_string(digest.size) + "-" + digest.hash.result().toHex().left(32).toStdString();
}

} // namespace limno
