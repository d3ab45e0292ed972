// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/vision/quadrants.h"

#include <QTest>

using namespace limno;
using Means = std::array<std::array<double, 3>, 4>;

class TestQuadrants : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fourPixels()
    {
        const Image image{2, 2, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
        QCOMPARE(quadrantMeans(image), (Means{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}}}));
    }

    void onePixelIsInAll()
    {
        const Image image{1, 1, {10, 200, 30}};
        QCOMPARE(quadrantMeans(image), (Means{{{10, 200, 30}, {10, 200, 30}, {10, 200, 30}, {10, 200, 30}}}));
    }

    void middleColumnIsRight()
    {
        const Image image{3, 1, {0, 0, 0, 10, 20, 30, 20, 40, 60}};
        QCOMPARE(quadrantMeans(image), (Means{{{0, 0, 0}, {15, 30, 45}, {0, 0, 0}, {15, 30, 45}}}));
    }
};

QTEST_GUILESS_MAIN(TestQuadrants)
#include "tst_quadrants.moc"
