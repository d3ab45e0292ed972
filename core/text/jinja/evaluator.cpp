// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/evaluator.h"

#include "core/text/jinja/builtins.h"
#include "core/text/jinja/nesting.h"

#include <algorithm>
#include <utility>

namespace limno::jinja {

namespace {

constexpr size_t kMostSteps = 10'000'000;
constexpr size_t kTurnSteps = 4; ///< a turn of a loop makes a scope

/// Sets a variable for as long as it lives.
template<typename T>
class Replaced
{
public:
    Replaced(T &place, T value)
        : m_place(place)
        , m_old(std::exchange(place, std::move(value)))
    {
    }
    ~Replaced() { m_place = std::move(m_old); }
    Replaced(const Replaced &) = delete;
    Replaced &operator=(const Replaced &) = delete;

private:
    T &m_place;
    T m_old;
};

} // namespace

const Value *Scope::find(std::string_view name) const
{
    for (const Scope *scope = this; scope; scope = scope->parent.get()) {
        for (const auto &[key, value] : scope->variables) {
            if (key == name)
                return &value;
        }
    }
    return nullptr;
}

void Scope::set(std::string_view name, Value value)
{
    for (auto &[key, old] : variables) {
        if (key == name) {
            old = std::move(value);
            return;
        }
    }
    variables.emplace_back(name, std::move(value));
}

Evaluator::Evaluator(const Dict &input)
    : m_root(std::make_shared<Scope>())
    , m_scope(m_root)
{
    addGlobals(input);
}

Evaluator::~Evaluator()
{
    for (const auto &space : m_namespaces)
        space->attributes.clear();
}

MarkedText Evaluator::render(const Body &body)
{
    MarkedText output;
    const Replaced out(m_output, &output);
    // The template's own variables lie over the input, as a loop's lie over the template's.
    const Replaced scope(m_scope, std::make_shared<Scope>(Scope{{}, m_root}));
    const Replaced root(m_root, m_scope);
    execute(body);
    return output;
}

void Evaluator::charge(size_t steps)
{
    m_steps += steps;
    if (m_steps > kMostSteps)
        throw TemplateError("the template takes more than " + std::to_string(kMostSteps) + " steps");
}

Evaluator::Flow Evaluator::execute(const Body &body)
{
    for (const Statement &statement : body) {
        if (const Flow flow = execute(statement); flow != Flow::Next)
            return flow;
    }
    return Flow::Next;
}

Evaluator::Flow Evaluator::execute(const Statement &statement)
{
    const NestingGuard nesting(m_depth);
    charge(1);
    m_line = statement.line;
    switch (statement.kind) {
    case Statement::Kind::Data:
        m_output->append(*statement.expression->value.text());
        break;
    case Statement::Kind::Output:
        m_output->append(toText(evaluate(*statement.expression)));
        break;
    case Statement::Kind::For:
        runLoop(statement, evaluate(*statement.expression), 0);
        break;
    case Statement::Kind::If:
        return execute(isTrue(evaluate(*statement.expression)) ? statement.body : statement.otherwise);
    case Statement::Kind::Set:
    case Statement::Kind::SetBlock:
        executeSet(statement);
        break;
    case Statement::Kind::Macro:
        m_scope->set(statement.name, macro(statement.name, statement.parameters, statement.body));
        break;
    case Statement::Kind::CallBlock:
        executeCallBlock(statement);
        break;
    case Statement::Kind::FilterBlock:
        m_output->append(toText(evaluateFilter(*statement.expression, captured(statement.body))));
        break;
    case Statement::Kind::With:
        executeWith(statement);
        break;
    case Statement::Kind::Group:
        return execute(statement.body);
    case Statement::Kind::Break:
        return Flow::Break;
    case Statement::Kind::Continue:
        return Flow::Continue;
    }
    return Flow::Next;
}

void Evaluator::runLoop(const Statement &statement, const Value &iterable, int64_t depth)
{
    const ScopePtr outer = m_scope;
    auto items = std::make_shared<std::vector<Value>>(itemsOf(iterable));
    if (statement.condition) {
        auto chosen = std::make_shared<std::vector<Value>>();
        for (const Value &item : *items) {
            charge(kTurnSteps);
            const Replaced scope(m_scope, std::make_shared<Scope>(Scope{{}, outer}));
            assign(*statement.target, item);
            if (isTrue(evaluate(*statement.condition)))
                chosen->push_back(item);
        }
        items = std::move(chosen);
    }
    if (items->empty()) {
        execute(statement.otherwise);
        return;
    }
    auto loop = std::make_shared<LoopState>();
    loop->items = items;
    loop->depth = depth;
    loop->lastChanged = std::make_shared<Value>();
    if (statement.isRecursive) {
        loop->recurse = [this, &statement, weak = std::weak_ptr(outer), depth](const Value &inner) -> Value {
            const ScopePtr alive = weak.lock();
            const NestingGuard nesting(m_depth);
            const Replaced scope(m_scope, alive ? alive : m_root);
            MarkedText output;
            const Replaced out(m_output, &output);
            runLoop(statement, inner, depth + 1);
            return output;
        };
    }
    for (size_t index = 0; index < items->size(); ++index) {
        charge(kTurnSteps);
        auto state = std::make_shared<LoopState>(*loop);
        state->index = index;
        const Replaced scope(m_scope, std::make_shared<Scope>(Scope{{}, outer}));
        m_scope->set("loop", std::shared_ptr<const LoopState>(std::move(state)));
        assign(*statement.target, (*items)[index]);
        if (execute(statement.body) == Flow::Break)
            break;
    }
}

void Evaluator::executeSet(const Statement &statement)
{
    if (statement.kind == Statement::Kind::Set) {
        assign(*statement.target, evaluate(*statement.expression));
        return;
    }
    const Value text = captured(statement.body);
    assign(*statement.target, statement.expression ? evaluateFilter(*statement.expression, text) : text);
}

void Evaluator::executeWith(const Statement &statement)
{
    const auto inner = std::make_shared<Scope>(Scope{{}, m_scope});
    std::vector<Value> values; // all of them are evaluated outside
    for (const auto &assignment : statement.assignments)
        values.push_back(evaluate(*assignment.second));
    const Replaced scope(m_scope, inner);
    for (size_t i = 0; i < values.size(); ++i)
        assign(*statement.assignments[i].first, values[i]);
    execute(statement.body);
}

void Evaluator::executeCallBlock(const Statement &statement)
{
    const Expression &expression = *statement.expression;
    const Value callee = evaluate(*expression.parts[0]);
    Arguments arguments = evaluateArguments(expression, "call");
    arguments.named.emplace_back("caller", macro("caller", statement.parameters, statement.body));
    m_output->append(toText(call(callee, arguments)));
}

MarkedText Evaluator::captured(const Body &body)
{
    MarkedText output;
    const Replaced out(m_output, &output);
    const Replaced scope(m_scope, std::make_shared<Scope>(Scope{{}, m_scope}));
    execute(body);
    return output;
}

Value Evaluator::macro(std::string name, const std::vector<MacroParameter> &parameters, const Body &body)
{
    // Held weakly: the scope holds the macro.
    auto callable = std::make_shared<Callable>();
    callable->name = name;
    callable->call = [this, name = std::move(name), &parameters, &body,
                      weak = std::weak_ptr(m_scope)](const Arguments &arguments) {
        const ScopePtr defined = weak.lock();
        const Replaced scope(m_scope, std::make_shared<Scope>(Scope{{}, defined ? defined : m_root}));
        return callMacro(name, parameters, body, arguments);
    };
    return std::shared_ptr<const Callable>(std::move(callable));
}

Value Evaluator::callMacro(const std::string &name, const std::vector<MacroParameter> &parameters, const Body &body,
                           const Arguments &arguments)
{
    const NestingGuard nesting(m_depth);
    const std::string shown = "macro '" + name + "'";
    if (arguments.positional.size() > parameters.size())
        throw TemplateError(shown + " takes not more than " + std::to_string(parameters.size()) + " arguments");
    for (const auto &[key, value] : arguments.named) {
        const bool isKnown = key == "caller"
            || std::any_of(parameters.begin(), parameters.end(),
                           [&](const MacroParameter &parameter) { return parameter.name == key; });
        if (!isKnown)
            throw TemplateError(shown + " has no argument '" + key + "'");
        if (key == "caller")
            m_scope->set(key, value);
    }
    for (size_t i = 0; i < parameters.size(); ++i) {
        const MacroParameter &parameter = parameters[i];
        const Value *given = arguments.find(i, parameter.name);
        m_scope->set(parameter.name,
                     given ? *given
                         : parameter.standard
                         ? evaluate(*parameter.standard)
                         : Value(Undefined{"parameter '" + parameter.name + "' was not provided"}));
    }
    MarkedText output;
    const Replaced out(m_output, &output);
    execute(body);
    return output;
}

void Evaluator::assign(const Expression &target, const Value &value)
{
    if (target.kind == Expression::Kind::Name) {
        m_scope->set(target.name, value);
        return;
    }
    if (target.kind == Expression::Kind::Attribute) {
        const Value object = evaluate(*target.parts[0]);
        const auto *space = std::get_if<std::shared_ptr<Namespace>>(&object);
        if (!space)
            throw TemplateError("cannot assign attribute '" + target.name + "' on a " + typeName(object)
                                + ", only on a namespace");
        (*space)->attributes.insert_or_assign(target.name, value);
        return;
    }
    refuseUndefined(value);
    const std::vector<Value> items = itemsOf(value);
    if (items.size() != target.parts.size())
        throw TemplateError("cannot unpack " + std::to_string(items.size()) + " values into "
                            + std::to_string(target.parts.size()));
    for (size_t i = 0; i < items.size(); ++i)
        assign(*target.parts[i], items[i]);
}

} // namespace limno::jinja
