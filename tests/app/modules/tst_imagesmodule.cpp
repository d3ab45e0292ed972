// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/services.h"

#include <QFile>
#include <QTest>

using namespace limno;

/// The module as the programs open it. One process, so the order of the tests is part of them.
class TestImagesModule : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void bringsADecoder()
    {
        QVERIFY(!m_host.imageDecoder());
        const auto opened = m_host.open("limnograph-images");
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        QVERIFY(m_host.imageDecoder());
        QCOMPARE(m_host.workerHooks().size(), size_t(1));
        QFile file(LIMNOGRAPH_SOURCE_DIR "/tests/data/images/orientation6.jpg");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        const auto image = m_host.imageDecoder()->decode(std::as_bytes(std::span(bytes.data(), size_t(bytes.size()))), "a");
        QVERIFY(image.has_value());
        QCOMPARE(image->orientation, 6);
    }

    /// OpenCV brings Debian's reference BLAS into the process; LibTorch must go on with its own.
    void leavesLibTorchItsBlas()
    {
        if (!QFile::exists(LIMNOGRAPH_BUILD_DIR "/lib/liblimnograph-tensors.so"))
            QSKIP("built without LibTorch");
        QFile maps("/proc/self/maps");
        QVERIFY(maps.open(QIODevice::ReadOnly) && maps.readAll().contains("/libblas.so")); // else this proves nothing
        const auto opened = m_host.open("limnograph-tensors");
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        const auto checks = m_host.doctorChecks();
        const auto blas = std::find_if(checks.begin(), checks.end(), [](const DoctorCheck &check) { return check.name == "blas"; });
        QVERIFY(blas != checks.end());
        QVERIFY2(blas->ok, blas->detail.c_str());
    }

private:
    Services m_services{Runtime::Options{}};
    ModuleHost &m_host = m_services.modules;
};

QTEST_GUILESS_MAIN(TestImagesModule)
#include "tst_imagesmodule.moc"
