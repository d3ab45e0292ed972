<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>limno::Actions</name>
    <message>
        <source>&amp;Open files…</source>
        <translation>打开文件(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;folder…</source>
        <translation>打开文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Paste as prompt or files</source>
        <translation>粘贴为提示词或文件(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Record</source>
        <translation>录制(&amp;R)</translation>
    </message>
    <message>
        <source>Record everything that happens into a file in your documents (Ctrl+R)</source>
        <translation>把发生的一切录制到“文档”中的文件里（Ctrl+R）</translation>
    </message>
    <message>
        <source>Record &amp;to…</source>
        <translation>录制到(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Send the prompt</source>
        <translation>发送提示词(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;top the answer</source>
        <translation>停止回答(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;New conversation</source>
        <translation>新对话(&amp;N)</translation>
    </message>
    <message>
        <source>Re&amp;play…</source>
        <translation>重放(&amp;P)…</translation>
    </message>
    <message>
        <source>Repeat a request in a loop (F5)</source>
        <translation>循环重复一个请求（F5）</translation>
    </message>
    <message>
        <source>Stop &amp;all jobs</source>
        <translation>停止所有任务(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;All of them</source>
        <translation>全部(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;About Limnograph</source>
        <translation>关于 Limnograph(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Try</source>
        <translation>试用(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Diagnose</source>
        <translation>诊断(&amp;D)</translation>
    </message>
    <message>
        <source>De&amp;mo</source>
        <translation>演示(&amp;M)</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Clear caches</source>
        <translation>清理缓存(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>主题(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
</context>
<context>
    <name>limno::CardMap</name>
    <message>
        <source>%1 (asked for %2)</source>
        <translation>%1（请求 %2）</translation>
    </message>
    <message>
        <source>free segment</source>
        <translation>空闲段</translation>
    </message>
    <message>
        <source>small pool, segment of %1</source>
        <translation>小块池，段 %1</translation>
    </message>
    <message>
        <source>large pool, segment of %1</source>
        <translation>大块池，段 %1</translation>
    </message>
    <message>
        <source>gone: %1</source>
        <translation>已消失：%1</translation>
    </message>
</context>
<context>
    <name>limno::CardMapPane</name>
    <message>
        <source>allocated %1</source>
        <translation>已分配 %1</translation>
    </message>
    <message>
        <source>reserved %1</source>
        <translation>已保留 %1</translation>
    </message>
    <message>
        <source>inactive split %1</source>
        <translation>闲置分割 %1</translation>
    </message>
    <message>
        <source>largest free %1</source>
        <translation>最大空闲 %1</translation>
    </message>
    <message>
        <source>fragmentation %1 %</source>
        <translation>碎片 %1 %</translation>
    </message>
    <message>
        <source>fragmentation –</source>
        <translation>碎片 –</translation>
    </message>
    <message>
        <source>Fragmentation: the share of the reserved and unused bytes that lies outside the largest piece.</source>
        <translation>碎片：已保留但未使用的字节中，不在最大空闲块里的比例。</translation>
    </message>
    <message>
        <source>went since the last clear began</source>
        <translation>上次清理开始后消失</translation>
    </message>
    <message>
        <source>No card: choose an emulated one.</source>
        <translation>没有显卡：请选择一块模拟显卡。</translation>
    </message>
    <message>
        <source>Choose a card</source>
        <translation>选择显卡</translation>
    </message>
    <message>
        <source>Before the clear</source>
        <translation>清理之前</translation>
    </message>
    <message>
        <source>Show what has gone since the last clear began</source>
        <translation>显示上次清理开始后消失的内容</translation>
    </message>
    <message>
        <source>Outlines of the blocks and segments that were there when the last clear began</source>
        <translation>上次清理开始时存在的块和段的轮廓</translation>
    </message>
    <message>
        <source>Card map</source>
        <translation>显卡内存图</translation>
    </message>
    <message>
        <source>Point at a block, or walk with the arrow keys.</source>
        <translation>指向一个块，或用方向键移动。</translation>
    </message>
</context>
<context>
    <name>limno::ClearPane</name>
    <message>
        <source>Clear caches</source>
        <translation>清理缓存</translation>
    </message>
    <message>
        <source>Clear all</source>
        <translation>全部清理</translation>
    </message>
    <message>
        <source>Clear all caches</source>
        <translation>清理全部缓存</translation>
    </message>
    <message>
        <source>Nothing here uses this cache.</source>
        <translation>这里没有用到这种缓存。</translation>
    </message>
    <message>
        <source>Clearing, after the jobs that are in line…</source>
        <translation>等排队的任务结束后清理…</translation>
    </message>
    <message>
        <source>Gave back %1 in all.</source>
        <translation>共归还 %1。</translation>
    </message>
    <message>
        <source>Conversations stay; kept results and caches go. Runs between jobs.</source>
        <translation>对话保留；留存的结果和缓存会被清掉。在任务之间执行。</translation>
    </message>
</context>
<context>
    <name>limno::ClearStep</name>
    <message>
        <source>results, snapshots</source>
        <translation>结果、快照</translation>
    </message>
    <message>
        <source>KV, conversation caches</source>
        <translation>KV、对话缓存</translation>
    </message>
    <message>
        <source>tokenizer, prompts</source>
        <translation>分词器、提示词</translation>
    </message>
    <message>
        <source>primitive caches</source>
        <translation>原语缓存</translation>
    </message>
    <message>
        <source>workspaces</source>
        <translation>工作空间</translation>
    </message>
    <message>
        <source>block cache</source>
        <translation>内存块缓存</translation>
    </message>
    <message>
        <source>card: empty cache</source>
        <translation>显卡：清空缓存</translation>
    </message>
    <message>
        <source>heap trim</source>
        <translation>堆修剪</translation>
    </message>
    <message>
        <source>offload weights</source>
        <translation>卸下权重</translation>
    </message>
    <message>
        <source>unload model</source>
        <translation>卸载模型</translation>
    </message>
    <message>
        <source>Kept results and snapshots go.</source>
        <translation>留存的结果和快照会被清掉。</translation>
    </message>
    <message>
        <source>Conversations stay, their next answer starts slower.</source>
        <translation>对话保留，下一次回答开始得较慢。</translation>
    </message>
    <message>
        <source>Nothing is lost, only speed for a moment.</source>
        <translation>不会丢失内容，只是暂时变慢。</translation>
    </message>
</context>
<context>
    <name>limno::Device</name>
    <message>
        <source>emulated %1</source>
        <translation>模拟 %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>逐层</translation>
    </message>
    <message>
        <source>weights are in host memory already on cpu</source>
        <translation>使用 cpu 时权重本来就在主机内存中</translation>
    </message>
    <message>
        <source>not all weights fit on the card at once</source>
        <translation>显卡一次放不下全部权重</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>device above %1</source>
        <translation>显卡用量超过 %1</translation>
    </message>
</context>
<context>
    <name>limno::DeviceMenu</name>
    <message>
        <source>Emulated card</source>
        <translation>模拟显卡</translation>
    </message>
    <message>
        <source>Size of the card, such as 12 GiB:</source>
        <translation>显卡容量，例如 12 GiB：</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>Emulated, another size…</source>
        <translation>模拟，其他容量…</translation>
    </message>
</context>
<context>
    <name>limno::DropHint</name>
    <message>
        <source>Drop it anywhere</source>
        <translation>放在任意位置</translation>
    </message>
    <message>
        <source>texts become prompts · .gguf files are loaded · .limno files are opened</source>
        <translation>文本成为提示词 · .gguf 文件会被加载 · .limno 文件会被打开</translation>
    </message>
</context>
<context>
    <name>limno::Dropped</name>
    <message>
        <source>%1: addresses are not fetched; save the file and drop it</source>
        <translation>%1：不会下载网址；请先保存文件再拖入</translation>
    </message>
    <message>
        <source>Image: no model here takes images</source>
        <translation>图像：这里没有能处理图像的模型</translation>
    </message>
    <message>
        <source>%1: not found</source>
        <translation>%1：找不到</translation>
    </message>
    <message>
        <source>%1: cannot be read</source>
        <translation>%1：无法读取</translation>
    </message>
    <message>
        <source>%1: empty</source>
        <translation>%1：空文件</translation>
    </message>
    <message>
        <source>%1: longer than 1 MiB</source>
        <translation>%1：超过 1 MiB</translation>
    </message>
    <message>
        <source>%1: not a text, model or recording</source>
        <translation>%1：不是文本、模型或录制</translation>
    </message>
    <message>
        <source>%1: one recording is shown at a time, the last one</source>
        <translation>%1：一次只显示一个录制，即最后一个</translation>
    </message>
</context>
<context>
    <name>limno::Error</name>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Too much is waiting already. Try again in a moment.</source>
        <translation>等待的任务太多了，请稍后再试。</translation>
    </message>
    <message>
        <source>Not enough memory.</source>
        <translation>内存不足。</translation>
    </message>
    <message>
        <source>This device is not there.</source>
        <translation>没有这个设备。</translation>
    </message>
    <message>
        <source>The model file is damaged.</source>
        <translation>模型文件已损坏。</translation>
    </message>
    <message>
        <source>This kind of model cannot be run here.</source>
        <translation>这里无法运行这类模型。</translation>
    </message>
    <message>
        <source>The model was not found.</source>
        <translation>找不到模型。</translation>
    </message>
    <message>
        <source>The input cannot be used.</source>
        <translation>输入无法使用。</translation>
    </message>
    <message>
        <source>Reading or writing failed.</source>
        <translation>读写失败。</translation>
    </message>
    <message>
        <source>It took too long.</source>
        <translation>超时。</translation>
    </message>
    <message>
        <source>The target does not answer.</source>
        <translation>目标没有响应。</translation>
    </message>
    <message>
        <source>Something went wrong inside the program.</source>
        <translation>程序内部出错。</translation>
    </message>
</context>
<context>
    <name>limno::GrowthModel</name>
    <message>
        <source>device</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>归属</translation>
    </message>
    <message>
        <source>Of what</source>
        <translation>所属对象</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>所在</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>增长</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>块数</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>limno::GrowthPlot</name>
    <message>
        <source>request %1</source>
        <translation>请求 %1</translation>
    </message>
    <message>
        <source>confirmation</source>
        <translation>确认段</translation>
    </message>
</context>
<context>
    <name>limno::Holder</name>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>untagged</source>
        <translation>未标记</translation>
    </message>
    <message>
        <source>block cache</source>
        <translation>内存块缓存</translation>
    </message>
    <message>
        <source>other heap</source>
        <translation>堆中其他</translation>
    </message>
    <message>
        <source>mapped weights</source>
        <translation>映射的权重</translation>
    </message>
    <message>
        <source>free piece</source>
        <translation>空闲块</translation>
    </message>
    <message>
        <source>heap of this process</source>
        <translation>本进程的堆</translation>
    </message>
    <message>
        <source>mapped files, not part of the heap</source>
        <translation>映射的文件，不属于堆</translation>
    </message>
</context>
<context>
    <name>limno::Intake</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s)</source>
        <translation>
            <numerusform>%n 个文本</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation>
            <numerusform>%n 个模型</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n recording(s)</source>
        <translation>
            <numerusform>%n 个录制</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 can be used, %n other file(s) cannot.</source>
        <translation>
            <numerusform>%1：可用 %2，另有 %n 个文件不可用。</numerusform>
        </translation>
    </message>
    <message>
        <source>Only the first 20000 files were looked at.</source>
        <translation>只查看了前 20000 个文件。</translation>
    </message>
    <message>
        <source>Use them</source>
        <translation>使用它们</translation>
    </message>
</context>
<context>
    <name>limno::LaneView</name>
    <message>
        <source>Requests over time</source>
        <translation>请求时间线</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>worker %1</source>
        <translation>线程 %1</translation>
    </message>
</context>
<context>
    <name>limno::LevelOverlay</name>
    <message>
        <source>load %1</source>
        <translation>加载 %1</translation>
    </message>
    <message>
        <source>unload %1</source>
        <translation>卸载 %1</translation>
    </message>
    <message>
        <source>clear, gave back %1</source>
        <translation>清理，归还 %1</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>out of memory</source>
        <translation>内存不足</translation>
    </message>
</context>
<context>
    <name>limno::LevelPane</name>
    <message>
        <source>Waiting for the first sample…</source>
        <translation>等待第一个采样…</translation>
    </message>
    <message>
        <source>request %1 · waited %2 · ran %3</source>
        <translation>请求 %1 · 等待 %2 · 运行 %3</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>水位</translation>
    </message>
    <message>
        <source>memory of this process over time</source>
        <translation>本进程内存随时间的变化</translation>
    </message>
    <message>
        <source>1 min</source>
        <translation>1 分钟</translation>
    </message>
    <message>
        <source>10 min</source>
        <translation>10 分钟</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Show the last minute</source>
        <translation>显示最近一分钟</translation>
    </message>
    <message>
        <source>Show the last ten minutes</source>
        <translation>显示最近十分钟</translation>
    </message>
    <message>
        <source>Show everything since the start</source>
        <translation>显示启动以来的全部</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Follow the newest sample</source>
        <translation>跟随最新采样</translation>
    </message>
    <message>
        <source>Follow the newest sample (End). Wheel zooms, drag moves, double click follows again.</source>
        <translation>跟随最新采样（End）。滚轮缩放，拖动平移，双击恢复跟随。</translation>
    </message>
    <message>
        <source>Memory curves</source>
        <translation>内存曲线</translation>
    </message>
</context>
<context>
    <name>limno::LogModel</name>
    <message>
        <source>detail</source>
        <translation>细节</translation>
    </message>
    <message>
        <source>info</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>水位</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>内容</translation>
    </message>
</context>
<context>
    <name>limno::LogPane</name>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
</context>
<context>
    <name>limno::MainWindow</name>
    <message>
        <source>Recorded to %1</source>
        <translation>已录制到 %1</translation>
    </message>
    <message>
        <source>Recording to %1</source>
        <translation>正在录制到 %1</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Models, recordings, texts (*.gguf *.limno *.txt *.md)</source>
        <translation>模型、录制、文本 (*.gguf *.limno *.txt *.md)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Record to</source>
        <translation>录制到</translation>
    </message>
    <message>
        <source>Recordings (*.limno)</source>
        <translation>录制 (*.limno)</translation>
    </message>
    <message>
        <source>About Limnograph</source>
        <translation>关于 Limnograph</translation>
    </message>
    <message>
        <source>Limnograph %1

Runs models on this machine and shows what they do to its memory.

GPL-3.0-or-later</source>
        <translation>Limnograph %1

在本机运行模型，并显示它们如何影响内存。

GPL-3.0-or-later</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>队列</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Owners</source>
        <translation>归属</translation>
    </message>
    <message>
        <source>Card map</source>
        <translation>显卡内存图</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
</context>
<context>
    <name>limno::Metric</name>
    <message>
        <source>RSS anonymous</source>
        <translation>匿名 RSS</translation>
    </message>
    <message>
        <source>RSS files (weights)</source>
        <translation>文件 RSS（权重）</translation>
    </message>
    <message>
        <source>heap in use</source>
        <translation>堆使用</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>card allocated</source>
        <translation>显卡已分配</translation>
    </message>
    <message>
        <source>card reserved</source>
        <translation>显卡已保留</translation>
    </message>
    <message>
        <source>card used</source>
        <translation>显卡已用</translation>
    </message>
</context>
<context>
    <name>limno::ModelRow</name>
    <message>
        <source>weights %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>mapped %1</source>
        <translation>映射 %1</translation>
    </message>
    <message>
        <source>KV %1</source>
        <translation>KV %1</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Unload %1</source>
        <translation>卸载 %1</translation>
    </message>
    <message>
        <source>%1, loaded</source>
        <translation>%1，已加载</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Loading… %1 %</source>
        <translation>正在加载… %1 %</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop loading %1</source>
        <translation>停止加载 %1</translation>
    </message>
    <message>
        <source>%1, loading</source>
        <translation>%1，正在加载</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>加载 %1</translation>
    </message>
    <message>
        <source>%1, not loaded</source>
        <translation>%1，未加载</translation>
    </message>
</context>
<context>
    <name>limno::ModelsPane</name>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>No model yet. Drop a .gguf file anywhere in this window.</source>
        <translation>还没有模型。把 .gguf 文件拖到窗口任意位置。</translation>
    </message>
</context>
<context>
    <name>limno::NoticeBar</name>
    <message>
        <source>Close this notice</source>
        <translation>关闭此提示</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>limno::OwnersModel</name>
    <message>
        <source>device</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>file pages</source>
        <translation>文件页</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>归属</translation>
    </message>
    <message>
        <source>Of what</source>
        <translation>所属对象</translation>
    </message>
    <message>
        <source>Site</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>所在</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>块数</translation>
    </message>
</context>
<context>
    <name>limno::OwnersPane</name>
    <message>
        <source>No card is in use. Choose one at the top of the window.</source>
        <translation>没有使用显卡。请在窗口顶部选择。</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>Memory summary</source>
        <translation>内存摘要</translation>
    </message>
    <message>
        <source>Who holds bytes now, as a table</source>
        <translation>现在谁占用内存（表格）</translation>
    </message>
    <message>
        <source>What grew between two snapshots</source>
        <translation>两个快照之间增长了什么</translation>
    </message>
    <message>
        <source>The card&apos;s numbers in PyTorch&apos;s layout</source>
        <translation>按 PyTorch 的版式显示显卡数字</translation>
    </message>
    <message>
        <source>Bytes by owner</source>
        <translation>按归属统计的字节</translation>
    </message>
    <message>
        <source>Bytes by owner and site</source>
        <translation>按归属和位置统计的字节</translation>
    </message>
    <message>
        <source>Memory summary of the card</source>
        <translation>显卡内存摘要</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the memory summary</source>
        <translation>复制内存摘要</translation>
    </message>
</context>
<context>
    <name>limno::QueueModel</name>
    <message>
        <source>preparing</source>
        <translation>准备中</translation>
    </message>
    <message>
        <source>waiting, number %1</source>
        <translation>等待中，第 %1 位</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>running, %1 %</source>
        <translation>运行中，%1 %</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1, round %2</source>
        <translation>%1，第 %2 轮</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Worker</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Ran</source>
        <translation>运行</translation>
    </message>
</context>
<context>
    <name>limno::QueuePane</name>
    <message>
        <source>Nothing has run yet. Send a prompt or start a replay.</source>
        <translation>还没有运行过任务。发送提示词或开始重放。</translation>
    </message>
    <message>
        <source>%1 open · %2 finished</source>
        <translation>未完成 %1 · 已完成 %2</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Stop all</source>
        <translation>全部停止</translation>
    </message>
    <message>
        <source>Stop all jobs</source>
        <translation>停止所有任务</translation>
    </message>
</context>
<context>
    <name>limno::RecordingPane</name>
    <message>
        <source>Reading %1…</source>
        <translation>正在读取 %1…</translation>
    </message>
    <message>
        <source>No recording opened</source>
        <translation>未打开录制</translation>
    </message>
    <message>
        <source>Drop a .limno file anywhere in this window, or press Record to make one.</source>
        <translation>把 .limno 文件拖到窗口任意位置，或按“录制”新建一个。</translation>
    </message>
    <message>
        <source>This recording was cut off; everything up to its last second is here.</source>
        <translation>这份录制中途被切断；最后一秒之前的内容都在。</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>采样数</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求数</translation>
    </message>
    <message>
        <source>%1 ok · %2 failed · %3 stopped</source>
        <translation>成功 %1 · 失败 %2 · 停止 %3</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>RSS anonymous</source>
        <translation>匿名 RSS</translation>
    </message>
    <message>
        <source>%1 at first · %2 at last · %3 at most</source>
        <translation>起始 %1 · 结束 %2 · 最高 %3</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Program version</source>
        <translation>程序版本</translation>
    </message>
</context>
<context>
    <name>limno::ReplayPane</name>
    <message>
        <source>Name three lakes and say why their level changes.</source>
        <translation>说出三个湖，并解释它们的水位为什么变化。</translation>
    </message>
    <message>
        <source>Record the replay to</source>
        <translation>把重放录制到</translation>
    </message>
    <message>
        <source>Recordings (*.limno)</source>
        <translation>录制 (*.limno)</translation>
    </message>
    <message>
        <source>Replaying</source>
        <translation>正在重放</translation>
    </message>
    <message>
        <source>No model loaded</source>
        <translation>未加载模型</translation>
    </message>
    <message>
        <source>Ready to replay</source>
        <translation>可以重放</translation>
    </message>
    <message>
        <source>The same request is sent again and again, each after the last one has ended. The level shows what stays.</source>
        <translation>同一个请求反复发送，上一个结束后再发下一个。水位显示留下了什么。</translation>
    </message>
    <message>
        <source>%1 sent</source>
        <translation>已发 %1</translation>
    </message>
    <message>
        <source>%1 ok</source>
        <translation>成功 %1</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>失败 %1</translation>
    </message>
    <message>
        <source>%1 cut</source>
        <translation>中断 %1</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>约剩 %1</translation>
    </message>
    <message>
        <source>Replay stopped</source>
        <translation>重放已停止</translation>
    </message>
    <message>
        <source>Replay finished</source>
        <translation>重放完成</translation>
    </message>
    <message>
        <source>median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>service</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>%1 requests/s</source>
        <translation>%1 请求/秒</translation>
    </message>
    <message>
        <source>%1 tokens in</source>
        <translation>输入 %1 词元</translation>
    </message>
    <message>
        <source>%1 tokens out</source>
        <translation>输出 %1 词元</translation>
    </message>
    <message>
        <source>first error: %1</source>
        <translation>第一个错误：%1</translation>
    </message>
    <message>
        <source>Prompt to repeat</source>
        <translation>要重复的提示词</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Requests in flight at the same time</source>
        <translation>同时进行的请求数</translation>
    </message>
    <message>
        <source>Put a counter into the prompt, so that no two requests are the same</source>
        <translation>在提示词中加入计数，使每个请求都不同</translation>
    </message>
    <message>
        <source>Record to</source>
        <translation>录制到</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>不录制</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose the file to record to</source>
        <translation>选择录制文件</translation>
    </message>
    <message>
        <source>Start replay</source>
        <translation>开始重放</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop replay</source>
        <translation>停止重放</translation>
    </message>
    <message numerus="yes">
        <source>%n different input(s)</source>
        <translation>
            <numerusform>%n 种不同输入</numerusform>
        </translation>
    </message>
    <message>
        <source>Confirming</source>
        <translation>正在确认</translation>
    </message>
    <message>
        <source>Resting</source>
        <translation>静置中</translation>
    </message>
    <message>
        <source>Judging</source>
        <translation>正在判定</translation>
    </message>
</context>
<context>
    <name>limno::Settings</name>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>Permits</source>
        <translation>许可数</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>工作线程</translation>
    </message>
    <message>
        <source>Max tokens</source>
        <translation>最多词元</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>请求数</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒数</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>并发</translation>
    </message>
    <message>
        <source>Vary the prompt</source>
        <translation>变化提示词</translation>
    </message>
    <message>
        <source>CPU offload</source>
        <translation>CPU 卸载</translation>
    </message>
</context>
<context>
    <name>limno::SnapshotsModel</name>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
</context>
<context>
    <name>limno::SnapshotsView</name>
    <message>
        <source>Taking…</source>
        <translation>正在生成…</translation>
    </message>
    <message>
        <source>Take snapshot</source>
        <translation>生成快照</translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>Growth between two snapshots</source>
        <translation>两个快照之间的增长</translation>
    </message>
    <message>
        <source>Two snapshots show what grew in between.</source>
        <translation>两个快照可以显示其间增长了什么。</translation>
    </message>
    <message>
        <source>Select two snapshots to compare.</source>
        <translation>请选择两个快照进行比较。</translation>
    </message>
    <message>
        <source>Nothing changed between them.</source>
        <translation>两者之间没有变化。</translation>
    </message>
    <message>
        <source>%1 of %2 rows that changed</source>
        <translation>有变化的 %2 行中的 %1 行</translation>
    </message>
    <message>
        <source>Top ten</source>
        <translation>前十</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>显示全部</translation>
    </message>
</context>
<context>
    <name>limno::StartTiles</name>
    <message>
        <source>What does it cost?</source>
        <translation>它要花多少内存？</translation>
    </message>
    <message>
        <source>Run a model here and watch what it does to memory. Files, folders and text can be dropped anywhere in this window.</source>
        <translation>在这里运行模型，观察它如何影响内存。文件、文件夹和文本可以拖到窗口任意位置。</translation>
    </message>
    <message>
        <source>Try a model</source>
        <translation>试用模型</translation>
    </message>
    <message>
        <source>Type a prompt, or drop a .gguf file.</source>
        <translation>输入提示词，或拖入 .gguf 文件。</translation>
    </message>
    <message>
        <source>Reproduce a leak</source>
        <translation>重现泄漏</translation>
    </message>
    <message>
        <source>Repeat one request in a loop and see what stays.</source>
        <translation>循环重复一个请求，看看留下了什么。</translation>
    </message>
    <message>
        <source>Watch a service</source>
        <translation>观察服务</translation>
    </message>
    <message>
        <source>Attach to a running program and judge its memory. Comes with a later version.</source>
        <translation>连接正在运行的程序并判断其内存。将在以后的版本提供。</translation>
    </message>
</context>
<context>
    <name>limno::StatusLine</name>
    <message>
        <source>permits %1/%2</source>
        <translation>许可 %1/%2</translation>
    </message>
    <message>
        <source>gate off, %1 inside</source>
        <translation>不限许可，%1 个在运行</translation>
    </message>
    <message>
        <source>waiting %1</source>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>RSS %1</source>
        <translation>RSS %1</translation>
    </message>
    <message>
        <source>growth –</source>
        <translation>增长 –</translation>
    </message>
    <message>
        <source>A number appears here only when a verdict has one.</source>
        <translation>只有判定得出数字时才会显示。</translation>
    </message>
    <message>
        <source>VRAM %1 allocated, %2 reserved of %3</source>
        <translation>显存 已分配 %1，已保留 %2，共 %3</translation>
    </message>
    <message>
        <source>growth %1 a request</source>
        <translation>增长 %1 每请求</translation>
    </message>
</context>
<context>
    <name>limno::SwitchesPane</name>
    <message numerus="yes">
        <source>%n thread(s) per worker</source>
        <translation>
            <numerusform>每个工作线程 %n 个计算线程</numerusform>
        </translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>开关</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>How many requests may compute at once; off lets everybody in</source>
        <translation>允许同时计算的请求数；关闭则不限</translation>
    </message>
    <message>
        <source>Threads that take requests</source>
        <translation>处理请求的线程</translation>
    </message>
    <message>
        <source>Keep keys and values of earlier tokens; off computes everything again for each token</source>
        <translation>保留先前词元的键和值；关闭则每个词元都重新计算</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>最长回答</translation>
    </message>
    <message>
        <source>greedy</source>
        <translation>贪心</translation>
    </message>
    <message>
        <source>0 always takes the likeliest token</source>
        <translation>0 总是取最可能的词元</translation>
    </message>
    <message>
        <source>Same seed, same answer</source>
        <translation>种子相同，回答相同</translation>
    </message>
    <message>
        <source>Workers change after the present jobs.</source>
        <translation>当前任务结束后才改变线程数。</translation>
    </message>
    <message>
        <source>KV cache changes after the jobs in line.</source>
        <translation>排队的任务结束后才改变 KV 缓存。</translation>
    </message>
    <message>
        <source>Offload changes after this job.</source>
        <translation>当前任务结束后才改变卸载方式。</translation>
    </message>
    <message>
        <source>Offload in effect: %1, since %2.</source>
        <translation>实际卸载方式：%1，因为%2。</translation>
    </message>
    <message>
        <source>Which weights leave the card: none, all of them between runs (model), all but the layers in use (layer)</source>
        <translation>哪些权重离开显卡：无；运行之间全部离开（整个模型）；只留正在使用的层（逐层）</translation>
    </message>
</context>
<context>
    <name>limno::Text</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
</context>
<context>
    <name>limno::TopBar</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation>停止录制</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>录制</translation>
    </message>
    <message>
        <source>Record everything that happens into a file in your documents (Ctrl+R)</source>
        <translation>把发生的一切录制到“文档”中的文件里（Ctrl+R）</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>Repeat a request in a loop (F5)</source>
        <translation>循环重复一个请求（F5）</translation>
    </message>
    <message>
        <source>Clear caches</source>
        <translation>清理缓存</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>Diagnose</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Demo</source>
        <translation>演示</translation>
    </message>
    <message>
        <source>Work large, level small (F2)</source>
        <translation>工作区大，水位小（F2）</translation>
    </message>
    <message>
        <source>Level, lanes and tables (F3)</source>
        <translation>水位、请求线和表格（F3）</translation>
    </message>
    <message>
        <source>Large type for an audience (F4)</source>
        <translation>给观众看的大字（F4）</translation>
    </message>
    <message>
        <source>%1 after this job</source>
        <translation>%1（任务结束后）</translation>
    </message>
    <message>
        <source>Device: %1</source>
        <translation>设备：%1</translation>
    </message>
    <message>
        <source>What models compute for. An emulated card is host memory under the rules of a card&apos;s allocator. A change loads the models again.</source>
        <translation>模型使用的设备。模拟显卡是按显卡分配器规则管理的主机内存。更换设备会重新加载模型。</translation>
    </message>
</context>
<context>
    <name>limno::VerdictModel</name>
    <message>
        <source>flat</source>
        <translation>平稳</translation>
    </message>
    <message>
        <source>warm-up, then flat</source>
        <translation>预热后平稳</translation>
    </message>
    <message>
        <source>kept by the allocator</source>
        <translation>分配器保留</translation>
    </message>
    <message>
        <source>fragmentation</source>
        <translation>碎片</translation>
    </message>
    <message>
        <source>bounded growth</source>
        <translation>有界增长</translation>
    </message>
    <message>
        <source>leak</source>
        <translation>泄漏</translation>
    </message>
    <message>
        <source>leak, in steps</source>
        <translation>阶梯式泄漏</translation>
    </message>
    <message>
        <source>sawtooth, level floor</source>
        <translation>锯齿，底部平稳</translation>
    </message>
    <message>
        <source>grows with time</source>
        <translation>随时间增长</translation>
    </message>
    <message>
        <source>held, then released</source>
        <translation>占用后释放</translation>
    </message>
    <message>
        <source>growing, not confirmed</source>
        <translation>增长，未确认</translation>
    </message>
    <message>
        <source>not enough data</source>
        <translation>数据不足</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>A request</source>
        <translation>每请求</translation>
    </message>
    <message>
        <source>95 %</source>
        <translation>95 %</translation>
    </message>
    <message>
        <source>Found from</source>
        <translation>可检出下限</translation>
    </message>
</context>
<context>
    <name>limno::VerdictPane</name>
    <message>
        <source>Judged series</source>
        <translation>已判定的序列</translation>
    </message>
    <message>
        <source>Growth by request</source>
        <translation>按请求的增长</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>复制为命令</translation>
    </message>
    <message>
        <source>Run this experiment</source>
        <translation>运行此实验</translation>
    </message>
    <message>
        <source>No verdict yet</source>
        <translation>尚无判定</translation>
    </message>
    <message>
        <source>A replay is judged when it ends: leak, warm-up, cache, allocator, or not enough data.</source>
        <translation>重放结束时给出判定：泄漏、预热、缓存、分配器或数据不足。</translation>
    </message>
    <message>
        <source>To try: %1</source>
        <translation>可尝试：%1</translation>
    </message>
</context>
<context>
    <name>limno::Wording</name>
    <message>
        <source>KV cache tensors</source>
        <translation>KV 缓存张量</translation>
    </message>
    <message>
        <source>weights tensors</source>
        <translation>权重张量</translation>
    </message>
    <message>
        <source>activations tensors</source>
        <translation>激活张量</translation>
    </message>
    <message>
        <source>result tensors</source>
        <translation>结果张量</translation>
    </message>
    <message>
        <source>cache tensors</source>
        <translation>缓存张量</translation>
    </message>
    <message>
        <source>untagged tensors</source>
        <translation>未标记的张量</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>block cache</source>
        <translation>内存块缓存</translation>
    </message>
    <message>
        <source>other live heap blocks</source>
        <translation>堆中其他在用的块</translation>
    </message>
    <message>
        <source>free heap between live blocks</source>
        <translation>在用块之间的空闲堆</translation>
    </message>
    <message>
        <source>device segments</source>
        <translation>显卡内存段</translation>
    </message>
    <message>
        <source>nothing here to clear in this step</source>
        <translation>这一步没有可清理的内容</translation>
    </message>
    <message>
        <source>nothing came back</source>
        <translation>没有释放内存</translation>
    </message>
    <message>
        <source>nothing came back: %1 went to the heap&apos;s free blocks</source>
        <translation>没有释放内存：%1 成为堆的空闲块</translation>
    </message>
    <message>
        <source>%1; still held: %2</source>
        <translation>%1；仍被占用：%2</translation>
    </message>
    <message>
        <source>KV cache on</source>
        <translation>KV 缓存开</translation>
    </message>
    <message>
        <source>KV cache off</source>
        <translation>KV 缓存关</translation>
    </message>
    <message>
        <source>permits off</source>
        <translation>不限许可</translation>
    </message>
    <message>
        <source>permits %1</source>
        <translation>许可 %1</translation>
    </message>
    <message>
        <source>workers %1</source>
        <translation>工作线程 %1</translation>
    </message>
    <message>
        <source>offload %1</source>
        <translation>卸载：%1</translation>
    </message>
    <message>
        <source>context capped at %1</source>
        <translation>上下文上限 %1</translation>
    </message>
</context>
<context>
    <name>limno::WorkPane</name>
    <message>
        <source>Why is the sky blue?</source>
        <translation>天空为什么是蓝色的？</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation>
            <numerusform>%n 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 词元/秒</translation>
    </message>
    <message>
        <source>first token after %1</source>
        <translation>首个词元用时 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n token(s) reused</source>
        <translation>
            <numerusform>复用 %n 个词元</numerusform>
        </translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message numerus="yes">
        <source>%n prompt(s): %1</source>
        <translation>
            <numerusform>%n 个提示词：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>loading the model…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>no model loaded</source>
        <translation>未加载模型</translation>
    </message>
    <message>
        <source>Ask something, or drop files here</source>
        <translation>提问，或把文件拖到这里</translation>
    </message>
    <message>
        <source>The model is being loaded; you can type already</source>
        <translation>模型正在加载；现在就可以输入</translation>
    </message>
    <message>
        <source>Load a model first: drop a .gguf file here</source>
        <translation>请先加载模型：把 .gguf 文件拖到这里</translation>
    </message>
    <message>
        <source>Return sends · Shift+Return starts a new line</source>
        <translation>回车发送 · Shift+回车换行</translation>
    </message>
    <message>
        <source>working on the prompt, %1 s</source>
        <translation>正在处理提示词，%1 秒</translation>
    </message>
    <message>
        <source>answering, %1 s</source>
        <translation>正在回答，%1 秒</translation>
    </message>
    <message numerus="yes">
        <source>%n more prompt(s) waiting</source>
        <translation>
            <numerusform>还有 %n 个提示词等待</numerusform>
        </translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Send the prompt</source>
        <translation>发送提示词</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Run all</source>
        <translation>全部运行</translation>
    </message>
    <message>
        <source>Run all prompts</source>
        <translation>运行全部提示词</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Discard the prompts</source>
        <translation>丢弃提示词</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>about %1 tokens/s</source>
        <translation>约 %1 词元/秒</translation>
    </message>
</context>
</TS>
