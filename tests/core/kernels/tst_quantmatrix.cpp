// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/quantmatrix.h"

#include "tests/core/kernels/blocks.h"
#include "tests/core/kernels/levels.h"

#include <QtTest>

#include <cmath>
#include <cstring>

using namespace limno;
using namespace limno::kernels;
using namespace limno::kernels::test;

namespace {

bool isFloat(GgmlType type)
{
    return ggmlTypeInfo(type)->blockElements == 1;
}

/// W and x with everything known about y = x · Wᵀ. The bytes lie at an odd address when asked for, and end where their
/// allocation ends, so that the address sanitizer sees a read past the last block.
struct Product {
    GgmlType type;
    int64_t rows, columns, n;
    std::vector<std::byte> bytes;
    int64_t skipped; ///< bytes before the first row
    std::vector<float> x;
    std::vector<double> exact; ///< [n, rows], of the dequantized weights
    std::vector<double> quantizationBound; ///< [n, rows]
    std::vector<double> roundingBound; ///< [n, rows]

    Product(GgmlType t, int64_t r, int64_t c, int64_t inputs, uint32_t seed, int64_t skip = 0)
        : type(t), rows(r), columns(c), n(inputs), bytes(randomBlocks(t, r * c, seed)), skipped(skip),
          x(randomFloats(inputs * c, seed + 1, 2))
    {
        bytes.insert(bytes.begin(), static_cast<size_t>(skip), std::byte{0xff});
        bytes.shrink_to_fit();
        std::vector<float> w(static_cast<size_t>(rows * columns));
        for (int64_t row = 0; row < rows; ++row)
            dequantizeRow(type, matrix().data + row * rowBytes(), columns, w.data() + row * columns);
        for (int64_t i = 0; i < n; ++i) {
            for (int64_t row = 0; row < rows; ++row)
                addResult(x.data() + i * columns, w.data() + row * columns);
        }
    }

    QuantMatrix matrix() const { return {type, bytes.data() + skipped, rows, columns}; }
    int64_t rowBytes() const { return columns / ggmlTypeInfo(type)->blockElements * ggmlTypeInfo(type)->blockBytes; }

    /// Quantizing moves an element by at most a step of the fine term, 1 / (127 · 256) of its block's greatest magnitude
    /// (half a step but for the ends of its range); so the product moves by at most Σ |w| · step. Rounding of fp32: a unit for each of the additions, of the sum
    /// of magnitudes, where the magnitudes of a minimum and the codes it shifts count apart (at most 31 of 15 steps).
    void addResult(const float *in, const float *w)
    {
        double sum = 0, moved = 0, magnitude = 0;
        for (int64_t first = 0; first < columns; first += 32) {
            const int64_t last = std::min(first + 32, columns);
            double greatest = 0, greatestWeight = 0;
            for (int64_t c = first; c < last; ++c) {
                greatest = std::max(greatest, std::abs(double(in[c])));
                greatestWeight = std::max(greatestWeight, std::abs(double(w[c])));
            }
            for (int64_t c = first; c < last; ++c) {
                sum += double(in[c]) * w[c];
                moved += std::abs(double(w[c])) * greatest / (127 * 256);
                magnitude += 3 * (std::abs(double(in[c])) + greatest / 254) * greatestWeight;
            }
        }
        exact.push_back(sum);
        roundingBound.push_back(magnitude * (double(columns) / 32 + 8) * 0x1p-24);
        quantizationBound.push_back(isFloat(type) ? 0 : moved * 1.0001);
    }
};

void compare(const std::vector<float> &got, const std::vector<double> &wanted, const std::vector<double> &bound,
             const std::vector<double> &more)
{
    for (size_t i = 0; i < got.size(); ++i) {
        const double allowed = bound[i] + more[i] + 1e-30;
        QVERIFY2(std::abs(got[i] - wanted[i]) <= allowed,
                 qPrintable(QString("at %1: %2, not %3 within %4").arg(i).arg(got[i]).arg(wanted[i]).arg(allowed)));
    }
}

} // namespace

class TestQuantMatrix : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void productIsWithinTheBound_data();
    void productIsWithinTheBound();
    void severalMatricesShareTheInput_data();
    void severalMatricesShareTheInput();
    void rowsDoNotDependOnTheirNumber_data();
    void rowsDoNotDependOnTheirNumber();
    void levelsAgreeToTheBit();
    void extremeCodes_data();
    void extremeCodes();
    void badInputStaysVisible_data();
    void badInputStaysVisible();
    void zeroAndTinyInput_data();
    void zeroAndTinyInput();
    void unknownTypeIsRefused();

