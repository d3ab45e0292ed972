// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/cardmap.h"

#include "core/memory/tally.h"
#include "ui/text.h"

#include <QAccessible>
#include <QAccessibleEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace limno {

namespace {

constexpr double kAlone = 2; ///< pixels from which on a block is drawn by itself
constexpr double kLeastForGap = 5;

uintptr_t endOf(uintptr_t address, int64_t size)
{
    return address + static_cast<uintptr_t>(size);
}

/// What is too narrow to be drawn block by block.
class Crumbs
{
public:
    Crumbs(QPainter &painter, const ThemeColors &colors)
        : m_painter(painter)
        , m_colors(colors)
    {
    }
    void add(const QRectF &rect, Holder holder)
    {
        if (!m_rect.isNull() && rect.top() != m_rect.top())
            flush();
        m_rect = m_rect.isNull() ? rect : m_rect.united(rect);
        m_share[static_cast<size_t>(holder)] += rect.width();
        if (m_rect.width() >= 1)
            flush();
    }
    void flush()
    {
        if (m_rect.isNull())
            return;
        const auto most = std::max_element(m_share.begin(), m_share.end());
        m_painter.fillRect(m_rect, holderLook(static_cast<Holder>(most - m_share.begin()), m_colors).color);
        m_rect = {};
        m_share = {};
    }

private:
    QPainter &m_painter;
    const ThemeColors &m_colors;
    QRectF m_rect;
    std::array<double, kHolderCount> m_share{};
};

/// Inside of the whole pixels of `rect`, so that one pixel wide lines are sharp.
QRectF outline(const QRectF &rect)
{
    return QRectF(QPointF(std::round(rect.left()) + 0.5, std::round(rect.top()) + 0.5),
                  QPointF(std::max(std::round(rect.right()) - 0.5, std::round(rect.left()) + 0.5),
                          std::round(rect.bottom()) - 0.5));
}

} // namespace

CardMap::CardMap(QWidget *parent)
    : QWidget(parent)
    , m_colors(themeColors(Scheme::Light))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void CardMap::setColors(const ThemeColors &colors, int textPixels)
{
    m_colors = colors;
    m_textPixels = textPixels;
    m_picture = {};
    update();
}

void CardMap::setSegments(std::vector<CardSegment> now, std::vector<CardSegment> before)
{
    m_now = std::move(now);
    m_before = std::move(before);
    m_blocks.clear();
    m_known.clear();
    m_holders.clear();
    for (const CardSegment &segment : m_now) {
        for (const CardBlock &block : segment.blocks) {
            m_blocks.push_back(block.address);
            if (block.state == CardBlock::State::Active && !m_known.contains(block.tag.tally))
                m_known[block.tag.tally] = holderOf(tally().describe(block.tag.tally).owner);
            m_holders.insert(holderAt(block));
        }
    }
    countGhosts();
    layOut();
    if (m_current && !find(m_now, *m_current).block)
        choose(std::nullopt);
    else if (m_current)
        choose(find(m_now, *m_current).block->address);
}

/// Goes through both lists at once; blocks of either tile their segments, ascending.
void CardMap::countGhosts()
{
    m_ghosts.clear();
    for (const CardSegment &segment : m_before) {
        for (const CardBlock &block : segment.blocks) {
            if (block.state != CardBlock::State::Active)
                continue;
            if (!m_known.contains(block.tag.tally))
                m_known[block.tag.tally] = holderOf(tally().describe(block.tag.tally).owner);
            const Found present = find(m_now, block.address);
            const bool isThere = present.block && present.block->address == block.address
                && present.block->state == CardBlock::State::Active && present.block->size == block.size;
            if (!isThere)
                m_ghosts.insert(block.address);
        }
    }
    const auto isGone = [this](const CardSegment &segment) { return !find(m_now, segment.address).segment; };
    m_ghostCount =
        m_ghosts.size() + static_cast<size_t>(std::count_if(m_before.begin(), m_before.end(), isGone));
}

void CardMap::setGhostShown(bool on)
{
    if (m_isGhostShown == on)
        return;
    m_isGhostShown = on;
    layOut();
}

void CardMap::layOut()
{
    m_layout = CardMapLayout(m_now, m_isGhostShown ? m_before : std::vector<CardSegment>(), QSizeF(size()));
    m_picture = {};
    update();
}

