// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>

namespace limno::jinja {

/// Stops rendering or parsing; never leaves the folder: ChatTemplate turns it into an Error.
class TemplateError : public std::runtime_error
{
public:
    enum class Kind { Failed, Raised }; ///< Raised: the template called raise_exception
    explicit TemplateError(const std::string &message, Kind kind = Kind::Failed, int line = 0)
        : std::runtime_error(message)
        , m_kind(kind)
        , m_line(line)
    {
    }
    Kind kind() const { return m_kind; }
    int line() const { return m_line; } ///< 0: where the evaluator stands

private:
    Kind m_kind;
    int m_line;
};

} // namespace limno::jinja