private:
    static void everyLevel();
    enum class Kinds { All, Quantized };
    static void everyLevelAndType(Kinds kinds = Kinds::All);
    const CpuLevel m_best = cpuLevel();
};

void TestQuantMatrix::cleanup()
{
    QVERIFY(setCpuLevel(m_best));
}

void TestQuantMatrix::everyLevel()
{
    QTest::addColumn<int>("level");
    for (const CpuLevel level : levels())
        QTest::newRow(cpuLevelName(level).data()) << static_cast<int>(level);
}

void TestQuantMatrix::everyLevelAndType(Kinds kinds)
{
    QTest::addColumn<int>("level");
    QTest::addColumn<uint>("type");
    for (const CpuLevel level : levels()) {
        for (const GgmlType type : allTypes()) {
            if (kinds == Kinds::All || !isFloat(type))
                QTest::addRow("%s %s", cpuLevelName(level).data(), ggmlTypeInfo(type)->name.data())
                    << static_cast<int>(level) << static_cast<uint>(type);
        }
    }
}

void TestQuantMatrix::productIsWithinTheBound_data()
{
    everyLevelAndType();
}

void TestQuantMatrix::productIsWithinTheBound()
{
    QFETCH(int, level);
    QFETCH(uint, type);
    const auto t = static_cast<GgmlType>(type);
    struct Shape {
        int64_t rows, columns;
    };
    uint32_t seed = 30;
    for (const auto &[rows, columns] : {Shape{1, 32}, Shape{7, 64}, Shape{13, 160}, Shape{34, 320}}) {
        for (int64_t n = 1; n <= 33; n += n < 17 ? 1 : 16) {
            const Product p(t, rows, columns, n, seed, seed % 2);
            seed += 3;
            std::vector<float> reference(static_cast<size_t>(n * rows), NAN), got(reference);
            QVERIFY(setCpuLevel(CpuLevel::Scalar));
            matmul(p.matrix(), p.x.data(), n, reference.data());
            QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
            matmul(p.matrix(), p.x.data(), n, got.data());
            compare(got, p.exact, p.quantizationBound, p.roundingBound);
            compare(got, {reference.begin(), reference.end()}, p.roundingBound, std::vector<double>(got.size()));
            if (QTest::currentTestFailed()) {
                qWarning("rows %d, columns %d, n %d", int(rows), int(columns), int(n));
                return;
            }
        }
    }
}

void TestQuantMatrix::severalMatricesShareTheInput_data()
{
    everyLevel();
}

void TestQuantMatrix::severalMatricesShareTheInput()
{
    QFETCH(int, level);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    for (const int64_t n : {1, 5, 20}) {
        const Product a(GgmlType::Q4_1, 200, 576, n, 1), b(GgmlType::Q8_0, 67, 576, n, 1),
            c(GgmlType::F32, 33, 576, n, 1);
        const QuantMatrix weights[] = {a.matrix(), b.matrix(), c.matrix()};
        std::vector<float> together[3];
        float *y[3];
        for (int i = 0; i < 3; ++i) {
            together[i].resize(static_cast<size_t>(n * weights[i].rows), NAN);
            y[i] = together[i].data();
        }
        matmulMany(weights, y, 3, a.x.data(), n);
        for (int i = 0; i < 3; ++i) {
            std::vector<float> alone(together[i].size());
            matmul(weights[i], a.x.data(), n, alone.data());
            QVERIFY(std::memcmp(alone.data(), together[i].data(), alone.size() * sizeof(float)) == 0);
        }
    }
}

void TestQuantMatrix::rowsDoNotDependOnTheirNumber_data()
{
    everyLevelAndType(Kinds::All);
}

/// A position that is computed again among others must be what it was alone.
void TestQuantMatrix::rowsDoNotDependOnTheirNumber()
{
    QFETCH(int, level);
    QFETCH(uint, type);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    for (const int64_t columns : {32, 224, 576}) {
        constexpr int64_t rows = 9, most = 37;
        const Product product(static_cast<GgmlType>(type), rows, columns, most, 5);
        std::vector<float> alone(rows * most);
        for (int64_t i = 0; i < most; ++i)
            matmul(product.matrix(), product.x.data() + i * columns, 1, alone.data() + i * rows);
        for (const int64_t n : {2, 3, 4, 8, 9, 16, 17, 37}) {
            std::vector<float> together(static_cast<size_t>(rows * n));
            matmul(product.matrix(), product.x.data(), n, together.data());
            QVERIFY2(std::memcmp(together.data(), alone.data(), together.size() * sizeof(float)) == 0,
                     qPrintable(QStringLiteral("n = %1, %2 columns").arg(n).arg(columns)));
        }
    }
}

