// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/decoderops.h"

#include "tests/core/kernels/levels.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace limno::kernels;
using namespace limno::kernels::test;

namespace {

double greatestError(const std::vector<float> &got, const std::vector<double> &wanted)
{
    double worst = 0;
    for (size_t i = 0; i < got.size(); ++i) {
        const double error = std::abs(got[i] - wanted[i]) / std::max(1.0, std::abs(wanted[i]));
        worst = error <= worst ? worst : error; // NaN becomes the worst
    }
    return worst;
}

/// IEEE 754 binary16 to double, by its definition.
double half(uint16_t bits)
{
    const int exponent = (bits >> 10) & 31;
    const int mantissa = bits & 1023;
    const double magnitude = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
    return bits & 0x8000 ? -magnitude : magnitude;
}

struct AttentionCase {
    int64_t n, past, heads, kvHeads, headDim;
};

std::vector<double> naiveAttention(const AttentionCase &c, const std::vector<float> &q, const std::vector<double> &k,
                                   const std::vector<double> &v, double scale)
{
    std::vector<double> out(q.size());
    for (int64_t i = 0; i < c.n; ++i) {
        for (int64_t h = 0; h < c.heads; ++h) {
            const int64_t kv = h / (c.heads / c.kvHeads);
            const float *query = q.data() + (i * c.heads + h) * c.headDim;
            std::vector<double> scores;
            for (int64_t p = 0; p <= c.past + i; ++p) {
                double dot = 0;
                for (int64_t d = 0; d < c.headDim; ++d)
                    dot += query[d] * k[static_cast<size_t>((p * c.kvHeads + kv) * c.headDim + d)];
                scores.push_back(dot * scale);
            }
            const double best = *std::max_element(scores.begin(), scores.end());
            double total = 0;
            for (double &score : scores)
                total += score = std::exp(score - best);
            for (int64_t d = 0; d < c.headDim; ++d) {
                double sum = 0;
                for (size_t p = 0; p < scores.size(); ++p)
                    sum += scores[p] * v[(p * static_cast<size_t>(c.kvHeads) + static_cast<size_t>(kv))
                                             * static_cast<size_t>(c.headDim)
                                         + static_cast<size_t>(d)];
                out[static_cast<size_t>((i * c.heads + h) * c.headDim + d)] = sum / total;
            }
        }
    }
    return out;
}

} // namespace

class TestDecoderOps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup();
    void rmsNormMatchesDouble_data() { everyLevel(); }
    void rmsNormMatchesDouble();
    void siluMultiplyMatchesDouble_data() { everyLevel(); }
    void siluMultiplyMatchesDouble();
    void siluKeepsNan_data() { everyLevel(); }
    void siluKeepsNan();
    void addAdds_data() { everyLevel(); }
    void addAdds();
    void ropeTurnsPairs_data() { everyLevel(); }
    void ropeTurnsPairs();
    void everyHalfIsStoredExactly_data() { everyLevel(); }
    void everyHalfIsStoredExactly();
    void halfRoundsToNearestEven_data() { everyLevel(); }
    void halfRoundsToNearestEven();
    void attendMatchesDouble_data();
    void attendMatchesDouble();
    void attendSurvivesGreatScores_data() { everyLevel(); }
    void attendSurvivesGreatScores();

private:
    static void everyLevel();
    const CpuLevel m_best = cpuLevel();
};

void TestDecoderOps::everyLevel()
{
    QTest::addColumn<int>("level");
    for (const CpuLevel level : levels())
        QTest::newRow(cpuLevelName(level).data()) << static_cast<int>(level);
}

void TestDecoderOps::cleanup()
{
    QVERIFY(setCpuLevel(m_best));
}

void TestDecoderOps::rmsNormMatchesDouble()
{
    QFETCH(int, level);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    for (const int64_t columns : {1, 7, 16, 33, 64, 130, 576}) {
        for (const int64_t n : {1, 3, 70}) {
            const auto x = randomFloats(n * columns, 1, 3), weight = randomFloats(columns, 2);
            std::vector<double> wanted(x.size());
            for (int64_t i = 0; i < n; ++i) {
                double squares = 0;
                for (int64_t c = 0; c < columns; ++c)
                    squares += double(x[i * columns + c]) * x[i * columns + c];
                const double factor = 1 / std::sqrt(squares / double(columns) + 1e-5);
                for (int64_t c = 0; c < columns; ++c)
                    wanted[i * columns + c] = x[i * columns + c] * factor * weight[c];
            }
            std::vector<float> got = x;
            rmsNorm(got.data(), weight.data(), 1e-5f, n, columns, got.data());
            QVERIFY2(greatestError(got, wanted) < 1e-6, qPrintable(QString("%1 columns").arg(columns)));
        }
    }
}