CardMap::Found CardMap::find(const std::vector<CardSegment> &segments, uintptr_t address)
{
    const auto holds = [address](const auto &item) { return endOf(item.address, item.size) <= address; };
    const auto segment = std::partition_point(segments.begin(), segments.end(), holds);
    if (segment == segments.end() || segment->address > address)
        return {};
    const auto block = std::partition_point(segment->blocks.begin(), segment->blocks.end(), holds);
    if (block == segment->blocks.end() || block->address > address)
        return {&*segment, nullptr};
    return {&*segment, &*block};
}

Holder CardMap::holderAt(const CardBlock &block) const
{
    if (block.state == CardBlock::State::Inactive)
        return Holder::Free;
    const auto known = m_known.find(block.tag.tally);
    return known == m_known.end() ? Holder::Untagged : known->second;
}

QString CardMap::textOf(const Found &found)
{
    if (!found.block)
        return {};
    const CardBlock &block = *found.block;
    QStringList words;
    if (block.state == CardBlock::State::Active) {
        const Tally::Row row = tally().describe(block.tag.tally);
        words += holderTitle(holderOf(row.owner));
        words += fromUtf8(row.name);
        words += fromUtf8(row.site);
        words += block.requestedSize == block.size
            ? bytesText(block.size)
            : tr("%1 (asked for %2)").arg(bytesText(block.size), bytesText(block.requestedSize));
    } else {
        words += found.segment->size == block.size ? tr("free segment") : holderTitle(Holder::Free);
        words += bytesText(block.size);
    }
    words.removeAll(QString());
    words += found.segment->pool == CardPool::Small ? tr("small pool, segment of %1").arg(bytesText(found.segment->size))
                                                    : tr("large pool, segment of %1").arg(bytesText(found.segment->size));
    return words.join(QStringLiteral(" · "));
}

QString CardMap::currentText() const
{
    return m_current ? textOf(find(m_now, *m_current)) : QString();
}

QString CardMap::textAt(const QPointF &point) const
{
    const auto address = m_layout.addressAt(point);
    if (!address)
        return {};
    const QString present = textOf(find(m_now, *address));
    const Found earlier = m_isGhostShown ? find(m_before, *address) : Found();
    if (!earlier.block || !m_ghosts.contains(earlier.block->address))
        return present.isEmpty() && earlier.segment ? tr("gone: %1").arg(textOf(earlier)) : present;
    const QString gone = tr("gone: %1").arg(textOf(earlier));
    return present.isEmpty() ? gone : present + QLatin1Char('\n') + gone;
}

void CardMap::paintSegments(QPainter &painter) const
{
    Crumbs crumbs(painter, m_colors);
    for (const CardSegment &segment : m_now) {
        for (const QRectF &piece : m_layout.pieces(segment.address, segment.size))
            painter.fillRect(piece, m_colors.raised);
        for (const CardBlock &block : segment.blocks) {
            const Holder holder = holderAt(block);
            for (QRectF piece : m_layout.pieces(block.address, block.size)) {
                if (piece.width() < kAlone) {
                    crumbs.add(piece, holder);
                    continue;
                }
                crumbs.flush();
                if (piece.width() >= kLeastForGap)
                    piece.setRight(piece.right() - 1);
                paintHolder(painter, piece, holder, m_colors);
                if (holder == Holder::Free && piece.width() >= kLeastForGap) {
                    painter.setPen(m_colors.border);
                    painter.setBrush(Qt::NoBrush);
                    painter.drawRect(outline(piece));
                }
            }
        }
        crumbs.flush();
    }
}

void CardMap::paintGhost(QPainter &painter) const
{
    painter.setBrush(Qt::NoBrush);
    for (const CardMapLayout::Strip &strip : m_layout.strips()) {
        if (!strip.isGone)
            continue;
        painter.setPen(QPen(m_colors.secondary, 1, Qt::DotLine));
        for (const QRectF &piece : m_layout.pieces(strip.address, strip.size))
            painter.drawRect(outline(piece));
    }
    for (const CardSegment &segment : m_before) {
        for (const CardBlock &block : segment.blocks) {
            if (!m_ghosts.contains(block.address))
                continue;
            painter.setPen(QPen(holderLook(holderAt(block), m_colors).color, 1, Qt::DashLine));
            for (const QRectF &piece : m_layout.pieces(block.address, block.size)) {
                if (piece.width() >= kAlone)
                    painter.drawRect(outline(piece.adjusted(1, 1, -1, -1)));
            }
        }
    }
}

