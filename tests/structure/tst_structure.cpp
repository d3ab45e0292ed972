// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/structure/rules.h"

#include <QFile>
#include <QTest>

using namespace limno;

/// Reads the source tree and holds it against the rules of its design; the rules are tested first, on small examples.
class TestStructure : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void includeRule_data();
    void includeRule();
    void typeRule();
    void formRule();
    void registrationRule();

    void includes();
    void types();
    void form();
    void registration();

private:
    QList<SourceFile> m_files;
    QStringList m_paths;
};

void TestStructure::initTestCase()
{
    m_files = readTree(LIMNOGRAPH_SOURCE_DIR, {"app", "core", "ui", "tests", "cmake", "packaging", "resources"});
    QFile top(LIMNOGRAPH_SOURCE_DIR "/CMakeLists.txt");
    QVERIFY(top.open(QIODevice::ReadOnly));
    m_files.append({"CMakeLists.txt", QString::fromUtf8(top.readAll()).split('\n')});
    for (const SourceFile &file : m_files)
        m_paths.append(file.path);
    QVERIFY(m_paths.contains("core/base/error.h"));
    QVERIFY(m_paths.contains("tests/structure/tst_structure.cpp"));
}

void TestStructure::includeRule_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("line");
    QTest::addColumn<bool>("allowed");

    const auto row = [](const char *from, const char *line, bool allowed) {
        QTest::addRow("%s %s", from, line) << QString(from) << QString("#include ") + line << allowed;
    };
    row("core/memory/a.h", "\"core/base/error.h\"", true);
    row("core/base/a.h", "\"core/memory/metric.h\"", false);
    row("core/base/a.h", "\"error.h\"", true);
    row("core/base/a.h", "\"core/base/missing.h\"", false);
    row("core/base/a.h", "\"../memory/metric.h\"", false);
    row("core/analysis/a.h", "\"core/memory/metric.h\"", false);
    row("core/formats/a.h", "\"core/runtime/request.h\"", false);
    row("core/runtime/a.h", "\"core/formats/plaintensor.h\"", true);
    row("core/runtime/a.h", "\"core/text/tokenizer.h\"", false);
    row("core/text/a.h", "\"core/runtime/request.h\"", true);
    row("core/text/a.h", "\"core/kernels/quantmatrix.h\"", false);
    row("core/text/torch/a.h", "\"core/kernels/quantmatrix.h\"", true);
    row("core/replay/a.h", "\"core/runtime/request.h\"", true);
    row("core/replay/a.h", "\"core/text/tokenizer.h\"", false);
    row("core/service/a.h", "\"core/text/tokenizer.h\"", false);
    row("core/io/a.h", "\"core/replay/recording.h\"", true);
    row("core/lab/torch/a.h", "\"core/text/tokenizer.h\"", true);
    row("core/other/a.h", "\"core/base/error.h\"", false);
    row("core/replay/a.h", "\"app/services.h\"", false);
    row("ui/a.h", "\"core/replay/recording.h\"", true);
    row("ui/a.h", "\"core/kernels/quantmatrix.h\"", false);
    row("ui/a.h", "\"app/services.h\"", false);
    row("app/a.cpp", "\"core/text/tokenizer.h\"", true);
    row("app/a.cpp", "\"core/memory/torch/hostallocator.h\"", false);
    row("app/modules/tensorsmodule.cpp", "\"core/memory/torch/hostallocator.h\"", true);
    row("app/modules/imagesmodule.cpp", "\"core/memory/torch/hostallocator.h\"", false);
    row("app/modules/imagesmodule.cpp", "\"core/vision/opencv/opencvdecoder.h\"", true);
    row("app/modules/tensorsmodule.cpp", "\"core/vision/opencv/opencvdecoder.h\"", false);
    row("app/a.cpp", "\"core/vision/imagefile.h\"", true);
    row("app/a.cpp", "\"core/vision/opencv/opencvdecoder.h\"", false);
    row("core/vision/a.cpp", "\"core/vision/opencv/opencvdecoder.h\"", false);
    row("core/vision/torch/a.cpp", "\"core/vision/imagefile.h\"", true);
    row("core/vision/torch/a.cpp", "\"core/vision/opencv/opencvdecoder.h\"", false);
    row("core/runtime/a.h", "\"core/vision/imagefile.h\"", false);
    row("ui/a.h", "\"core/vision/imageheader.h\"", true);
    row("core/base/a.h", "\"tests/structure/rules.h\"", false);
    row("tests/core/a.cpp", "\"core/kernels/quantmatrix.h\"", true);
    row("tests/core/a.cpp", "\"a.moc\"", true);

    row("core/text/a.cpp", "<ATen/Parallel.h>", false);
    row("core/text/torch/a.cpp", "<ATen/Parallel.h>", true);
    row("core/kernels/a.cpp", "<ATen/Parallel.h>", true);
    row("app/a.cpp", "<c10/core/Allocator.h>", false);
    row("core/io/a.cpp", "<opencv2/imgproc.hpp>", false);
    row("core/vision/a.cpp", "<opencv2/imgproc.hpp>", false);
    row("core/vision/torch/a.cpp", "<opencv2/imgproc.hpp>", false);
    row("core/vision/opencv/a.cpp", "<opencv2/imgproc.hpp>", true);
    row("core/vision/opencv/a.cpp", "<gif_lib.h>", true);
    row("core/vision/opencv/a.cpp", "<torch/script.h>", false);
    row("core/vision/a.cpp", "<webp/demux.h>", false);
    row("core/io/a.cpp", "<qcustomplot.h>", false);
    row("ui/a.cpp", "<qcustomplot.h>", true);
    row("core/replay/a.cpp", "<QSqlDatabase>", true);
    row("core/replay/a.cpp", "<QtCore/QString>", true);
    row("core/replay/a.cpp", "<QImage>", false);
    row("core/replay/a.cpp", "<QtWidgets/QWidget>", false);
    row("ui/a.cpp", "<QWidget>", true);
    row("app/a.cpp", "<QApplication>", true);
    row("core/replay/a.cpp", "<vector>", true);
}

