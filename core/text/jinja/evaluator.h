// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/jinja/ast.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace limno::jinja {

/// Variables of one block and the blocks around it.
struct Scope {
    std::vector<std::pair<std::string, Value>> variables;
    std::shared_ptr<Scope> parent;

    const Value *find(std::string_view name) const;
    void set(std::string_view name, Value value);
};

/// Renders one template once. Steps and nesting are bounded, so every template comes to an end.
class Evaluator
{
public:
    /// `input` is what the template finds as its variables.
    explicit Evaluator(const Dict &input);
    ~Evaluator();
    Evaluator(const Evaluator &) = delete;
    Evaluator &operator=(const Evaluator &) = delete;

    MarkedText render(const Body &body);
    int line() const { return m_line; } ///< of the construct that was worked on last

    // For filters, tests and functions.
    Value attribute(const Value &object, std::string_view name);
    Value subscript(const Value &object, const Value &key);
    Value call(const Value &callee, const Arguments &arguments);
    Value applyFilter(std::string_view name, const Value &input, const Arguments &arguments);
    bool applyTest(std::string_view name, const Value &value, const Arguments &arguments);
    /// Counts work; TemplateError when the bound is reached.
    void charge(size_t steps);

private:
    enum class Flow { Next, Break, Continue };
    using ScopePtr = std::shared_ptr<Scope>;

    Flow execute(const Body &body);
    Flow execute(const Statement &statement);
    void runLoop(const Statement &statement, const Value &iterable, int64_t depth);
    void executeSet(const Statement &statement);
    void executeWith(const Statement &statement);
    void executeCallBlock(const Statement &statement);
    /// What `body` writes, in a scope of its own.
    MarkedText captured(const Body &body);
    Value macro(std::string name, const std::vector<MacroParameter> &parameters, const Body &body);
    Value callMacro(const std::string &name, const std::vector<MacroParameter> &parameters, const Body &body,
                    const Arguments &arguments);
    void assign(const Expression &target, const Value &value);

    Value evaluate(const Expression &expression);
    Value evaluateName(const Expression &expression);
    Value evaluateList(const Expression &expression);
    Value evaluateDict(const Expression &expression);
    Value evaluateCompare(const Expression &expression);
    Value evaluateSlice(const Expression &expression);
    Value evaluateCall(const Expression &expression);
    Value evaluateFilter(const Expression &filter, const Value &innermost);
    Arguments evaluateArguments(const Expression &expression, std::string callee);
    Value loopAttribute(const std::shared_ptr<const LoopState> &loop, std::string_view name);
    void addGlobals(const Dict &input);

    ScopePtr m_root;
    ScopePtr m_scope;
    MarkedText *m_output = nullptr;
    std::vector<std::shared_ptr<Namespace>> m_namespaces; ///< emptied at the end: they may hold each other
    size_t m_steps = 0;
    int m_depth = 0;
    int m_line = 0;
};

} // namespace limno::jinja