void TestDecoderOps::siluMultiplyMatchesDouble()
{
    QFETCH(int, level);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    for (const int64_t count : {1, 15, 16, 17, 1536, 100001}) {
        auto gate = randomFloats(count, 3, 20);
        gate[0] = -1000;
        gate[static_cast<size_t>(count) / 2] = 1000;
        const auto up = randomFloats(count, 4);
        std::vector<double> wanted(gate.size());
        for (size_t i = 0; i < gate.size(); ++i)
            wanted[i] = gate[i] / (1 + std::exp(-double(gate[i]))) * up[i];
        std::vector<float> got(gate.size());
        siluMultiply(gate.data(), up.data(), count, got.data());
        QVERIFY2(greatestError(got, wanted) < 1e-6, qPrintable(QString::number(greatestError(got, wanted))));
    }
}

void TestDecoderOps::siluKeepsNan()
{
    QFETCH(int, level);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    const std::vector<float> gate(20, std::nanf("")), up(20, 1.0f);
    std::vector<float> got(20);
    siluMultiply(gate.data(), up.data(), 20, got.data());
    QVERIFY(std::all_of(got.begin(), got.end(), [](float x) { return std::isnan(x); }));
}

void TestDecoderOps::addAdds()
{
    QFETCH(int, level);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    for (const int64_t count : {1, 15, 16, 17, 576, 70003}) {
        const auto x = randomFloats(count, 5);
        auto y = randomFloats(count, 6);
        auto wanted = y;
        for (size_t i = 0; i < y.size(); ++i)
            wanted[i] += x[i];
        add(x.data(), y.data(), count);
        QCOMPARE(y, wanted);
    }
}

void TestDecoderOps::ropeTurnsPairs()
{
    QFETCH(int, level);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    for (const RopePairing pairing : {RopePairing::Halves, RopePairing::Interleaved}) {
        for (const int64_t headDim : {2, 6, 24, 64, 80, 128}) {
            const int64_t n = 5, heads = 3, half = headDim / 2;
            const auto x = randomFloats(n * heads * headDim, 7);
            std::vector<float> cosines(static_cast<size_t>(n * half)), sines(cosines.size());
            for (size_t i = 0; i < cosines.size(); ++i) {
                cosines[i] = std::cos(float(i));
                sines[i] = std::sin(float(i));
            }
            std::vector<double> wanted(x.size());
            for (int64_t row = 0; row < n * heads; ++row) {
                for (int64_t i = 0; i < half; ++i) {
                    const bool halves = pairing == RopePairing::Halves;
                    const int64_t first = row * headDim + (halves ? i : 2 * i);
                    const int64_t second = first + (halves ? half : 1);
                    const double c = cosines[row / heads * half + i], s = sines[row / heads * half + i];
                    wanted[first] = x[first] * c - x[second] * s;
                    wanted[second] = x[first] * s + x[second] * c;
                }
            }
            auto got = x;
            rope(pairing, got.data(), cosines.data(), sines.data(), n, heads, headDim);
            QVERIFY(greatestError(got, wanted) < 5e-7);
        }
    }
}

void TestDecoderOps::everyHalfIsStoredExactly()
{
    QFETCH(int, level);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    std::vector<float> values;
    std::vector<uint16_t> wanted;
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
        if ((bits & 0x7c00) == 0x7c00)
            continue;
        values.push_back(float(half(uint16_t(bits))));
        wanted.push_back(uint16_t(bits));
    }
    std::vector<uint16_t> got(values.size());
    storeCache(values.data(), int64_t(values.size()), CacheType::F16, got.data());
    QCOMPARE(got, wanted);
}

void TestDecoderOps::halfRoundsToNearestEven()
{
    QFETCH(int, level);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    const std::vector<float> values = {1 + 0x1p-11f, 1 + 0x1.8p-10f, 1 + 0x1.002p-11f, 65519,        65520,
                                       1e30f,        -65520,         0x1p-25f,         0x1.002p-25f, 0x1.8p-24f,
                                       1e-30f,       INFINITY,       -INFINITY,        -1e-30f};
    const std::vector<uint16_t> wanted = {0x3c00, 0x3c02, 0x3c01, 0x7bff, 0x7c00, 0x7c00, 0xfc00,
                                          0x0000, 0x0001, 0x0002, 0x0000, 0x7c00, 0xfc00, 0x8000};
    std::vector<uint16_t> got(values.size());
    storeCache(values.data(), int64_t(values.size()), CacheType::F16, got.data());
    QCOMPARE(got, wanted);
}

