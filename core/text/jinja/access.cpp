// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/builtins.h"
#include "core/text/jinja/evaluator.h"

#include <algorithm>
#include <optional>

namespace limno::jinja {

namespace {

std::string shownKey(const Value &key)
{
    return key.text() ? "attribute '" + key.text()->text() + "'" : "element " + toText(key).text();
}

std::string shownObject(const Value &object)
{
    return object.isNone() ? "'None'" : "'" + typeName(object) + " object'";
}

Value missing(const Value &object, const Value &key)
{
    return Undefined{shownObject(object) + " has no " + shownKey(key)};
}

std::optional<size_t> position(const Value &key, size_t count)
{
    if (!key.isInteger())
        return std::nullopt;
    const int64_t index = key.integer() < 0 ? key.integer() + static_cast<int64_t>(count) : key.integer();
    if (index < 0 || index >= static_cast<int64_t>(count))
        return std::nullopt;
    return static_cast<size_t>(index);
}

} // namespace

Value Evaluator::attribute(const Value &object, std::string_view name)
{
    refuseUndefined(object);
    if (const auto *space = std::get_if<std::shared_ptr<Namespace>>(&object)) {
        const auto found = (*space)->attributes.find(name);
        return found != (*space)->attributes.end() ? found->second : missing(object, literal(std::string(name)));
    }
    if (const auto *loop = std::get_if<std::shared_ptr<const LoopState>>(&object))
        return loopAttribute(*loop, name);
    if (auto method = boundMethod(object, name))
        return method;
    if (const Dict *dict = object.dict()) {
        if (const Value *value = dict->find(name))
            return *value;
    }
    return missing(object, literal(std::string(name)));
}

Value Evaluator::subscript(const Value &object, const Value &key)
{
    refuseUndefined(object);
    if (const Dict *dict = object.dict()) {
        charge(dict->entries.size() / 8);
        if (const Value *value = dict->find(key))
            return *value;
    } else if (const List *list = object.list()) {
        if (const auto index = position(key, list->items.size()))
            return list->items[*index];
    } else if (const MarkedText *text = object.text()) {
        charge(text->size() / 64);
        const std::vector<size_t> offsets = characterOffsets(text->text());
        if (const auto index = position(key, offsets.size() - 1))
            return text->slice(offsets[*index], offsets[*index + 1]);
    }
    return key.text() ? attribute(object, key.text()->text()) : missing(object, key);
}

Value slice(const Value &object, const Value &start, const Value &stop, const Value &step)
{
    refuseUndefined(object);
    if (!object.text() && !object.list())
        throw TemplateError("'" + typeName(object) + "' object can't be sliced");
    const auto bound = [](const Value &value, int64_t standard) {
        if (value.isNone())
            return standard;
        if (!value.isInteger())
            throw TemplateError("slice indices must be integers or None, not " + typeName(value));
        return value.integer();
    };
    const int64_t stride = bound(step, 1);
    if (stride == 0)
        throw TemplateError("slice step cannot be zero");
    const std::vector<size_t> offsets = object.text() ? characterOffsets(object.text()->text()) : std::vector<size_t>();
    const auto count = static_cast<int64_t>(object.text() ? offsets.size() - 1 : object.list()->items.size());
    // The rules of Python's slice.indices().
    const int64_t lowest = stride > 0 ? 0 : -1;
    const int64_t highest = stride > 0 ? count : count - 1;
    const auto clamped = [&](const Value &value, int64_t standard) {
        const int64_t index = bound(value, standard);
        return value.isNone() ? standard : std::clamp(index < 0 ? index + count : index, lowest, highest);
    };
    const int64_t first = clamped(start, stride > 0 ? lowest : highest);
    const int64_t last = clamped(stop, stride > 0 ? highest : lowest);

    if (object.text() && stride == 1)
        return object.text()->slice(offsets[static_cast<size_t>(first)],
                                    offsets[static_cast<size_t>(std::max(first, last))]);
    MarkedText text;
    List list;
    list.isTuple = object.list() && object.list()->isTuple;
    for (int64_t i = first; stride > 0 ? i < last : i > last;) {
        const auto index = static_cast<size_t>(i);
        if (object.text())
            text.append(*object.text(), offsets[index], offsets[index + 1]);
        else
            list.items.push_back(object.list()->items[index]);
        if (__builtin_add_overflow(i, stride, &i))
            break;
    }
    return object.text() ? Value(std::move(text)) : Value(std::move(list));
}

Value Evaluator::loopAttribute(const std::shared_ptr<const LoopState> &loop, std::string_view name)
{
    const auto index = static_cast<int64_t>(loop->index);
    const auto length = static_cast<int64_t>(loop->items->size());
    const auto function = [&](std::function<Value(const Arguments &)> body) {
        return std::make_shared<const Callable>(Callable{"loop." + std::string(name), std::move(body)});
    };
    if (name == "index")
        return index + 1;
    if (name == "index0")
        return index;
    if (name == "first")
        return index == 0;
    if (name == "last")
        return index + 1 == length;
    if (name == "length")
        return length;
    if (name == "revindex")
        return length - index;
    if (name == "revindex0")
        return length - index - 1;
    if (name == "depth")
        return loop->depth + 1;
    if (name == "depth0")
        return loop->depth;
    if (name == "previtem")
        return index > 0 ? (*loop->items)[loop->index - 1] : Value(Undefined{"there is no previous item"});
    if (name == "nextitem")
        return index + 1 < length ? (*loop->items)[loop->index + 1] : Value(Undefined{"there is no next item"});
    if (name == "cycle") {
        return function([loop](const Arguments &arguments) {
            if (arguments.positional.empty())
                throw TemplateError("loop.cycle() needs items");
            return arguments.positional[loop->index % arguments.positional.size()];
        });
    }
    if (name == "changed") {
        return function([loop](const Arguments &arguments) -> Value {
            const Value now = List{arguments.positional, true};
            if (!loop->lastChanged->isUndefined() && equals(*loop->lastChanged, now))
                return false;
            *loop->lastChanged = now;
            return true;
        });
    }
    return Undefined{"'loop' has no attribute '" + std::string(name) + "'"};
}

} // namespace limno::jinja
