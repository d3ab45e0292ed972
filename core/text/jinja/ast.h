// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/jinja/value.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace limno::jinja {

struct Expression;
struct Statement;
using ExpressionPtr = std::unique_ptr<const Expression>;
using Body = std::vector<Statement>;

/// One node of an expression. `parts` holds, for each kind:
struct Expression {
    enum class Kind {
        Literal, ///< `value`
        Name, ///< `name`
        List, ///< the items
        Tuple,
        Dict, ///< key, value, key, value, …
        Not, ///< the operand
        Sign, ///< the operand; `name` is + or -
        And, ///< left, right
        Or,
        Binary, ///< left, right; `name` is + - * / // % ** ~
        Compare, ///< the operands; `operators` stand between them
        Choice, ///< condition, then, else (may be null)
        Attribute, ///< the object; `name`
        Subscript, ///< the object, the key
        Slice, ///< the object, start, stop, step (each may be null)
        Call, ///< the callee; arguments
        Filter, ///< the input (null in a filter block); `name`, arguments
        Test, ///< the value; `name`, arguments
    };
    Kind kind = Kind::Literal;
    int line = 0;
    std::string name = {};
    Value value = {};
    std::vector<ExpressionPtr> parts = {};
    std::vector<std::string> operators = {};
    std::vector<ExpressionPtr> arguments = {};
    std::vector<std::pair<std::string, ExpressionPtr>> named = {};
};

struct MacroParameter {
    std::string name;
    ExpressionPtr standard; ///< null: none
};

struct Statement {
    enum class Kind {
        Data, ///< `expression` is a literal
        Output, ///< `expression`
        For, ///< `target` in `expression` if `condition`: `body`, else `otherwise`; `isRecursive`
        If, ///< `expression`: `body`, else `otherwise` (which may hold one If: elif)
        Set, ///< `target` = `expression`
        SetBlock, ///< `target` = `body` through `expression` (a Filter chain, or null)
        Macro, ///< `name`, `parameters`, `body`
        CallBlock, ///< `expression` (a Call) with `body` as its caller, which takes `parameters`
        FilterBlock, ///< `body` through `expression`
        With, ///< `assignments`, `body`
        Group, ///< `body` as it stands
        Break,
        Continue,
    };
    Kind kind = Kind::Data;
    int line = 0;
    std::string name = {};
    ExpressionPtr target = {}; ///< a Name, an Attribute of a Name, or a Tuple of such
    ExpressionPtr expression = {};
    ExpressionPtr condition = {};
    bool isRecursive = false;
    std::vector<MacroParameter> parameters = {};
    std::vector<std::pair<ExpressionPtr, ExpressionPtr>> assignments = {};
    Body body = {};
    Body otherwise = {};
};

} // namespace limno::jinja
