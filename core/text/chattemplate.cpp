// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/chattemplate.h"

#include "core/text/jinja/evaluator.h"
#include "core/text/jinja/input.h"
#include "core/text/jinja/parser.h"

#include <nlohmann/json.hpp>

#include <exception>

namespace limno {

namespace {

tl::unexpected<Error> refused(const jinja::TemplateError &error, int line)
{
    if (error.kind() == jinja::TemplateError::Kind::Raised)
        return failure(ErrorCode::InputInvalid, error.what(), "raise_exception");
    return failure(ErrorCode::InputInvalid,
                   "chat template: line " + std::to_string(error.line() > 0 ? error.line() : line) + ": "
                       + error.what());
}

} // namespace

struct ChatTemplate::Impl {
    jinja::Body body;
};

ChatTemplate::ChatTemplate(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{
}

ChatTemplate::~ChatTemplate() = default;

Result<std::shared_ptr<const ChatTemplate>> ChatTemplate::parse(std::string source)
{
    try {
        auto impl = std::make_unique<Impl>();
        impl->body = jinja::parseTemplate(source);
        return std::shared_ptr<const ChatTemplate>(new ChatTemplate(std::move(impl)));
    } catch (const jinja::TemplateError &error) {
        return refused(error, 1);
    } catch (const std::exception &error) {
        return failure(ErrorCode::Internal, std::string("chat template: ") + error.what());
    }
}

Result<std::vector<TextSegment>> ChatTemplate::render(const nlohmann::ordered_json &input) const
{
    int line = 1;
    try {
        jinja::Evaluator evaluator(jinja::inputVariables(input));
        try {
            return evaluator.render(m_impl->body).segments();
        } catch (const jinja::TemplateError &) {
            line = evaluator.line();
            throw;
        }
    } catch (const jinja::TemplateError &error) {
        return refused(error, line);
    } catch (const std::exception &error) {
        return failure(ErrorCode::Internal, std::string("chat template: ") + error.what());
    }
}

std::string ChatTemplate::join(const std::vector<TextSegment> &segments)
{
    std::string text;
    for (const TextSegment &segment : segments)
        text += segment.text;
    return text;
}

std::string chatMlTemplate()
{
    return "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + "
           "'<|im_end|>\\n' }}{% endfor %}"
           "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";
}

} // namespace limno
