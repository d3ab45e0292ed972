// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/value.h"

#include <algorithm>

namespace limno::jinja {

namespace {

constexpr int kDeepestTree = 100;
constexpr int64_t kMostNodes = 2'000'000;

} // namespace

void TreeSize::add(const Value &child)
{
    const TreeSize *size = child.list() ? &child.list()->size : child.dict() ? &child.dict()->size : nullptr;
    depth = std::max(depth, 1 + (size ? size->depth : 0));
    nodes += size ? size->nodes : 1;
    if (depth > kDeepestTree)
        throw TemplateError("a list or dict is nested deeper than " + std::to_string(kDeepestTree));
    if (nodes > kMostNodes)
        throw TemplateError("a list or dict holds more than " + std::to_string(kMostNodes) + " values");
}

Value::Value(List list)
{
    list.size = {};
    for (const Value &item : list.items)
        list.size.add(item);
    emplace<std::shared_ptr<const List>>(std::make_shared<const List>(std::move(list)));
}

Value::Value(Dict dict)
{
    dict.size = {};
    for (const auto &entry : dict.entries)
        dict.size.add(entry.second);
    emplace<std::shared_ptr<const Dict>>(std::make_shared<const Dict>(std::move(dict)));
}

const MarkedText *Value::text() const
{
    const auto *held = std::get_if<std::shared_ptr<const MarkedText>>(this);
    return held ? held->get() : nullptr;
}

const List *Value::list() const
{
    const auto *held = std::get_if<std::shared_ptr<const List>>(this);
    return held ? held->get() : nullptr;
}

const Dict *Value::dict() const
{
    const auto *held = std::get_if<std::shared_ptr<const Dict>>(this);
    return held ? held->get() : nullptr;
}

int64_t Value::integer() const
{
    return is<bool>() ? static_cast<int64_t>(std::get<bool>(*this)) : std::get<int64_t>(*this);
}

double Value::number() const
{
    return is<double>() ? std::get<double>(*this) : static_cast<double>(integer());
}

const Value *Dict::find(const Value &key) const
{
    for (const auto &[name, value] : entries) {
        if (equals(name, key))
            return &value;
    }
    return nullptr;
}

const Value *Dict::find(std::string_view key) const
{
    for (const auto &[name, value] : entries) {
        if (name.text() && name.text()->text() == key)
            return &value;
    }
    return nullptr;
}

void Dict::set(Value key, Value value)
{
    for (auto &[name, old] : entries) {
        if (equals(name, key)) {
            old = std::move(value);
            return;
        }
    }
    entries.emplace_back(std::move(key), std::move(value));
}

const Value *Arguments::find(size_t position, std::string_view name) const
{
    if (position < positional.size())
        return &positional[position];
    for (const auto &[key, value] : named) {
        if (key == name)
            return &value;
    }
    return nullptr;
}

const Value &Arguments::required(size_t position, std::string_view name) const
{
    const Value *value = find(position, name);
    if (!value)
        throw TemplateError(callee + " needs an argument '" + std::string(name) + "'");
    return *value;
}

bool Arguments::flag(size_t position, std::string_view name, bool standard) const
{
    const Value *value = find(position, name);
    return value ? isTrue(*value) : standard;
}

int64_t Arguments::integer(size_t position, std::string_view name, int64_t standard) const
{
    const Value *value = find(position, name);
    if (!value || value->isNone())
        return standard;
    if (!value->isInteger())
        throw TemplateError(callee + ": '" + std::string(name) + "' must be an int, not " + typeName(*value));
    return value->integer();
}

const MarkedText *Arguments::text(size_t position, std::string_view name) const
{
    const Value *value = find(position, name);
    if (!value || value->isNone())
        return nullptr;
    if (!value->text())
        throw TemplateError(callee + ": '" + std::string(name) + "' must be a str, not " + typeName(*value));
    return value->text();
}

void Arguments::expectOnly(std::initializer_list<std::string_view> names) const
{
    if (positional.size() > names.size())
        throw TemplateError(callee + " takes at most " + std::to_string(names.size()) + " arguments, not "
                            + std::to_string(positional.size()));
    for (const auto &[name, value] : named) {
        if (std::find(names.begin(), names.end(), name) == names.end())
            throw TemplateError(callee + " has no argument '" + name + "'");
    }
}

Value literal(std::string text)
{
    return MarkedText(std::move(text), Origin::Trusted);
}

std::string typeName(const Value &value)
{
    struct Visitor {
        std::string operator()(const Undefined &) const { return "Undefined"; }
        std::string operator()(None) const { return "NoneType"; }
        std::string operator()(bool) const { return "bool"; }
        std::string operator()(int64_t) const { return "int"; }
        std::string operator()(double) const { return "float"; }
        std::string operator()(const std::shared_ptr<const MarkedText> &) const { return "str"; }
        std::string operator()(const std::shared_ptr<const List> &list) const
        {
            return list->isTuple ? "tuple" : "list";
        }
        std::string operator()(const std::shared_ptr<const Dict> &) const { return "dict"; }
        std::string operator()(const std::shared_ptr<Namespace> &) const { return "Namespace"; }
        std::string operator()(const std::shared_ptr<const LoopState> &) const { return "LoopContext"; }
        std::string operator()(const std::shared_ptr<const Callable> &) const { return "function"; }
    };
    return std::visit(Visitor(), static_cast<const ValueStorage &>(value));
}

void refuseUndefined(const Value &value)
{
    if (const auto *undefined = std::get_if<Undefined>(&value))
        throw TemplateError(undefined->reason);
}

bool isTrue(const Value &value)
{
    if (value.isUndefined() || value.isNone())
        return false;
    if (value.isNumber())
        return value.number() != 0;
    if (const MarkedText *text = value.text())
        return text->size() > 0;
    if (const List *list = value.list())
        return !list->items.empty();
    if (const Dict *dict = value.dict())
        return !dict->entries.empty();
    return true;
}

bool equals(const Value &a, const Value &b)
{
    if (a.isNumber() && b.isNumber())
        return a.isInteger() && b.isInteger() ? a.integer() == b.integer() : a.number() == b.number();
    if (a.index() != b.index())
        return false;
    if (a.isUndefined() || a.isNone())
        return true;
    if (a.text())
        return a.text()->text() == b.text()->text();
    if (a.list())
        return a.list()->isTuple == b.list()->isTuple
            && std::equal(a.list()->items.begin(), a.list()->items.end(), b.list()->items.begin(),
                          b.list()->items.end(), equals);
    if (a.dict()) {
        if (a.dict()->entries.size() != b.dict()->entries.size())
            return false;
        return std::all_of(a.dict()->entries.begin(), a.dict()->entries.end(), [&](const auto &entry) {
            const Value *other = b.dict()->find(entry.first);
            return other && equals(entry.second, *other);
        });
    }
    if (a.is<std::shared_ptr<Namespace>>())
        return std::get<std::shared_ptr<Namespace>>(a) == std::get<std::shared_ptr<Namespace>>(b);
    if (a.is<std::shared_ptr<const Callable>>())
        return std::get<std::shared_ptr<const Callable>>(a) == std::get<std::shared_ptr<const Callable>>(b);
    return false;
}

bool isLess(const Value &a, const Value &b)
{
    refuseUndefined(a);
    refuseUndefined(b);
    if (a.isInteger() && b.isInteger())
        return a.integer() < b.integer();
    if (a.isNumber() && b.isNumber())
        return a.number() < b.number();
    if (a.text() && b.text())
        return a.text()->text() < b.text()->text(); // UTF-8 sorts as code points do
    if (a.list() && b.list() && a.list()->isTuple == b.list()->isTuple)
        return std::lexicographical_compare(a.list()->items.begin(), a.list()->items.end(), b.list()->items.begin(),
                                            b.list()->items.end(), isLess);
    throw TemplateError("'<' not supported between '" + typeName(a) + "' and '" + typeName(b) + "'");
}

bool contains(const Value &container, const Value &item)
{
    if (const MarkedText *text = container.text()) {
        refuseUndefined(item);
        if (!item.text())
            throw TemplateError("'in <string>' requires string as left operand, not " + typeName(item));
        return text->text().find(item.text()->text()) != std::string::npos;
    }
    if (const Dict *dict = container.dict())
        return dict->find(item) != nullptr;
    const std::vector<Value> items = itemsOf(container);
    return std::any_of(items.begin(), items.end(), [&](const Value &candidate) { return equals(candidate, item); });
}

std::vector<Value> itemsOf(const Value &value)
{
    std::vector<Value> items;
    if (value.isUndefined())
        return items;
    if (const List *list = value.list())
        return list->items;
    if (const Dict *dict = value.dict()) {
        for (const auto &entry : dict->entries)
            items.push_back(entry.first);
        return items;
    }
    if (const MarkedText *text = value.text()) {
        const std::vector<size_t> offsets = characterOffsets(text->text());
        for (size_t i = 0; i + 1 < offsets.size(); ++i)
            items.emplace_back(text->slice(offsets[i], offsets[i + 1]));
        return items;
    }
    throw TemplateError("'" + typeName(value) + "' object is not iterable");
}

int64_t lengthOf(const Value &value)
{
    if (const MarkedText *text = value.text())
        return static_cast<int64_t>(characterOffsets(text->text()).size()) - 1;
    if (const List *list = value.list())
        return static_cast<int64_t>(list->items.size());
    if (const Dict *dict = value.dict())
        return static_cast<int64_t>(dict->entries.size());
    if (value.isUndefined())
        return 0;
    throw TemplateError("object of type '" + typeName(value) + "' has no len()");
}

} // namespace limno::jinja
