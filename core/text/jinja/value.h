// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/jinja/markedtext.h"
#include "core/text/jinja/templateerror.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace limno::jinja {

struct List;
struct Dict;
struct Namespace;
struct LoopState;
struct Callable;

struct Undefined {
    std::string reason; ///< what a use of it is answered with: "'tools' is undefined"
};
using None = std::monostate;

/// A Python value as far as templates see one. Everything but Namespace is immutable and shared.
using ValueStorage = std::variant<Undefined, None, bool, int64_t, double, std::shared_ptr<const MarkedText>,
                                  std::shared_ptr<const List>, std::shared_ptr<const Dict>, std::shared_ptr<Namespace>,
                                  std::shared_ptr<const LoopState>, std::shared_ptr<const Callable>>;

struct Value : ValueStorage {
    using ValueStorage::ValueStorage;
    Value(MarkedText text)
        : ValueStorage(std::make_shared<const MarkedText>(std::move(text)))
    {
    }
    Value(List list);
    Value(Dict dict);

    template<typename T>
    bool is() const
    {
        return std::holds_alternative<T>(*this);
    }
    /// Null when it is something else.
    const MarkedText *text() const;
    const List *list() const;
    const Dict *dict() const;
    bool isUndefined() const { return is<Undefined>(); }
    bool isNone() const { return is<None>(); }
    /// Bools count as 0 and 1, as in Python.
    bool isInteger() const { return is<int64_t>() || is<bool>(); }
    bool isNumber() const { return isInteger() || is<double>(); }
    int64_t integer() const; ///< of an integer
    double number() const; ///< of a number
};

/// How large the tree below a list or dict is; both are bounded, so that nothing that walks a tree can run away.
struct TreeSize {
    int depth = 1;
    int64_t nodes = 1;
    void add(const Value &child);
};

struct List {
    std::vector<Value> items;
    bool isTuple = false;
    TreeSize size = {}; ///< set when it becomes a Value
};

struct Dict {
    std::vector<std::pair<Value, Value>> entries; ///< in order of insertion
    TreeSize size = {};
    const Value *find(const Value &key) const;
    const Value *find(std::string_view key) const;
    void set(Value key, Value value);
};

/// What `namespace()` makes: the one thing a template can change.
struct Namespace {
    std::map<std::string, Value, std::less<>> attributes;
};

/// The `loop` of one iteration.
struct LoopState {
    std::shared_ptr<const std::vector<Value>> items;
    size_t index = 0;
    int64_t depth = 0;
    std::shared_ptr<Value> lastChanged; ///< what loop.changed() saw
    std::function<Value(const Value &)> recurse; ///< empty unless the loop is recursive
};

/// What stands in the brackets of a call, a filter or a test.
struct Arguments {
    std::string callee; ///< for messages
    std::vector<Value> positional;
    std::vector<std::pair<std::string, Value>> named;

    /// The argument at `position`, or the one called `name`; null if there is none.
    const Value *find(size_t position, std::string_view name) const;
    const Value &required(size_t position, std::string_view name) const;
    bool flag(size_t position, std::string_view name, bool standard) const;
    int64_t integer(size_t position, std::string_view name, int64_t standard) const;
    const MarkedText *text(size_t position, std::string_view name) const;
    /// Refuses positions beyond `names` and names that are not among them.
    void expectOnly(std::initializer_list<std::string_view> names) const;
};

struct Callable {
    std::string name;
    std::function<Value(const Arguments &)> call;
};

/// Text that the template wrote.
Value literal(std::string text);
/// Python's name of the value's type: "str", "NoneType", "dict".
std::string typeName(const Value &value);
bool isTrue(const Value &value);
bool equals(const Value &a, const Value &b);
/// Order of numbers, strings and lists; TemplateError for what can't be ordered.
bool isLess(const Value &a, const Value &b);
bool contains(const Value &container, const Value &item);
/// What a for loop runs over: list items, dict keys, characters; nothing for undefined.
std::vector<Value> itemsOf(const Value &value);
int64_t lengthOf(const Value &value);

/// Python's str() and repr().
MarkedText toText(const Value &value);
MarkedText toRepr(const Value &value);
std::string pythonFloat(double value);

/// Undefined values can't be computed with.
void refuseUndefined(const Value &value);

} // namespace limno::jinja
