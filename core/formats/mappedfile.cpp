// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/mappedfile.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace limno {

namespace {

/// An open file that closes itself; the mapping outlives it.
class Descriptor
{
public:
    explicit Descriptor(int fd)
        : m_fd(fd)
    {
    }
    ~Descriptor()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    int fd() const { return m_fd; }

private:
    int m_fd;
};

tl::unexpected<Error> systemFailure(const std::string &path, int error)
{
    const bool missing = error == ENOENT || error == ENOTDIR;
    return failure(missing ? ErrorCode::ModelMissing : ErrorCode::Io,
                   path + ": " + std::system_category().message(error), missing ? "missing_file" : "");
}

} // namespace

Result<std::shared_ptr<const MappedFile>> MappedFile::open(const std::string &path)
{
    if (path.find('\0') != std::string::npos)
        return failure(ErrorCode::Io, path.substr(0, path.find('\0')) + ": the name holds a zero byte");
    // Without O_NONBLOCK the opening of a FIFO waits for a writer.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.fd() < 0)
        return systemFailure(path, errno);
    struct stat status = {};
    if (::fstat(file.fd(), &status) != 0)
        return systemFailure(path, errno);
    if (S_ISDIR(status.st_mode))
        return failure(ErrorCode::Io, path + ": is a folder, not a file");
    if (!S_ISREG(status.st_mode))
        return failure(ErrorCode::Io, path + ": is not a regular file");

    const auto size = static_cast<size_t>(status.st_size);
    std::span<const std::byte> bytes;
    if (size > 0) {
        void *address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.fd(), 0);
        if (address == MAP_FAILED)
            return systemFailure(path, errno);
        bytes = {static_cast<const std::byte *>(address), size};
    }
    return std::shared_ptr<const MappedFile>(new MappedFile(path, bytes));
}

MappedFile::MappedFile(std::string path, std::span<const std::byte> bytes)
    : m_path(std::move(path))
    , m_bytes(bytes)
{
}

MappedFile::~MappedFile()
{
    if (!m_bytes.empty())
        ::munmap(const_cast<std::byte *>(m_bytes.data()), m_bytes.size());
}

int64_t MappedFile::residentBytes() const
{
    if (m_bytes.empty())
        return 0;
    const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    std::vector<unsigned char> states((m_bytes.size() + page - 1) / page);
    if (::mincore(const_cast<std::byte *>(m_bytes.data()), m_bytes.size(), states.data()) != 0)
        return 0;
    size_t resident = 0;
    for (size_t i = 0; i < states.size(); ++i) {
        if (states[i] & 1)
            resident += std::min(page, m_bytes.size() - i * page);
    }
    return static_cast<int64_t>(resident);
}

} // namespace limno
