<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>limno::Actions</name>
    <message>
        <source>&amp;Open files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Paste as prompt or files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record everything that happens into a file in your documents (Ctrl+R)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record &amp;to…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Send the prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;top the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;play…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat a request in a loop (F5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop &amp;all jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;All of them</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Limnograph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Try</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Diagnose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>De&amp;mo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Clear caches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::CardMap</name>
    <message>
        <source>%1 (asked for %2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>free segment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>small pool, segment of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>large pool, segment of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gone: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::CardMapPane</name>
    <message>
        <source>allocated %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reserved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>inactive split %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest free %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fragmentation %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fragmentation –</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fragmentation: the share of the reserved and unused bytes that lies outside the largest piece.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>went since the last clear began</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No card: choose an emulated one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Before the clear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what has gone since the last clear began</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Outlines of the blocks and segments that were there when the last clear began</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Card map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at a block, or walk with the arrow keys.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::ClearPane</name>
    <message>
        <source>Clearing, after the jobs that are in line…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gave back %1 in all.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversations stay; kept results and caches go. Runs between jobs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear caches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear all caches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing here uses this cache.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::ClearStep</name>
    <message>
        <source>results, snapshots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV, conversation caches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokenizer, prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>primitive caches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workspaces</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>block cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>card: empty cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heap trim</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offload weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unload model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept results and snapshots go.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversations stay, their next answer starts slower.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is lost, only speed for a moment.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::Device</name>
    <message>
        <source>emulated %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights are in host memory already on cpu</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not all weights fit on the card at once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>by hand</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device above %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::DeviceMenu</name>
    <message>
        <source>Emulated card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size of the card, such as 12 GiB:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Emulated, another size…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::DropHint</name>
    <message>
        <source>Drop it anywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>texts become prompts · .gguf files are loaded · .limno files are opened</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::Dropped</name>
    <message>
        <source>%1: addresses are not fetched; save the file and drop it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Image: no model here takes images</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: not found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: cannot be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: longer than 1 MiB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: one recording is shown at a time, the last one</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: not a text, model or recording</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::Error</name>
    <message>
        <source>Stopped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Too much is waiting already. Try again in a moment.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not enough memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This device is not there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model file is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This kind of model cannot be run here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model was not found.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The input cannot be used.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading or writing failed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It took too long.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The target does not answer.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Something went wrong inside the program.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::GrowthModel</name>
    <message>
        <source>device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of what</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Site</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Growth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::GrowthPlot</name>
    <message>
        <source>request %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>confirmation</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::Holder</name>
    <message>
        <source>weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>result</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>untagged</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>block cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other heap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mapped weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>free piece</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heap of this process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mapped files, not part of the heap</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::Intake</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s)</source>
        <translation>
            <numerusform>%n text</numerusform>
            <numerusform>%n texts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation>
            <numerusform>%n model</numerusform>
            <numerusform>%n models</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n recording(s)</source>
        <translation>
            <numerusform>%n recording</numerusform>
            <numerusform>%n recordings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 can be used, %n other file(s) cannot.</source>
        <translation>
            <numerusform>%1: %2 can be used, %n other file cannot.</numerusform>
            <numerusform>%1: %2 can be used, %n other files cannot.</numerusform>
        </translation>
    </message>
    <message>
        <source>Only the first 20000 files were looked at.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use them</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::LaneView</name>
    <message>
        <source>Requests over time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>worker %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::LevelOverlay</name>
    <message>
        <source>load %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unload %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>clear, gave back %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::LevelPane</name>
    <message>
        <source>Waiting for the first sample…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>request %1 · waited %2 · ran %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory of this process over time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>10 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the last minute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the last ten minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show everything since the start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow the newest sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow the newest sample (End). Wheel zooms, drag moves, double click follows again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory curves</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::LogModel</name>
    <message>
        <source>detail</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>info</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Part</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::LogPane</name>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::MainWindow</name>
    <message>
        <source>Recorded to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recording to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models, recordings, texts (*.gguf *.limno *.txt *.md)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recordings (*.limno)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Limnograph</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Limnograph %1

Runs models on this machine and shows what they do to its memory.

GPL-3.0-or-later</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owners</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Card map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::Metric</name>
    <message>
        <source>RSS anonymous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RSS files (weights)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>heap in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>card allocated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>card reserved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>card used</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::ModelRow</name>
    <message>
        <source>weights %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mapped %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unload %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading… %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop loading %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, not loaded</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::ModelsPane</name>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model yet. Drop a .gguf file anywhere in this window.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::NoticeBar</name>
    <message>
        <source>Close this notice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::OwnersModel</name>
    <message>
        <source>device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>file pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Of what</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Site</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::OwnersPane</name>
    <message>
        <source>No card is in use. Choose one at the top of the window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Who holds bytes now, as a table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What grew between two snapshots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The card&apos;s numbers in PyTorch&apos;s layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes by owner</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bytes by owner and site</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory summary of the card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the memory summary</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::QueueModel</name>
    <message>
        <source>preparing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting, number %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running, %1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, round %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Worker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ran</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::QueuePane</name>
    <message>
        <source>Nothing has run yet. Send a prompt or start a replay.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 open · %2 finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop all jobs</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::RecordingPane</name>
    <message>
        <source>Reading %1…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No recording opened</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop a .limno file anywhere in this window, or press Record to make one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This recording was cut off; everything up to its last second is here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ok · %2 failed · %3 stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Marks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RSS anonymous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at first · %2 at last · %3 at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Machine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Program version</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::ReplayPane</name>
    <message numerus="yes">
        <source>%n different input(s)</source>
        <translation>
            <numerusform>%n different input</numerusform>
            <numerusform>%n different inputs</numerusform>
        </translation>
    </message>
    <message>
        <source>Name three lakes and say why their level changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record the replay to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recordings (*.limno)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No model loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready to replay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The same request is sent again and again, each after the last one has ended. The level shows what stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 ok</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confirming</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Judging</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replaying</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replay stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replay finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>median</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>longest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>latency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 requests/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first error: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt to repeat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests in flight at the same time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Put a counter into the prompt, so that no two requests are the same</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose the file to record to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start replay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop replay</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::Settings</name>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CPU offload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Permits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Max tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>At once</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Vary the prompt</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::SnapshotsModel</name>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reason</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::SnapshotsView</name>
    <message>
        <source>Taking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take snapshot</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Growth between two snapshots</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two snapshots show what grew in between.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select two snapshots to compare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing changed between them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 rows that changed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Top ten</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::StartTiles</name>
    <message>
        <source>What does it cost?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run a model here and watch what it does to memory. Files, folders and text can be dropped anywhere in this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try a model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a prompt, or drop a .gguf file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reproduce a leak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat one request in a loop and see what stays.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch a service</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach to a running program and judge its memory. Comes with a later version.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::StatusLine</name>
    <message>
        <source>VRAM %1 allocated, %2 reserved of %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>permits %1/%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gate off, %1 inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>waiting %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RSS %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>growth –</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A number appears here only when a verdict has one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>growth %1 a request</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::SwitchesPane</name>
    <message numerus="yes">
        <source>%n thread(s) per worker</source>
        <translation>
            <numerusform>%n thread per worker</numerusform>
            <numerusform>%n threads per worker</numerusform>
        </translation>
    </message>
    <message>
        <source>Workers change after the present jobs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offload in effect: %1, since %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache changes after the jobs in line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offload changes after this job.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How many requests may compute at once; off lets everybody in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Threads that take requests</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Which weights leave the card: none, all of them between runs (model), all but the layers in use (layer)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep keys and values of earlier tokens; off computes everything again for each token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>greedy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>0 always takes the likeliest token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Same seed, same answer</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::Text</name>
    <message>
        <source>%1 ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::TopBar</name>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record everything that happens into a file in your documents (Ctrl+R)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeat a request in a loop (F5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear caches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Diagnose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Demo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Work large, level small (F2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Level, lanes and tables (F3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Large type for an audience (F4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 after this job</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What models compute for. An emulated card is host memory under the rules of a card&apos;s allocator. A change loads the models again.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::VerdictModel</name>
    <message>
        <source>flat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>warm-up, then flat</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept by the allocator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>fragmentation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bounded growth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>leak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>leak, in steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>sawtooth, level floor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>grows with time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>held, then released</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>growing, not confirmed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not enough data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Series</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Class</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>95 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found from</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::VerdictPane</name>
    <message>
        <source>Judged series</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Growth by request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run this experiment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No verdict yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A replay is judged when it ends: leak, warm-up, cache, allocator, or not enough data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To try: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::Wording</name>
    <message>
        <source>KV cache tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>result tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cache tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>untagged tensors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>block cache</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>other live heap blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>free heap between live blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device segments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing here to clear in this step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing came back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing came back: %1 went to the heap&apos;s free blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1; still held: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>offload %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>context capped at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>KV cache off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>permits off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>permits %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>workers %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>limno::WorkPane</name>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) reused</source>
        <translation>
            <numerusform>%n token reused</numerusform>
            <numerusform>%n tokens reused</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prompt(s): %1</source>
        <translation>
            <numerusform>%n prompt: %1</numerusform>
            <numerusform>%n prompts: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more prompt(s) waiting</source>
        <translation>
            <numerusform>%n more prompt waiting</numerusform>
            <numerusform>%n more prompts waiting</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>first token after %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Why is the sky blue?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loading the model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no model loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask something, or drop files here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model is being loaded; you can type already</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load a model first: drop a .gguf file here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Return sends · Shift+Return starts a new line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>working on the prompt, %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>answering, %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>about %1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run all prompts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard the prompts</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