void TestQuantMatrix::levelsAgreeToTheBit()
{
    const Product product(GgmlType::Q4_1, 11, 224, 5, 9);
    std::vector<float> first;
    for (const CpuLevel level : levels()) {
        QVERIFY(setCpuLevel(level));
        std::vector<float> y(11 * 5);
        matmul(product.matrix(), product.x.data(), 5, y.data());
        if (first.empty())
            first = y;
        QCOMPARE(y, first);
    }
}

void TestQuantMatrix::extremeCodes_data()
{
    everyLevelAndType(Kinds::Quantized);
}

/// Every code the greatest or the least, every activation at full scale: where 16-bit sums would saturate.
void TestQuantMatrix::extremeCodes()
{
    QFETCH(int, level);
    QFETCH(uint, type);
    const auto t = static_cast<GgmlType>(type);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    const auto info = *ggmlTypeInfo(t);
    const int64_t columns = 128, rows = 5;
    for (const uint8_t fill : {0x00, 0x7f, 0x80, 0xff}) {
        std::vector<std::byte> bytes(static_cast<size_t>(rows * columns / 32 * info.blockBytes), std::byte{fill});
        for (size_t block = 0; block < bytes.size(); block += static_cast<size_t>(info.blockBytes)) {
            bytes[block] = std::byte{0x00}; // scale 1
            bytes[block + 1] = std::byte{0x3c};
            if (t == GgmlType::Q4_1 || t == GgmlType::Q5_1)
                bytes[block + 2] = bytes[block + 3] = std::byte{0};
        }
        std::vector<float> w(columns);
        dequantizeRow(t, bytes.data(), columns, w.data());
        for (const float input : {127.0f, -127.0f}) {
            for (const int64_t n : {1, 2, 3, 8, 16}) {
                const std::vector<float> x(static_cast<size_t>(n * columns), input);
                std::vector<float> y(static_cast<size_t>(n * rows));
                matmul({t, bytes.data(), rows, columns}, x.data(), n, y.data());
                float wanted = 0;
                for (const float weight : w)
                    wanted += weight * input;
                for (const float result : y)
                    QCOMPARE(result, wanted);
            }
        }
    }
}

void TestQuantMatrix::badInputStaysVisible_data()
{
    everyLevel();
}

void TestQuantMatrix::badInputStaysVisible()
{
    QFETCH(int, level);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    for (const float bad : {float(NAN), float(INFINITY)}) {
        for (const int64_t n : {1, 6, 12}) {
            Product p(GgmlType::Q4_1, 9, 96, n, 4);
            p.x[40] = bad;
            std::vector<float> y(static_cast<size_t>(n * 9));
            matmul(p.matrix(), p.x.data(), n, y.data());
            for (int64_t row = 0; row < n * 9; ++row)
                QCOMPARE(std::isfinite(y[static_cast<size_t>(row)]), row >= 9);
        }
    }
}

void TestQuantMatrix::zeroAndTinyInput_data()
{
    everyLevel();
}

void TestQuantMatrix::zeroAndTinyInput()
{
    QFETCH(int, level);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    for (const float value : {0.0f, 1e-44f, 1e-38f}) {
        Product p(GgmlType::Q4_0, 9, 96, 5, 4);
        std::fill(p.x.begin(), p.x.end(), value);
        std::vector<float> y(5 * 9, NAN);
        matmul(p.matrix(), p.x.data(), 5, y.data());
        for (const float result : y)
            QCOMPARE(result, 0.0f);
    }
}

void TestQuantMatrix::unknownTypeIsRefused()
{
    QVERIFY(!isSupported(GgmlType::IQ1_S));
    QVERIFY(!isSupported(GgmlType::I32));
    for (const GgmlType type : allTypes())
        QVERIFY(isSupported(type));
}

QTEST_APPLESS_MAIN(TestQuantMatrix)
#include "tst_quantmatrix.moc"
