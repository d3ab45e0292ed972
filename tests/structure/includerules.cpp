// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/structure/rules.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>
#include <QLibraryInfo>
#include <QSet>

namespace limno {

namespace {

using Names = QSet<QString>;

/// What the folders of core may include besides themselves.
const QHash<QString, Names> &allowedInCore()
{
    static const Names lower{"core/base", "core/memory", "core/formats"};
    static const Names forTasks = Names{"core/kernels", "core/runtime"} + lower;
    static const Names aroundRuns = Names{"core/runtime", "core/analysis"} + lower;
    static const QHash<QString, Names> table{
        {"core/base", {}},
        {"core/analysis", {"core/base"}},
        {"core/memory", {"core/base"}},
        {"core/formats", {"core/base"}},
        {"core/kernels", {"core/base", "core/formats"}},
        {"core/runtime", lower},
        {"core/text", forTasks},
        {"core/vision", Names{"core/text"} + forTasks},
        {"core/diffusion", Names{"core/text"} + forTasks},
        {"core/replay", aroundRuns},
        {"core/service", aroundRuns},
        {"core/io", Names{"core/replay"} + aroundRuns},
        {"core/lab", Names{"core/text", "core/vision", "core/diffusion", "core/analysis"} + forTasks},
    };
    return table;
}

/// "core/text" for "core/text/torch/decoder.h", "ui" for "ui/chatpane.h".
QString area(const QString &path)
{
    return path.section('/', 0, path.startsWith("core/") ? 1 : 0);
}

/// Part of the module that is opened on first use, so only there LibTorch and those who link it may be used.
bool inTensorsModule(const QString &path)
{
    static const Names areas{"core/kernels", "core/diffusion"};
    return areas.contains(area(path)) || path.contains("/torch/") || path == "app/modules/tensorsmodule.cpp";
}

/// Part of the other such module, so only there OpenCV and those who link it may be used.
bool inImagesModule(const QString &path)
{
    return path.contains("/opencv/") || path == "app/modules/imagesmodule.cpp";
}

QString directionObjection(const QString &from, const QString &to)
{
    const QString source = area(from);
    const QString target = area(to);
    if (source == "tests")
        return {};
    if (target == "tests" || (target == "app" && source != "app") || (target == "ui" && source != "app" && source != "ui"))
        return "points back to " + target;
    if (source.startsWith("core/") && source != target) {
        if (!allowedInCore().contains(source))
            return source + " is no folder of the design";
        if (!allowedInCore()[source].contains(target))
            return source + " may not use " + target;
    }
    if (inTensorsModule(to) && !inTensorsModule(from))
        return "is part of the tensors module, which is opened at run time and not linked";
    if (inImagesModule(to) && !inImagesModule(from))
        return "is part of the images module, which is opened at run time and not linked";
    return {};
}

bool isQtHeader(const QString &name, const QStringList &modules)
{
    for (const QString &module : modules) {
        if (name.startsWith(module + '/')
            || QFileInfo::exists(QLibraryInfo::path(QLibraryInfo::HeadersPath) + '/' + module + '/' + name))
            return true;
    }
    return false;
}

QString libraryObjection(const QString &from, const QString &name)
{
    static const Names torch{"ATen", "c10", "caffe2", "torch"};
    const QString source = area(from);
    if (source == "tests")
        return {};
    if (torch.contains(name.section('/', 0, 0)) && !inTensorsModule(from))
        return "LibTorch belongs to the tensors module";
    if ((name.startsWith("opencv2/") || name.startsWith("webp/") || name == "gif_lib.h" || name == "tiffio.h") && !inImagesModule(from))
        return "OpenCV and the image codecs belong to the images module";
    if (name == "qcustomplot.h" && source != "ui")
        return "plots belong to ui";
    if (source.startsWith("core/") && name.startsWith('Q') && !isQtHeader(name, {"QtCore", "QtSql", "QtNetwork"}))
        return "core uses QtCore, QtSql and QtNetwork only";
    return {};
}

} // namespace

QStringList includeObjections(const SourceFile &file, const Include &include, const QStringList &existing)
{
    QString objection;
    if (!include.quoted) {
        objection = libraryObjection(file.path, include.target);
    } else if (const QString beside = QDir::cleanPath(file.folder() + '/' + include.target); existing.contains(beside)) {
        objection = directionObjection(file.path, beside);
    } else if (existing.contains(include.target)) {
        objection = directionObjection(file.path, include.target);
    } else if (!include.target.endsWith(".moc")) {
        objection = "no such file in the tree";
    }
    if (objection.isEmpty())
        return {};
    return {QStringLiteral("%1:%2: %3: %4").arg(file.path).arg(include.line).arg(include.target, objection)};
}

} // namespace limno
