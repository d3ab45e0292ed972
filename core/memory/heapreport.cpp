// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/heapreport.h"

#include <QtCore/QXmlStreamReader>

#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <memory>
#include <string>

namespace limno {

namespace {

int64_t number(const QXmlStreamReader &xml, const char *attribute)
{
    return xml.attributes().value(QLatin1String(attribute)).toLongLong();
}

/// An element of an arena, or of the whole.
void read(const QXmlStreamReader &xml, HeapReport::Arena &arena)
{
    const auto type = xml.attributes().value(QLatin1String("type"));
    const int64_t bytes = number(xml, "size");
    if (xml.name() == QLatin1String("system") && type == QLatin1String("current"))
        arena.systemBytes = bytes;
    else if (xml.name() == QLatin1String("total") && type == QLatin1String("fast"))
        arena.fastFreeBytes = bytes;
    else if (xml.name() == QLatin1String("total") && type == QLatin1String("rest"))
        arena.restFreeBytes = bytes;
}

} // namespace

HeapReport::Arena HeapReport::total() const
{
    Arena sum;
    for (const Arena &arena : arenas) {
        sum.systemBytes += arena.systemBytes;
        sum.fastFreeBytes += arena.fastFreeBytes;
        sum.restFreeBytes += arena.restFreeBytes;
    }
    return sum;
}

Result<HeapReport> parseHeapReport(std::string_view text)
{
    QXmlStreamReader xml(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
    HeapReport report;
    if (!xml.readNextStartElement() || xml.name() != QLatin1String("malloc"))
        return failure(ErrorCode::InputInvalid, "heap report: no <malloc> element");
    HeapReport::Arena *arena = nullptr;
    while (!xml.atEnd()) {
        switch (xml.readNext()) {
        case QXmlStreamReader::StartElement:
            if (xml.name() == QLatin1String("heap"))
                arena = &report.arenas.emplace_back(HeapReport::Arena{.number = static_cast<int>(number(xml, "nr"))});
            else if (arena)
                read(xml, *arena);
            else if (xml.attributes().value(QLatin1String("type")) == QLatin1String("mmap")) {
                report.mappedBytes = number(xml, "size");
                report.mappedCount = number(xml, "count");
            }
            break;
        case QXmlStreamReader::EndElement:
            if (xml.name() == QLatin1String("heap"))
                arena = nullptr;
            break;
        default:
            break;
        }
    }
    if (xml.hasError())
        return failure(ErrorCode::InputInvalid,
                       "heap report: line " + std::to_string(xml.lineNumber()) + ": " + xml.errorString().toStdString());
    if (report.arenas.empty())
        return failure(ErrorCode::InputInvalid, "heap report: no arena in it");
    return report;
}

Result<HeapReport> readHeapReport()
{
    char *text = nullptr;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    const bool isWritten = stream && malloc_info(0, stream) == 0;
    if (stream)
        std::fclose(stream);
    const std::unique_ptr<char, decltype(&std::free)> owned(text, &std::free);
    if (!isWritten)
        return failure(ErrorCode::Internal, "the C library gives no heap report");
    return parseHeapReport({text, size});
}

} // namespace limno
