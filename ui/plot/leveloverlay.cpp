// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/leveloverlay.h"

#include "ui/text.h"
#include "ui/wording.h"

#include <QPainter>

namespace limno {

namespace {

constexpr size_t kKeptMarks = 2000;
constexpr int kLongestLabel = 180;

/// What stands beside a mark: "load smollm2", not the whole path that the recording keeps.
QString wordsOf(const QString &kind, const QString &text)
{
    if (kind == QLatin1String("load"))
        return LevelOverlay::tr("load %1").arg(text.section(QLatin1Char(':'), 0, 0));
    if (kind == QLatin1String("unload"))
        return LevelOverlay::tr("unload %1").arg(text.section(QLatin1Char(':'), 0, 0));
    if (kind == QLatin1String("clear"))
        return LevelOverlay::tr("clear, gave back %1").arg(text.section(QLatin1String(": "), -1));
    if (kind == QLatin1String("error"))
        return LevelOverlay::tr("error");
    if (kind == QLatin1String("oom"))
        return LevelOverlay::tr("out of memory");
    // "smollm2: KV cache off, offload none"
    return toggleText(text.contains(QLatin1String(": ")) ? text.section(QLatin1String(": "), 1) : text);
}

} // namespace

LevelOverlay::LevelOverlay(QWidget *parent)
    : QWidget(parent)
    , m_colors(themeColors(Scheme::Light))
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
}

void LevelOverlay::setColors(const ThemeColors &colors, int axisPixels)
{
    m_colors = colors;
    m_axisPixels = axisPixels;
    update();
}

void LevelOverlay::setView(const TimeView &view, const QRect &area)
{
    if (m_view == view && m_area == area)
        return;
    m_view = view;
    m_area = area;
    update();
}

void LevelOverlay::addMarks(const std::vector<LevelMark> &marks, int64_t originNs)
{
    for (const LevelMark &mark : marks)
        m_marks.push_back(
            {static_cast<double>(mark.timeNs - originNs) / 1e9, fromUtf8(mark.kind), fromUtf8(mark.text)});
    if (m_marks.size() > kKeptMarks)
        m_marks.erase(m_marks.begin(), m_marks.end() - kKeptMarks);
    update();
}

void LevelOverlay::setCursorSeconds(std::optional<double> seconds)
{
    if (m_cursor == seconds)
        return;
    m_cursor = seconds;
    update();
}

void LevelOverlay::setEmptyText(const QString &text)
{
    if (m_emptyText == text)
        return;
    m_emptyText = text;
    update();
}

QColor LevelOverlay::markColor(const QString &kind) const
{
    if (kind == QLatin1String("error") || kind == QLatin1String("oom"))
        return m_colors.bad;
    if (kind == QLatin1String("toggle"))
        return m_colors.question;
    if (kind == QLatin1String("clear"))
        return m_colors.good;
    return m_colors.secondary;
}

/// On a plate of its own, so that a curve behind it does not strike it through.
void LevelOverlay::paintLabel(QPainter &painter, double x, const QString &text) const
{
    const QFontMetrics metrics = painter.fontMetrics();
    const double base = m_area.bottom() - 6;
    QColor plate = m_colors.panel;
    plate.setAlphaF(0.85F);
    painter.fillRect(QRectF(x - 2, base - metrics.ascent(), metrics.horizontalAdvance(text) + 4, metrics.height()),
                     plate);
    painter.drawText(QPointF(x, base), text);
}

void LevelOverlay::paintMarks(QPainter &painter) const
{
    const QFontMetrics metrics = painter.fontMetrics();
    double freeFrom = m_area.left();
    double lastX = -10;
    for (size_t i = 0; i < m_marks.size(); ++i) {
        const Mark &mark = m_marks[i];
        const double x = std::round(m_view.toPixel(mark.seconds)) + 0.5;
        if (!m_view.contains(x) || x - lastX < 3)
            continue;
        lastX = x;
        const QColor color = markColor(mark.kind);
        QPen pen(color, 1);
        pen.setDashPattern({2, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(x, m_area.top()), QPointF(x, m_area.bottom()));
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        const double top = m_area.top();
        painter.drawPolygon(QPolygonF({{x - 4.5, top}, {x + 4.5, top}, {x, top + 7}}));

        // A word only where it does not run into the next mark's line or out of the picture.
        const double nextX = i + 1 < m_marks.size()
            ? std::min(m_view.toPixel(m_marks[i + 1].seconds), double(m_area.right()))
            : m_area.right();
        const double room = std::min(nextX - x - 10, double(kLongestLabel));
        const QString words = wordsOf(mark.kind, mark.text);
        painter.setPen(color);
        if (const double before = x - 6 - metrics.horizontalAdvance(words); room < 28 && before > freeFrom) {
            paintLabel(painter, before, words);
            freeFrom = x + 6;
        }
        if (x + 6 < freeFrom || room < 28)
            continue;
        const QString label = metrics.elidedText(words, Qt::ElideRight, static_cast<int>(room));
        paintLabel(painter, x + 6, label);
        freeFrom = x + 6 + metrics.horizontalAdvance(label) + 8;
    }
}

void LevelOverlay::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont axisFont = font();
    axisFont.setPixelSize(m_axisPixels);
    painter.setFont(axisFont);
    paintMarks(painter);

    if (!m_emptyText.isEmpty()) {
        painter.setPen(m_colors.secondary);
        painter.drawText(m_area, Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
    }
    if (!m_cursor)
        return;
    const double x = std::round(m_view.toPixel(*m_cursor)) + 0.5;
    if (!m_view.contains(x))
        return;
    painter.setPen(QPen(m_colors.secondary, 1));
    painter.drawLine(QPointF(x, m_area.top()), QPointF(x, m_area.bottom()));
    const QString time = clockText(*m_cursor, 0.1);
    const int width = painter.fontMetrics().horizontalAdvance(time) + 12;
    const int height = m_axisPixels + 7;
    const double left = std::clamp(x - width / 2.0, double(m_area.left()), double(m_area.right() - width));
    const QRectF flag(left, m_area.bottom() + 2, width, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_colors.secondary);
    painter.drawRoundedRect(flag, 3, 3);
    painter.setPen(m_colors.panel);
    painter.drawText(flag, Qt::AlignCenter, time);
}

} // namespace limno