void TestDecoderOps::attendMatchesDouble_data()
{
    QTest::addColumn<int>("level");
    QTest::addColumn<int>("type");
    QTest::addColumn<std::vector<int64_t>>("shape");
    const std::vector<std::vector<int64_t>> shapes = {
        {1, 0, 1, 1, 2},    {1, 0, 9, 3, 64},    {1, 1000, 9, 3, 64}, {5, 63, 4, 4, 20}, {70, 0, 9, 3, 64},
        {3, 257, 6, 1, 40}, {2, 700, 2, 1, 128}, {64, 65, 8, 2, 80},  {1, 64, 3, 3, 7},
    };
    for (const CpuLevel level : levels()) {
        for (const CacheType type : {CacheType::F32, CacheType::F16}) {
            for (const auto &s : shapes)
                QTest::addRow("%s %s n=%d past=%d heads=%d/%d dim=%d", cpuLevelName(level).data(),
                              type == CacheType::F32 ? "f32" : "f16", int(s[0]), int(s[1]), int(s[2]), int(s[3]),
                              int(s[4]))
                    << int(level) << int(type) << s;
        }
    }
}

void TestDecoderOps::attendMatchesDouble()
{
    QFETCH(int, level);
    QFETCH(int, type);
    QFETCH(std::vector<int64_t>, shape);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    const auto cacheType = static_cast<CacheType>(type);
    const AttentionCase c{shape[0], shape[1], shape[2], shape[3], shape[4]};
    const int64_t cacheCount = (c.past + c.n) * c.kvHeads * c.headDim;
    const auto q = randomFloats(c.n * c.heads * c.headDim, 8, 2);
    const auto keys = randomFloats(cacheCount, 9), values = randomFloats(cacheCount, 10);
    std::vector<double> exactKeys(keys.begin(), keys.end()), exactValues(values.begin(), values.end());
    // Exactly as large as the rows: a read past the end is the address sanitizer's to find.
    std::vector<uint16_t> halfKeys(keys.size()), halfValues(values.size());
    const void *k = keys.data(), *v = values.data();
    if (cacheType == CacheType::F16) {
        storeCache(keys.data(), cacheCount, cacheType, halfKeys.data());
        storeCache(values.data(), cacheCount, cacheType, halfValues.data());
        std::transform(halfKeys.begin(), halfKeys.end(), exactKeys.begin(), half);
        std::transform(halfValues.begin(), halfValues.end(), exactValues.begin(), half);
        k = halfKeys.data();
        v = halfValues.data();
    }
    const float scale = 1 / std::sqrt(float(c.headDim));
    std::vector<float> got(q.size());
    attend(q.data(), k, v, cacheType, c.n, c.past, c.heads, c.kvHeads, c.headDim, scale, got.data());
    const double error = greatestError(got, naiveAttention(c, q, exactKeys, exactValues, scale));
    QVERIFY2(error < 3e-6, qPrintable(QString::number(error)));
    // The last query alone gets the same bits: a KV cache must not change a text.
    std::vector<float> alone(static_cast<size_t>(c.heads * c.headDim));
    const int64_t last = (c.n - 1) * c.heads * c.headDim;
    attend(q.data() + last, k, v, cacheType, 1, c.past + c.n - 1, c.heads, c.kvHeads, c.headDim, scale, alone.data());
    QVERIFY(std::equal(alone.begin(), alone.end(), got.begin() + last));
}

void TestDecoderOps::attendSurvivesGreatScores()
{
    QFETCH(int, level);
    QVERIFY(setCpuLevel(static_cast<CpuLevel>(level)));
    // Scores grow from −400 to 400 along the positions: every tile moves the maximum far beyond exp's range.
    const AttentionCase c{1, 199, 1, 1, 16};
    std::vector<float> q(16, 1), k(200 * 16), v = randomFloats(200 * 16, 11);
    for (int64_t p = 0; p < 200; ++p)
        std::fill_n(k.begin() + p * 16, 16, float(p - 100) / 4);
    std::vector<float> got(16);
    attend(q.data(), k.data(), v.data(), CacheType::F32, 1, 199, 1, 1, 16, 1, got.data());
    const double error = greatestError(
        got, naiveAttention(c, q, std::vector<double>(k.begin(), k.end()), std::vector<double>(v.begin(), v.end()), 1));
    QVERIFY2(error < 1e-6, qPrintable(QString::number(error)));
}

QTEST_APPLESS_MAIN(TestDecoderOps)
#include "tst_decoderops.moc"
