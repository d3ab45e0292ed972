# SPDX-FileCopyrightText: 2026 Limnograph developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens two pickled snapshots with PyTorch's own torch.cuda._memory_viz, which needs no torch to be loaded alone.

memoryviz.py VIZ BEFORE AFTER, where VIZ is _memory_viz.py or a torch wheel; prints what came of it as JSON.
"""
import contextlib
import importlib.util
import json
import pickle
import sys
import tempfile
import zipfile


def load_viz(path):
    with tempfile.TemporaryDirectory() as folder:
        if path.endswith(".whl"):
            with zipfile.ZipFile(path) as wheel:
                path = wheel.extract("torch/cuda/_memory_viz.py", folder)
        spec = importlib.util.spec_from_file_location("memory_viz", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module


def load(path):
    with open(path, "rb") as file:
        data = pickle.load(file)
        if file.read():
            raise ValueError(path + ": bytes after the end")
        return data


viz = load_viz(sys.argv[1])
before, after = load(sys.argv[2]), load(sys.argv[3])
with contextlib.redirect_stdout(sys.stderr):
    answers = {
        "keys": sorted(after),
        "segsum": viz.segsum(after),
        "trace": viz.trace(after),
        "memory": viz.memory(after, format_flamegraph=str),
        "segments": viz.segments(after, format_flamegraph=str),
        "compare": viz.compare(before["segments"], after["segments"], format_flamegraph=str),
        "trace_plot": viz.trace_plot(after),
        "segment_plot": viz.segment_plot(after),
    }
print(json.dumps(answers))
