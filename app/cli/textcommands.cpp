// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/textinput.h"

#include "core/text/chattemplate.h"
#include "core/text/tokenizer.h"

#include <iostream>
#include <sstream>

namespace limno::cli {

namespace {

struct Tokenize {
    std::string model = "smollm2";
    std::vector<std::string> texts;
    std::string file;
    std::string lines;
    bool noSpecial = false;

    Result<std::vector<std::string>> inputs() const
    {
        std::vector<std::string> all = texts;
        if (!file.empty()) {
            auto text = readTextInput(file);
            if (!text)
                return failure(text.error());
            all.push_back(*std::move(text));
        }
        if (lines.empty())
            return all;
        const auto text = readTextInput(lines);
        if (!text)
            return failure(text.error());
        std::istringstream stream(*text);
        std::string line;
        for (int number = 1; std::getline(stream, line); ++number) {
            if (line.empty())
                continue;
            const Json value = Json::parse(line, nullptr, false);
            if (!value.is_string())
                return failure(ErrorCode::InputInvalid, lines + ": line " + std::to_string(number) + " is not a JSON string");
            all.push_back(value.get<std::string>());
        }
        return all;
    }

    int run(OutputMode mode) const
    {
        const auto tokenizer = openTokenizer(model);
        if (!tokenizer)
            return reportError(mode, tokenizer.error());
        const auto all = inputs();
        if (!all)
            return reportError(mode, all.error());
        if (all->empty())
            return reportError(mode, {ErrorCode::InputInvalid, "tokenize needs --text, --file or --lines"});
        Json results = Json::array();
        for (const std::string &text : *all) {
            const std::vector<int64_t> ids = (*tokenizer)->encode(text, noSpecial ? SpecialTokens::AsText : SpecialTokens::Parse);
            Json pieces = Json::array();
            for (const int64_t id : ids)
                pieces.push_back((*tokenizer)->piece(id));
            results.push_back({{"ids", ids}, {"pieces", std::move(pieces)}, {"decoded", (*tokenizer)->decode(ids)}});
        }
        if (mode == OutputMode::Script) {
            Json document = newDocument();
            document["results"] = std::move(results);
            printDocument(document);
            return kExitDone;
        }
        for (const Json &result : results) {
            for (size_t i = 0; i < result["ids"].size(); ++i)
                std::cout << result["ids"][i] << '\t' << result["pieces"][i].get<std::string>() << '\n';
            std::cout << result["ids"].size() << " tokens\n";
        }
        return kExitDone;
    }
};

struct Template {
    std::string file;
    std::string input;

    Result<std::string> render() const
    {
        const auto source = readTextInput(file);
        if (!source)
            return failure(source.error());
        const auto inputText = readTextInput(input);
        if (!inputText)
            return failure(inputText.error());
        const Json values = Json::parse(*inputText, nullptr, false);
        if (!values.is_object())
            return failure(ErrorCode::InputInvalid, input + ": not a JSON object");
        const auto chatTemplate = ChatTemplate::parse(*source);
        if (!chatTemplate)
            return failure(chatTemplate.error().code, file + ": " + chatTemplate.error().message);
        const auto segments = (*chatTemplate)->render(values);
        if (!segments)
            return failure(segments.error().code, file + ": " + segments.error().message);
        return ChatTemplate::join(*segments);
    }

    int run(OutputMode mode) const
    {
        const auto text = render();
        if (!text)
            return reportError(mode, text.error());
        if (mode == OutputMode::Script) {
            Json document = newDocument();
            document["text"] = *text;
            printDocument(document);
        } else {
            std::cout << *text;
        }
        return kExitDone;
    }
};

} // namespace

void declareTokenize(CLI::App &root, Invocation &invocation)
{
    CLI::App *command = nullptr;
    auto state = declareCommand<Tokenize>(root, invocation, "tokenize", "Text to token ids and back", command);
    command->add_option("--model", state->model, "GGUF file, folder with a tokenizer, or a built-in name")->capture_default_str();
    command->add_option("--text", state->texts, "Text (repeatable)")->take_all()->expected(1);
    command->add_option("--file", state->file, "Text file, - for standard input");
    command->add_option("--lines", state->lines, "File with one JSON string a line");
    command->add_flag("--no-special", state->noSpecial, "Special tokens in the text are only text");
}

void declareTemplate(CLI::App &root, Invocation &invocation)
{
    CLI::App *command = nullptr;
    auto state = declareCommand<Template>(root, invocation, "template", "Renders a chat template", command);
    command->add_option("--file", state->file, "Template, - for standard input")->required();
    command->add_option("--input", state->input, "JSON file with messages, tools, add_generation_prompt, …")->required();
}

} // namespace limno::cli
