<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<!-- SPDX-FileCopyrightText: 2026 Limnograph developers
     SPDX-License-Identifier: GPL-3.0-or-later -->
<TS version="2.1" language="en" sourcelanguage="en">
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
    </context>
</TS>