void TestStructure::includeRule()
{
    QFETCH(QString, from);
    QFETCH(QString, line);
    QFETCH(bool, allowed);
    const QList<Include> found = SourceFile{from, {line}}.includes();
    QCOMPARE(found.size(), 1);
    QCOMPARE(includeObjections({from, {line}}, found.first(), m_paths).isEmpty(), allowed);
}

void TestStructure::typeRule()
{
    const QStringList lines{"void f(const at::Tensor &tensor);", "int cv::g();", "// at::Tensor", "bool format::ok();"};
    QCOMPARE(typeObjections({"core/text/a.h", lines}).size(), 2);
    QCOMPARE(typeObjections({"core/text/torch/a.h", lines}).size(), 0);
    QCOMPARE(typeObjections({"core/kernels/detail/a.h", lines}).size(), 0);
    QCOMPARE(typeObjections({"core/text/a.cpp", lines}).size(), 0);
}

void TestStructure::formRule()
{
    // REUSE-IgnoreStart
    QStringList good{"// SPDX-FileCopyrightText: 2026 Limnograph developers",
                     "// SPDX-License-Identifier: GPL-3.0-or-later", "#pragma once"};
    // REUSE-IgnoreEnd
    QCOMPARE(formObjections({"core/base/a.h", good}), QStringList());
    QCOMPARE(formObjections({"core/base/a.h", good.mid(0, 2)}).size(), 1);
    QCOMPARE(formObjections({"core/base/a.h", good.mid(1)}).size(), 1);
    good.resize(501);
    QCOMPARE(formObjections({"core/base/a.h", good}).size(), 1);
}

void TestStructure::registrationRule()
{
    const SourceFile top{"CMakeLists.txt", {"add_subdirectory(core)"}};
    const SourceFile core{"core/CMakeLists.txt", {"add_library(core a.cpp jinja/b.cpp) # c.cpp"}};
    QCOMPARE(registrationObjections({top, core, {"core/a.cpp", {}}, {"core/jinja/b.cpp", {}}}), QStringList());
    QCOMPARE(registrationObjections({top, core, {"core/c.cpp", {}}, {"core/jinja/a.cpp", {}}}).size(), 2);
    QCOMPARE(registrationObjections({top, {"ui/CMakeLists.txt", {}}}).size(), 1);

    const SourceFile deep{"CMakeLists.txt", {"add_subdirectory(core)", "add_subdirectory(core/text/torch)"}};
    QCOMPARE(registrationObjections({deep, core, {"core/text/torch/CMakeLists.txt", {}}}), QStringList());

    const SourceFile loop{"core/CMakeLists.txt", {"foreach(name a)", "limno_test(x tst_${name}.cpp)"}};
    QCOMPARE(registrationObjections({top, loop, {"core/tst_a.cpp", {}}}), QStringList());
    QCOMPARE(registrationObjections({top, loop, {"core/tst_b.cpp", {}}, {"core/a.cpp", {}}}).size(), 2);
    QCOMPARE(registrationObjections({{"ui/a.cpp", {}}}).size(), 1);
}

void TestStructure::includes()
{
    QStringList objections;
    for (const SourceFile &file : m_files) {
        for (const Include &include : file.isCpp() ? file.includes() : QList<Include>())
            objections += includeObjections(file, include, m_paths);
    }
    QVERIFY2(objections.isEmpty(), qPrintable(objections.join('\n')));
}

void TestStructure::types()
{
    QStringList objections;
    for (const SourceFile &file : m_files)
        objections += typeObjections(file);
    QVERIFY2(objections.isEmpty(), qPrintable(objections.join('\n')));
}

void TestStructure::form()
{
    QStringList objections;
    for (const SourceFile &file : m_files)
        objections += formObjections(file);
    QVERIFY2(objections.isEmpty(), qPrintable(objections.join('\n')));
}

void TestStructure::registration()
{
    const QStringList objections = registrationObjections(m_files);
    QVERIFY2(objections.isEmpty(), qPrintable(objections.join('\n')));
}

QTEST_GUILESS_MAIN(TestStructure)
#include "tst_structure.moc"
