// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/builtins.h"
#include "core/text/jinja/evaluator.h"
#include "core/text/jinja/textfunctions.h"

#include <algorithm>

namespace limno::jinja {

namespace {

/// `path`: an attribute's name, names with dots between them, or an index.
Value attributeAt(Evaluator &evaluator, const Value &item, const Value &path)
{
    if (!path.text())
        return evaluator.subscript(item, path);
    Value value = item;
    const MarkedText dot(".", Origin::Trusted);
    for (const Value &part : split(*path.text(), &dot, -1, Sides::Left).items) {
        const std::string &name = part.text()->text();
        const bool isIndex =
            !name.empty() && name.size() < 10 && name.find_first_not_of("0123456789") == std::string::npos;
        value = evaluator.subscript(value, isIndex ? Value(static_cast<int64_t>(std::stol(name))) : part);
    }
    return value;
}

/// What items are compared by: the attribute, without regard to case unless asked for.
Value sortKey(Evaluator &evaluator, const Value &item, const Value *path, bool isCaseSensitive)
{
    evaluator.charge(1);
    const Value key = path && !path->isNone() ? attributeAt(evaluator, item, *path) : item;
    return key.text() && !isCaseSensitive ? Value(lowerCase(*key.text())) : key;
}

Arguments withoutFirst(const Arguments &arguments, size_t count)
{
    Arguments rest = arguments;
    rest.positional.erase(rest.positional.begin(),
                          rest.positional.begin()
                              + static_cast<std::ptrdiff_t>(std::min(count, rest.positional.size())));
    return rest;
}

/// select, reject, selectattr, rejectattr.
template<bool keeps, bool byAttribute>
Value chosen(Evaluator &evaluator, const Value &input, const Arguments &arguments)
{
    const Value *path = byAttribute ? &arguments.required(0, "attribute") : nullptr;
    const MarkedText *test = arguments.text(byAttribute ? 1 : 0, "test");
    const Arguments rest = withoutFirst(arguments, byAttribute ? 2 : 1);
    List result;
    for (const Value &item : itemsOf(input)) {
        const Value value = path ? attributeAt(evaluator, item, *path) : item;
        if ((test ? evaluator.applyTest(test->text(), value, rest) : isTrue(value)) == keeps)
            result.items.push_back(item);
    }
    return result;
}

Value mapped(Evaluator &evaluator, const Value &input, const Arguments &arguments)
{
    List result;
    const Value *path = arguments.positional.empty() ? arguments.find(0, "attribute") : nullptr;
    const Value *otherwise = arguments.positional.empty() ? arguments.find(1, "default") : nullptr;
    const MarkedText *filter = path ? nullptr : arguments.text(0, "filter");
    if (!path && !filter)
        throw TemplateError("map needs a filter's name or attribute=…");
    const Arguments rest = withoutFirst(arguments, 1);
    for (const Value &item : itemsOf(input)) {
        if (!path) {
            result.items.push_back(evaluator.applyFilter(filter->text(), item, rest));
            continue;
        }
        Value value = attributeAt(evaluator, item, *path);
        result.items.push_back(value.isUndefined() && otherwise ? *otherwise : std::move(value));
    }
    return result;
}

Value join(Evaluator &evaluator, const Value &input, const Arguments &arguments)
{
    arguments.expectOnly({"d", "attribute"});
    const Value *separator = arguments.find(0, "d");
    std::vector<Value> items = itemsOf(input);
    if (const Value *path = arguments.find(1, "attribute")) {
        for (Value &item : items)
            item = attributeAt(evaluator, item, *path);
    }
    return joined(separator ? toText(*separator) : MarkedText(), items);
}

Value first(Evaluator &, const Value &input, const Arguments &)
{
    std::vector<Value> items = itemsOf(input);
    return items.empty() ? Value(Undefined{"No first item, sequence was empty."}) : std::move(items.front());
}

Value last(Evaluator &, const Value &input, const Arguments &)
{
    std::vector<Value> items = itemsOf(input);
    return items.empty() ? Value(Undefined{"No last item, sequence was empty."}) : std::move(items.back());
}

Value reversed(Evaluator &, const Value &input, const Arguments &)
{
    List list;
    list.items = itemsOf(input);
    std::reverse(list.items.begin(), list.items.end());
    return input.text() ? Value(joined({}, list.items)) : Value(std::move(list));
}

using Keyed = std::pair<Value, Value>; ///< what is compared, the item

Value sortedItems(std::vector<Keyed> items, bool isReversed)
{
    std::stable_sort(items.begin(), items.end(), [&](const Keyed &a, const Keyed &b) {
        return isReversed ? isLess(b.first, a.first) : isLess(a.first, b.first);
    });
    List list;
    for (Keyed &item : items)
        list.items.push_back(std::move(item.second));
    return list;
}

Value sort(Evaluator &evaluator, const Value &input, const Arguments &arguments)
{
    arguments.expectOnly({"reverse", "case_sensitive", "attribute"});
    std::vector<Keyed> items;
    for (Value &item : itemsOf(input))
        items.emplace_back(
            sortKey(evaluator, item, arguments.find(2, "attribute"), arguments.flag(1, "case_sensitive", false)), item);
    return sortedItems(std::move(items), arguments.flag(0, "reverse", false));
}

Value dictSort(Evaluator &evaluator, const Value &input, const Arguments &arguments)
{
    arguments.expectOnly({"case_sensitive", "by", "reverse"});
    if (!input.dict())
        throw TemplateError("dictsort needs a dict, not " + typeName(input));
    const MarkedText *by = arguments.text(1, "by");
    std::vector<Keyed> items;
    for (const auto &[key, value] : input.dict()->entries) {
        const bool byValue = by && by->text() == "value";
        items.emplace_back(
            sortKey(evaluator, byValue ? value : key, nullptr, arguments.flag(0, "case_sensitive", false)),
            List{{key, value}, true});
    }
    return sortedItems(std::move(items), arguments.flag(2, "reverse", false));
}

Value unique(Evaluator &evaluator, const Value &input, const Arguments &arguments)
{
    arguments.expectOnly({"case_sensitive", "attribute"});
    std::vector<Value> seen;
    List result;
    for (const Value &item : itemsOf(input)) {
        const Value key =
            sortKey(evaluator, item, arguments.find(1, "attribute"), arguments.flag(0, "case_sensitive", false));
        evaluator.charge(seen.size());
        if (std::any_of(seen.begin(), seen.end(), [&](const Value &other) { return equals(other, key); }))
            continue;
        seen.push_back(key);
        result.items.push_back(item);
    }
    return result;
}

template<bool isLargest>
Value extreme(Evaluator &evaluator, const Value &input, const Arguments &arguments)
{
    arguments.expectOnly({"case_sensitive", "attribute"});
    const std::vector<Value> items = itemsOf(input);
    if (items.empty())
        return Undefined{"No aggregated item, sequence was empty."};
    const auto keyOf = [&](const Value &item) {
        return sortKey(evaluator, item, arguments.find(1, "attribute"), arguments.flag(0, "case_sensitive", false));
    };
    const Value *best = &items.front();
    for (const Value &item : items) {
        if (isLargest ? isLess(keyOf(*best), keyOf(item)) : isLess(keyOf(item), keyOf(*best)))
            best = &item;
    }
    return *best;
}

Value sum(Evaluator &evaluator, const Value &input, const Arguments &arguments)
{
    arguments.expectOnly({"attribute", "start"});
    const Value *path = arguments.find(0, "attribute");
    const Value *start = arguments.find(1, "start");
    Value total = start ? *start : Value(int64_t{0});
    for (const Value &item : itemsOf(input))
        total = binary(total, "+", path && !path->isNone() ? attributeAt(evaluator, item, *path) : item);
    return total;
}

Value toList(Evaluator &, const Value &input, const Arguments &)
{
    return List{itemsOf(input)};
}

Value dictItems(Evaluator &evaluator, const Value &input, const Arguments &)
{
    if (input.isUndefined())
        return List();
    if (!input.dict())
        throw TemplateError("items needs a dict, not " + typeName(input));
    return evaluator.call(evaluator.attribute(input, "items"), {});
}

Value length(Evaluator &, const Value &input, const Arguments &)
{
    return lengthOf(input);
}

} // namespace

const FilterTable &sequenceFilters()
{
    static const FilterTable filters{
        {"length", length},
        {"count", length},
        {"list", toList},
        {"items", dictItems},
        {"first", first},
        {"last", last},
        {"join", join},
        {"map", mapped},
        {"select", chosen<true, false>},
        {"reject", chosen<false, false>},
        {"selectattr", chosen<true, true>},
        {"rejectattr", chosen<false, true>},
        {"reverse", reversed},
        {"sort", sort},
        {"dictsort", dictSort},
        {"unique", unique},
        {"min", extreme<false>},
        {"max", extreme<true>},
        {"sum", sum},
    };
    return filters;
}

} // namespace limno::jinja
