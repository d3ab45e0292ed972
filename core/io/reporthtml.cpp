// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/reporthtml.h"

#include "core/io/reporttext.h"

namespace limno {

std::string cell(const std::string &text)
{
    return "<td>" + escapeXml(text) + "</td>";
}

std::string number(const std::string &text, const char *tone)
{
    return std::string("<td class=\"n") + (*tone ? " " : "") + tone + "\">" + escapeXml(text) + "</td>";
}

std::string panel(const std::string &title, const std::string &note, const std::string &body)
{
    std::string html = "<section class=\"panel\"><h2>" + escapeXml(title) + "</h2>";
    if (!note.empty())
        html += "<p class=\"quiet\">" + escapeXml(note) + "</p>";
    return html + body + "</section>\n";
}

std::string table(std::initializer_list<std::string> heads, const std::string &rows)
{
    std::string html = "<div class=\"scroll\"><table><thead><tr>";
    for (const std::string &head : heads)
        html += head.starts_with('>') ? "<th class=\"n\">" + escapeXml(head.substr(1)) + "</th>"
                                      : "<th>" + escapeXml(head) + "</th>";
    return html + "</tr></thead><tbody>" + rows + "</tbody></table></div>";
}

} // namespace limno