void CardMap::drawPicture()
{
    const double ratio = devicePixelRatioF();
    m_picture = QPixmap(size() * ratio);
    m_picture.setDevicePixelRatio(ratio);
    m_picture.fill(m_colors.panel);
    QPainter painter(&m_picture);
    paintSegments(painter);
    if (m_isGhostShown)
        paintGhost(painter);
}

void CardMap::paintEvent(QPaintEvent *)
{
    if (m_picture.isNull() || m_picture.devicePixelRatio() != devicePixelRatioF())
        drawPicture();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    const Found chosen = m_current ? find(m_now, *m_current) : Found();
    if (!chosen.block)
        return;
    painter.setPen(QPen(hasFocus() ? m_colors.text : m_colors.secondary, 2));
    painter.setBrush(Qt::NoBrush);
    for (QRectF piece : m_layout.pieces(chosen.block->address, chosen.block->size)) {
        // A block of a hair's width is still seen when it is chosen.
        if (piece.width() < 6)
            piece.adjust(-3, 0, 3, 0);
        painter.drawRect(piece.adjusted(0, 1, -1, -1) & QRectF(rect().adjusted(1, 1, -1, -1)));
    }
}

void CardMap::resizeEvent(QResizeEvent *)
{
    layOut();
}

void CardMap::choose(std::optional<uintptr_t> address)
{
    const bool isOther = m_current != address;
    m_current = address;
    if (!isOther)
        return;
    setAccessibleDescription(currentText());
    QAccessibleEvent told(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&told);
    update();
    Q_EMIT currentChanged();
}

void CardMap::step(int blocks)
{
    if (m_blocks.empty())
        return;
    const auto count = static_cast<std::ptrdiff_t>(m_blocks.size());
    std::ptrdiff_t at = blocks > 0 ? 0 : count - 1;
    if (m_current)
        at = std::lower_bound(m_blocks.begin(), m_blocks.end(), *m_current) - m_blocks.begin() + blocks;
    choose(m_blocks[static_cast<size_t>(std::clamp<std::ptrdiff_t>(at, 0, count - 1))]);
}

/// To the block in the next row that lies under the middle of the chosen one.
void CardMap::stepRow(int direction)
{
    const Found chosen = m_current ? find(m_now, *m_current) : Found();
    if (!chosen.block)
        return step(direction);
    const std::vector<QRectF> pieces = m_layout.pieces(chosen.block->address, chosen.block->size);
    if (pieces.empty())
        return;
    const QPointF from = (direction > 0 ? pieces.back() : pieces.front()).center();
    const double y = from.y() + direction * m_layout.rowStep();
    // A row may end before this place, or have a gap or a ghost there: the nearest block to the left takes it.
    for (double x = from.x(); x >= 0; x -= 1) {
        const auto address = m_layout.addressAt({x, y});
        const Found below = address ? find(m_now, *address) : Found();
        if (below.block)
            return choose(below.block->address);
    }
}

void CardMap::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return step(-1);
    case Qt::Key_Right:
        return step(1);
    case Qt::Key_Up:
        return stepRow(-1);
    case Qt::Key_Down:
        return stepRow(1);
    case Qt::Key_Home:
        return m_blocks.empty() ? void() : choose(m_blocks.front());
    case Qt::Key_End:
        return m_blocks.empty() ? void() : choose(m_blocks.back());
    default:
        QWidget::keyPressEvent(event);
    }
}

void CardMap::mousePressEvent(QMouseEvent *event)
{
    const auto address = m_layout.addressAt(event->position());
    const Found found = address ? find(m_now, *address) : Found();
    choose(found.block ? std::optional(found.block->address) : std::nullopt);
}

void CardMap::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    if (!m_current && event->reason() != Qt::MouseFocusReason)
        step(1);
}

bool CardMap::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    QToolTip::showText(help->globalPos(), textAt(help->pos()), this);
    return true;
}

} // namespace limno
