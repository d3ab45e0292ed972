// SPDX-FileCopyrightText: 2026 Limnograph developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"

#include "core/vision/imagefile.h"
#include "core/vision/quadrants.h"

#include <iomanip>
#include <iostream>

namespace limno::cli {

namespace {

struct ImageInfo {
    std::vector<std::string> files;

    int run(OutputMode mode) const
    {
        Services services{Runtime::Options{}};
        if (const auto opened = services.modules.open("limnograph-images"); !opened)
            return reportError(mode, opened.error());
        const auto decoder = services.modules.imageDecoder();
        Json rows = Json::array();
        std::vector<Error> errors;
        for (const std::string &file : files) {
            if (interruptCode() != 0)
                break;
            const auto image = readImageFile(*decoder, file);
            if (!image)
                errors.push_back(image.error());
            rows.push_back(image ? describe(file, *image) : Json{{"file", file}, {"error", errorJson(image.error())}});
        }
        print(mode, rows);
        if (interruptCode() != 0)
            return interruptCode();
        if (errors.size() == files.size())
            return exitCodeFor(errors.front().code);
        return errors.empty() ? kExitDone : kExitSomeFailed;
    }

private:
    static Json describe(const std::string &file, const Image &image)
    {
        return {{"file", file}, {"width", image.width}, {"height", image.height}, {"channels", image.channels},
                {"frames", image.frames}, {"orientation", image.orientation}, {"quadrants", quadrantMeans(image)}};
    }

    static void print(OutputMode mode, const Json &rows)
    {
        if (mode == OutputMode::Script) {
            Json document = newDocument();
            document["images"] = rows;
            if (interruptCode() != 0)
                document["interrupted"] = true;
            printDocument(document);
            return;
        }
        std::cout << "width height channels frames orientation  file\n";
        for (const Json &row : rows) {
            if (row.contains("error")) {
                std::cout << "bad  " << row["error"]["message"].get<std::string>() << '\n';
                continue;
            }
            const std::pair<const char *, int> columns[]{{"width", 5}, {"height", 7}, {"channels", 9}, {"frames", 7}, {"orientation", 12}};
            for (const auto &[key, width] : columns)
                std::cout << std::right << std::setw(width) << row[key].get<int>();
            std::cout << "  " << row["file"].get<std::string>() << '\n';
        }
    }
};

} // namespace

void declareImage(CLI::App &root, Invocation &invocation)
{
    CLI::App *image = root.add_subcommand("image", "Look at image files");
    image->require_subcommand(1);
    CLI::App *command = nullptr;
    auto info = declareCommand<ImageInfo>(*image, invocation, "info", "Decodes images as the models would see them", command);
    command->add_option("files", info->files, "PNG, JPEG, WebP, GIF, BMP or TIFF files; of an animation the first picture")->required();
}

} // namespace limno::cli
