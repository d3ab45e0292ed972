// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/builtins.h"
#include "core/text/jinja/evaluator.h"

namespace limno::jinja {

namespace {

constexpr int64_t kLongestRange = 100'000; // as in Jinja's sandbox

Value range(const Arguments &arguments)
{
    arguments.expectOnly({"start", "stop", "step"});
    arguments.required(0, "stop");
    const bool hasStart = arguments.positional.size() > 1;
    const int64_t start = hasStart ? arguments.integer(0, "start", 0) : 0;
    const int64_t stop = hasStart ? arguments.integer(1, "stop", 0) : arguments.integer(0, "stop", 0);
    const int64_t step = arguments.integer(2, "step", 1);
    if (step == 0)
        throw TemplateError("range() arg 3 must not be zero");
    List list;
    for (int64_t i = start; step > 0 ? i < stop : i > stop;) {
        if (static_cast<int64_t>(list.items.size()) == kLongestRange)
            throw TemplateError("range too big, more than " + std::to_string(kLongestRange));
        list.items.emplace_back(i);
        if (__builtin_add_overflow(i, step, &i))
            break;
    }
    return list;
}

/// dict(…) and namespace(…): entries of a dict, then the named arguments.
std::vector<std::pair<Value, Value>> collected(const Arguments &arguments)
{
    std::vector<std::pair<Value, Value>> entries;
    if (const Value *source = arguments.find(0, "")) {
        if (!source->dict())
            throw TemplateError(arguments.callee + " takes a dict, not " + typeName(*source));
        entries = source->dict()->entries;
    }
    for (const auto &[name, value] : arguments.named)
        entries.emplace_back(literal(name), value);
    return entries;
}

Value raise(const Arguments &arguments)
{
    throw TemplateError(toText(arguments.required(0, "message")).text(), TemplateError::Kind::Raised);
}

} // namespace

void Evaluator::addGlobals(const Dict &input)
{
    const auto add = [this](std::string name, std::function<Value(const Arguments &)> body) {
        m_root->set(name, std::make_shared<const Callable>(Callable{name, std::move(body)}));
    };
    add("range", [this](const Arguments &arguments) {
        Value list = range(arguments);
        charge(list.list()->items.size());
        return list;
    });
    add("raise_exception", raise);
    add("dict", [](const Arguments &arguments) -> Value {
        Dict dict;
        for (auto &[key, value] : collected(arguments))
            dict.set(key, value);
        return dict;
    });
    add("namespace", [this](const Arguments &arguments) -> Value {
        auto space = std::make_shared<Namespace>();
        for (auto &[key, value] : collected(arguments))
            space->attributes.insert_or_assign(toText(key).text(), value);
        m_namespaces.push_back(space);
        return space;
    });
    const Value *now = input.find("now");
    const std::string time = now && now->text() ? now->text()->text() : currentTime();
    add("strftime_now", [time](const Arguments &arguments) -> Value {
        const Value &format = arguments.required(0, "format");
        if (!format.text())
            throw TemplateError("strftime_now() takes a str, not " + typeName(format));
        return literal(formatTime(format.text()->text(), time));
    });
    // transformers passes these two always.
    m_root->set("tools", None());
    m_root->set("documents", None());
    for (const auto &[key, value] : input.entries)
        m_root->set(key.text()->text(), value);
}

} // namespace limno::jinja
