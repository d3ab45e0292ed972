// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/jinja/builtins.h"
#include "core/text/jinja/evaluator.h"
#include "core/text/jinja/nesting.h"

namespace limno::jinja {

Value Evaluator::evaluate(const Expression &expression)
{
    using Kind = Expression::Kind;
    const NestingGuard nesting(m_depth);
    charge(1);
    m_line = expression.line;
    const auto part = [&](size_t index) -> const Expression & { return *expression.parts[index]; };
    switch (expression.kind) {
    case Kind::Literal:
        return expression.value;
    case Kind::Name:
        return evaluateName(expression);
    case Kind::List:
    case Kind::Tuple:
        return evaluateList(expression);
    case Kind::Dict:
        return evaluateDict(expression);
    case Kind::Not:
        return !isTrue(evaluate(part(0)));
    case Kind::Sign:
        return binary(int64_t{0}, expression.name, evaluate(part(0)));
    case Kind::And: {
        const Value left = evaluate(part(0));
        return isTrue(left) ? evaluate(part(1)) : left;
    }
    case Kind::Or: {
        const Value left = evaluate(part(0));
        return isTrue(left) ? left : evaluate(part(1));
    }
    case Kind::Binary: {
        const Value left = evaluate(part(0));
        const Value result = binary(left, expression.name, evaluate(part(1)));
        if (const MarkedText *text = result.text())
            charge(text->size() / 64);
        return result;
    }
    case Kind::Compare:
        return evaluateCompare(expression);
    case Kind::Choice:
        if (isTrue(evaluate(part(0))))
            return evaluate(part(1));
        return expression.parts[2] ? evaluate(part(2)) : Value(Undefined{"the inline if has no else"});
    case Kind::Attribute:
        return attribute(evaluate(part(0)), expression.name);
    case Kind::Subscript: {
        const Value object = evaluate(part(0));
        return subscript(object, evaluate(part(1)));
    }
    case Kind::Slice:
        return evaluateSlice(expression);
    case Kind::Call:
        return evaluateCall(expression);
    case Kind::Filter:
        return evaluateFilter(expression, Undefined{});
    case Kind::Test: {
        const Value value = evaluate(part(0));
        return applyTest(expression.name, value, evaluateArguments(expression, "test '" + expression.name + "'"));
    }
    }
    return None();
}

Value Evaluator::evaluateName(const Expression &expression)
{
    const Value *value = m_scope->find(expression.name);
    return value ? *value : Value(Undefined{"'" + expression.name + "' is undefined"});
}

Value Evaluator::evaluateList(const Expression &expression)
{
    List list;
    list.isTuple = expression.kind == Expression::Kind::Tuple;
    for (const ExpressionPtr &item : expression.parts)
        list.items.push_back(evaluate(*item));
    charge(list.items.size());
    return list;
}

Value Evaluator::evaluateDict(const Expression &expression)
{
    Dict dict;
    for (size_t i = 0; i + 1 < expression.parts.size(); i += 2) {
        Value key = evaluate(*expression.parts[i]);
        if (key.list() || key.dict())
            throw TemplateError("unhashable type: '" + typeName(key) + "'");
        dict.set(std::move(key), evaluate(*expression.parts[i + 1]));
    }
    return dict;
}

Value Evaluator::evaluateCompare(const Expression &expression)
{
    Value left = evaluate(*expression.parts[0]);
    for (size_t i = 0; i < expression.operators.size(); ++i) {
        Value right = evaluate(*expression.parts[i + 1]);
        if (!compare(left, expression.operators[i], right))
            return false;
        left = std::move(right);
    }
    return true;
}

Value Evaluator::evaluateSlice(const Expression &expression)
{
    const Value object = evaluate(*expression.parts[0]);
    const auto bound = [&](size_t index) {
        return expression.parts[index] ? evaluate(*expression.parts[index]) : Value(None());
    };
    const Value start = bound(1);
    const Value stop = bound(2);
    return slice(object, start, stop, bound(3));
}

Value Evaluator::evaluateCall(const Expression &expression)
{
    const Expression &callee = *expression.parts[0];
    const Value function = evaluate(callee);
    const std::string name = callee.name.empty() ? "call" : callee.name + "()";
    const Arguments arguments = evaluateArguments(expression, name);
    m_line = expression.line;
    Value result = call(function, arguments);
    if (const MarkedText *text = result.text())
        charge(text->size() / 64);
    return result;
}

Value Evaluator::evaluateFilter(const Expression &filter, const Value &innermost)
{
    const NestingGuard nesting(m_depth);
    Value input = innermost;
    if (const Expression *inner = filter.parts[0].get())
        input = inner->kind == Expression::Kind::Filter ? evaluateFilter(*inner, innermost) : evaluate(*inner);
    const Arguments arguments = evaluateArguments(filter, "filter '" + filter.name + "'");
    m_line = filter.line;
    return applyFilter(filter.name, input, arguments);
}

Arguments Evaluator::evaluateArguments(const Expression &expression, std::string callee)
{
    Arguments arguments;
    arguments.callee = std::move(callee);
    for (const ExpressionPtr &argument : expression.arguments)
        arguments.positional.push_back(evaluate(*argument));
    for (const auto &[name, argument] : expression.named)
        arguments.named.emplace_back(name, evaluate(*argument));
    return arguments;
}

Value Evaluator::call(const Value &callee, const Arguments &arguments)
{
    charge(1);
    if (const auto *function = std::get_if<std::shared_ptr<const Callable>>(&callee))
        return (*function)->call(arguments);
    if (const auto *loop = std::get_if<std::shared_ptr<const LoopState>>(&callee); loop && (*loop)->recurse)
        return (*loop)->recurse(arguments.required(0, "iterable"));
    refuseUndefined(callee);
    throw TemplateError("'" + typeName(callee) + "' object is not callable");
}

Value Evaluator::applyFilter(std::string_view name, const Value &input, const Arguments &arguments)
{
    charge(1);
    Value result = filterFunction(name)(*this, input, arguments);
    if (const MarkedText *text = result.text())
        charge(text->size() / 64);
    return result;
}

bool Evaluator::applyTest(std::string_view name, const Value &value, const Arguments &arguments)
{
    charge(1);
    return testFunction(name)(*this, value, arguments);
}

} // namespace limno::jinja
