// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later

// limnograph-picture [SCALE]: SVG on standard input, the same as PNG on standard output. A program of its own, since the
// command line links no graphics. Exit code 2 for what is no picture, 1 when writing fails.
#include <QBuffer>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

#include <cstdio>

namespace {

constexpr double kMostPixels = 1 << 26;
constexpr int kExitInput = 2;

int complain(const char *what, int code)
{
    std::fprintf(stderr, "limnograph-picture: %s\n", what);
    return code;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    bool isNumber = true;
    const double scale = argc > 1 ? QByteArray(argv[1]).toDouble(&isNumber) : 2;
    if (!isNumber || !(scale > 0 && scale <= 16))
        return complain("the scale has to be above 0 and at most 16", kExitInput);
    QFile in;
    if (!in.open(stdin, QIODevice::ReadOnly))
        return complain("no standard input", kExitInput);
    QSvgRenderer renderer(in.readAll());
    const QSizeF size = QSizeF(renderer.defaultSize()) * scale;
    if (!renderer.isValid() || size.isEmpty() || size.width() * size.height() > kMostPixels)
        return complain("no SVG picture of a reasonable size", kExitInput);
    QImage image(size.toSize(), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    QFile out;
    if (!out.open(stdout, QIODevice::WriteOnly) || !image.save(&out, "PNG") || !out.flush())
        return complain("the picture cannot be written", 1);
    return 0;
}
