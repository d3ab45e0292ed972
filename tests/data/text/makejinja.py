#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Limnograph developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Renders small templates with Jinja2 (set up as transformers sets it up) and writes what comes out to jinja.json."""
import json
import sys

import jinja2
from jinja2.ext import loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

CONTEXT = {
    "bos_token": "<s>",
    "n": 7,
    "x": -2.5,
    "yes": True,
    "nothing": None,
    "empty": "",
    "s": "Hello, wörld! 你好 🙂",
    "quote": "it's \"so\"\n\tback\\slash",
    "spaced": "  \u00a0two  words\u2003 ",
    "lines": "one\ntwo\r\n\nthree\n",
    "list": [3, 1, 2],
    "words": ["pear", "Apple", "fig", "apple"],
    "mixed": [1, "a", None, True, 2.0, [1, 2], {"k": "v"}],
    "d": {"b": 2, "a": 1, "C": 3, "items": "shadowed"},
    "people": [{"name": "Ann", "age": 30, "tags": ["x"]}, {"name": "bob", "age": 25, "tags": []}, {"name": "Cy", "age": 30}],
    "tool": {"type": "function", "function": {"name": "f", "parameters": {"a": [1, 2.5, 1e20, 1e-7, None, True, "ü\u0001\u2028</x>\\"]}}},
}

TEMPLATES = r'''
{{ n }} {{ x }} {{ yes }} {{ nothing }} {{ empty }} {{ missing }}|
{{ 1.0 }} {{ 1e16 }} {{ 123456789.125 }} {{ 1e-5 }} {{ 0.0001 }} {{ 1e15 }} {{ 2.5e3 }} {{ 1_000 }}
{{ list }} {{ mixed }} {{ d }} {{ (1,) }} {{ (1, 'a') }} {{ () }} {{ [] }} {{ {} }}
{{ [quote, s, spaced] }}
{{ 7 // 2 }} {{ -7 // 2 }} {{ 7 % 3 }} {{ -7 % 3 }} {{ 7 % -3 }} {{ 7 / 2 }} {{ 6 / 2 }} {{ 2 ** 10 }} {{ 2 ** -1 }} {{ 7.5 // 2 }} {{ -7.5 % 2 }}
{{ 1 + 2 * 3 - 4 }} {{ (1 + 2) * 3 }} {{ -2 ** 2 }} {{ 2 ** 3 ** 2 }} {{ - -3 }} {{ +3 }} {{ 'ab' * 3 }} {{ 2 * [1] }} {{ [1] + [2] }} {{ (1,) + (2,) }}
{{ 1 ~ 2 ~ 'a' ~ none ~ true ~ missing }} {{ 1 ~ 2 + 3 if false else 'x' ~ 1 * 2 }}
{{ 1 < 2 < 3 }} {{ 1 < 3 < 2 }} {{ 1 == 1.0 }} {{ true == 1 }} {{ 'a' < 'b' }} {{ [1, 2] < [1, 3] }} {{ 'a' == 1 }} {{ none == missing }} {{ missing == missing }}
{{ 'a' in 'abc' }} {{ 'x' not in 'abc' }} {{ 2 in list }} {{ 'b' in d }} {{ 'q' in missing }} {{ not 1 in [2] }} {{ '' in 'a' }}
{{ yes and n }} {{ nothing or 'x' }} {{ not yes }} {{ '' and 1 }} {{ 0 or none or [] or 'z' }} {{ not missing }}
{{ 'a' if yes }} {{ 'a' if not yes }}| {{ 'a' if 0 else 'b' if 0 else 'c' }}
{{ s[0] }}{{ s[-1] }}{{ s[7:12] }}|{{ s[::-1] }}|{{ s[-4:] }}|{{ s[:2] }}|{{ s[1:6:2] }}|{{ s[5:1:-1] }}|{{ s[100:] }}|{{ s[:-100] }}
{{ list[0] }} {{ list[-1] }} {{ list[1:] }} {{ list[::-1] }} {{ list[:-1] }} {{ list[5] }}| {{ list['x'] }}| {{ (1, 2, 3)[1:] }}
{{ d.a }} {{ d['a'] }} {{ d.items() | list }} {{ d['items'] }} {{ d.keys() | list }} {{ d.values() | list }} {{ d.get('a') }} {{ d.get('zz') }} {{ d.get('zz', 5) }} {{ d.zz }}|
{{ people[0].name }} {{ people.0.name }} {{ people[0]['tags'][0] }} {{ nothing.x }}| {{ people[2].tags }}|
{{ s.upper() }} {{ s.lower() }} {{ s.title() }} {{ 'hELLO wORLD'.capitalize() }} {{ "they're bill's".title() }} {{ 'straße' | upper }}
{{ spaced.strip() }}|{{ spaced.lstrip() }}|{{ spaced.rstrip() }}|{{ 'xxaxx'.strip('x') }}|{{ 'abcba'.lstrip('ab') }}|{{ 'abcba'.rstrip('ab') }}|{{ spaced | trim }}|{{ 'xax' | trim('x') }}
{{ 'a,b,,c'.split(',') }} {{ 'a,b,,c'.split(',', 1) }} {{ ' a  b c '.split() }} {{ ' a  b c '.split(none, 1) }} {{ 'a,b,c'.rsplit(',', 1) }} {{ ' a b  c '.rsplit(none, 1) }} {{ ''.split(',') }} {{ ''.split() }}
{{ lines.splitlines() }} {{ lines.splitlines(true) }}
{{ s.startswith('Hell') }} {{ s.endswith('x') }} {{ s.startswith(('x', 'H')) }} {{ s.find('w') }} {{ s.find('zz') }} {{ s.rfind('l') }} {{ s.count('l') }} {{ s.find('你') }} {{ 'aaa'.count('') }}
{{ 'aXbXc'.replace('X', '-') }} {{ 'aXbXc'.replace('X', '-', 1) }} {{ 'ab'.replace('', '.') }} {{ 'ab' | replace('b', 5) }} {{ 5 | replace(5, 6) }}
{{ ', '.join(['a', 'b']) }} {{ list | join }} {{ list | join(', ') }} {{ people | join('/', attribute='name') }} {{ 'abc' | join('.') }} {{ mixed | join(' ') }}
{{ '12'.isdigit() }} {{ 'ab'.isalpha() }} {{ 'a1'.isalnum() }} {{ ' '.isspace() }} {{ ''.isdigit() }} {{ 'prefix'.removeprefix('pre') }} {{ 'name.txt'.removesuffix('.txt') }}
{{ s | length }} {{ list | count }} {{ d | length }} {{ missing | length }} {{ quote | length }}
{{ missing | default('D') }} {{ empty | default('D') }}| {{ empty | default('D', true) }} {{ nothing | d('N') }} {{ nothing | d('N', boolean=true) }} {{ missing | default }}|
{{ '42' | int }} {{ 'x' | int }} {{ 'x' | int(5) }} {{ '3.7' | int }} {{ 3.9 | int }} {{ -3.9 | int }} {{ 'ff' | int(0, 16) }} {{ ' 12 ' | int }} {{ true | int }} {{ '3.5' | float }} {{ 'x' | float }} {{ nothing | int }} {{ 5 | float }}
{{ -5 | abs }} {{ x | abs }} {{ 2.567 | round(2) }} {{ 2.5 | round }} {{ 3.5 | round }} {{ 2.1 | round(method='ceil') }} {{ 2.9 | round(0, 'floor') }} {{ 7 | round }}
{{ list | sort }} {{ list | sort(reverse=true) }} {{ words | sort }} {{ words | sort(case_sensitive=true) }} {{ people | sort(attribute='age') | map(attribute='name') | list }} {{ people | sort(true, false, 'name') | map(attribute='name') | join(',') }}
{{ d | dictsort }} {{ d | dictsort(true) }} {{ {'a': 3, 'b': 1} | dictsort(by='value') }} {{ d | items | list }}
{{ words | unique | list }} {{ words | unique(true) | list }} {{ [1, 1.0, true, 2] | unique | list }} {{ people | unique(attribute='age') | map(attribute='name') | list }}
{{ list | first }} {{ list | last }} {{ [] | first }}| {{ 'abc' | first }} {{ 'abc' | last }} {{ list | reverse | list }} {{ 'abc' | reverse }} {{ 'abc' | list }} {{ d | list }}
{{ list | min }} {{ list | max }} {{ words | max }} {{ people | min(attribute='age') }} {{ list | sum }} {{ people | sum(attribute='age') }} {{ list | sum(start=10) }} {{ [] | sum }} {{ [] | max }}|
{{ people | map(attribute='name') | map('upper') | list }} {{ ['1', '2'] | map('int') | list }} {{ people | map(attribute='tags', default='none') | list }} {{ ['a b', 'c'] | map('replace', 'a', 'z') | list }} {{ [{'a': [5]}, {'a': [6]}] | map(attribute='a.0') | list }}
{{ [0, 1, '', 'a'] | select | list }} {{ [0, 1, '', 'a'] | reject | list }} {{ [1, 2, 3] | select('odd') | list }} {{ [1, 2, 3] | reject('greaterthan', 1) | list }} {{ people | selectattr('age', 'equalto', 30) | map(attribute='name') | list }} {{ people | rejectattr('tags') | map(attribute='name') | list }} {{ people | selectattr('tags', 'defined') | list | length }} {{ ['a', 'b'] | select('in', ['a']) | list }}
{{ lines | indent }}|{{ lines | indent(2, true) }}|{{ lines | indent(1, blank=true) }}|{{ 'a\nb' | indent('>> ') }}
{{ '<a href="x">&\'' | escape }} {{ 'a b  c' | wordcount }} {{ 5 | string }}{{ none | string }} {{ 'x' | safe }}|
{{ tool | tojson }}
{{ tool | tojson(indent=2) }}
{{ tool | tojson(ensure_ascii=true, separators=(',', ':')) }}
{{ d | tojson(sort_keys=true) }} {{ s | tojson }} {{ none | tojson }} {{ 1.5 | tojson }} {{ (1, 2) | tojson }} {{ {1: 2, none: 3, true: 4} | tojson }} {{ [] | tojson(indent=1) }} {{ {} | tojson(indent=1) }} {{ [[]] | tojson(indent=1) }} {{ quote | tojson }}
{{ n is defined }} {{ missing is undefined }} {{ nothing is none }} {{ s is string }} {{ n is number }} {{ n is integer }} {{ yes is integer }} {{ x is float }} {{ yes is boolean }} {{ yes is true }} {{ yes is false }} {{ d is mapping }} {{ list is sequence }} {{ n is sequence }} {{ list is iterable }} {{ n is iterable }} {{ range is callable }} {{ s is mapping }} {{ yes is number }}
{{ 3 is odd }} {{ 4 is even }} {{ 6 is divisibleby 3 }} {{ 6 is divisibleby(4) }} {{ 3 is eq 3 }} {{ 3 is not ne 3 }} {{ 2 is lt 3 }} {{ 2 is ge 3 }} {{ 'a' is in ['a'] }} {{ 'ABC' is upper }} {{ 'abc' is lower }} {{ 1 is sameas 1 }} {{ not 3 is odd }} {{ 3 is odd and 4 is odd }} {{ 'x' if n is odd else 'y' }}
{% for i in list %}{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }}{{ loop.previtem }}{{ loop.nextitem }}{{ loop.cycle('a', 'b') }}{{ loop.depth }} {% endfor %}
{% for i in [1, 1, 2] %}{{ loop.changed(i) }} {% endfor %}{% for k, v in {'a': 1}.items() %}{{ k }}={{ v }}{% endfor %}{% for a, (b, c) in [(1, (2, 3))] %}{{ a }}{{ b }}{{ c }}{% endfor %}{% for c in 'aé' %}[{{ c }}]{% endfor %}{% for k in d %}{{ k }}{% endfor %}
{% for i in range(10) if i % 2 %}{{ i }}{{ loop.last }}{% else %}none{% endfor %} {% for i in [] %}x{% else %}none{% endfor %} {% for i in missing %}x{% else %}none{% endfor %} {% for i in range(5, 1, -2) %}{{ i }}{% endfor %}
{% for i in range(6) %}{% if i == 1 %}{% continue %}{% endif %}{% if i == 4 %}{% break %}{% endif %}{{ i }}{% endfor %}
{% for p in [{'n': 1, 'c': [{'n': 2, 'c': []}]}] recursive %}{{ p.n }}@{{ loop.depth }}({{ loop(p.c) }}){% endfor %}
{% set y = 1 %}{% for i in list %}{% set y = i %}{{ y }}{% endfor %}{{ y }} {% if true %}{% set y = 9 %}{% endif %}{{ y }} {% set a, b = 1, 2 %}{{ a }}{{ b }} {% set ns = namespace(v=1) %}{% for i in list %}{% set ns.v = ns.v + i %}{% endfor %}{{ ns.v }} {% set ns.w = 'new' %}{{ ns.w }}{{ ns.zz }}|
{% set t %}a{{ n }}b{% endset %}{{ t }}{{ t | length }} {% set t | upper | trim %} abc {% endset %}{{ t }} {% with a = 1, b = 2 %}{{ a + b }}{% set q = 5 %}{% endwith %}{{ q }}|{{ a }}|
{% macro m(a, b='B', c=none) %}[{{ a }}{{ b }}{{ c }}]{% endmacro %}{{ m(1) }}{{ m(1, 2) }}{{ m(a=3, c=4) }}{{ m() }}{{ m(1) | length }}
{% macro outer(x) %}{{ caller(x) }}{{ caller(x + 1) }}{% endmacro %}{% call(y) outer(1) %}<{{ y }}>{% endcall %} {% macro fact(k) %}{{ 1 if k < 2 else k * (fact(k - 1) | int) }}{% endmacro %}{{ fact(5) }}
{% filter upper | replace('A', '4') %}banana {{ n }}{% endfilter %} {% raw %}{{ not }} {% this %}{% endraw %} {# gone #}{#- also -#} x
{{ "a" 'b' "c" }} {{ 'it\'s' }} {{ "t\tn\nq\"u\u00e9x\x41\\" }} {{ '\q' }} {{ 'o\101' }} {{ '}}' }} {{ "{%" }} {{ {'a': {'b': 1}}['a']['b'] }} {{ {'a':{}} }}
{{ dict(a=1, b='x') }} {{ range(3) | list }} {{ range(2, 5) | list }} {{ namespace(a=1).a }} {{ [1, 2, 3,] }} {{ {'a': 1,} }} {{ 1, 2 }} {{ strip_missing is defined }}
{{ 'a' + 1 }}
{{ 1 + 'a' }}
{{ missing + 'a' }}
{{ missing.x }}
{{ missing() }}
{{ none + 'a' }}
{{ n() }}
{{ 1 < 'a' }}
{{ [1, 'a'] | sort }}
{{ 5 | length }}
{{ 5 in 5 }}
{{ 1 in 'abc' }}
{{ n | tojson | foo_unknown }}
{{ missing | tojson }}
{{ {[1]: 2} }}
{{ s.nosuch() }}
{{ list.append(4) }}
{{ d.update({}) }}
{% set d.q = 1 %}
{% for a, b in [1] %}{% endfor %}
{% for a, b in [(1, 2, 3)] %}{% endfor %}
{{ m(1) }}{% macro m() %}{% endmacro %}
{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}
{% macro m(a) %}{% endmacro %}{{ m(b=2) }}
{% for i in 5 %}{% endfor %}
{{ 'abc'.split('') }}
{{ ','.join([1]) }}
{{ list[1.5] }}|{{ s[1.5] }}|{{ d[1] }}
{{ range() }}
{{ list[::0] }}
'''.strip("\n").split("\n")

# White space around tags.
TEMPLATES += [
    "a\n  {% if yes %}\n  b\n  {% endif %}\nc\n", "  {%+ if yes %}x{% endif %}", "a {%- if yes -%} b {%- endif -%} c", "{% if yes +%}\nx{% endif %}",
    "a\n\t{# comment #}\n b", "a\n  {{ n }}\n b\n\n", "a  {{- n -}}  b", "x {% if yes %} y {% endif %} z", "\n\n{% set a = 1 %}\n\nx", "a\r\nb\rc{% if yes %}\r\nd{% endif %}\r\n",
    "{% for i in list %}\n  {{ i }}\n{% endfor %}\n", "{%- for i in list -%}\n  {{ i }}\n{%- endfor -%}\n", "  {% raw %}  {{ x }} {% endraw %}  \n x", "a {%- raw -%} b {%- endraw -%} c", "{#- x -#}  a  {#+ y +#}\n b",
    "a\n   {%- if yes %} b{% endif %}", "{% if yes %}a{% endif %}\n   {% if yes %}b{% endif %}\n", "{{ n }}\n   {% if yes %}b{% endif %}\n", "a\u00a0\n\u2003{% if yes %}b{% endif %}",
    "{% if yes: %}a{% endif %}{% for i in list: %}{{ i }}{% endfor %}", "{%if yes%}a{%elif n%}b{%else%}c{%endif%}{{n}}{{-n-}}", "{% generation %}a{{ n }}{% endgeneration %}", "{ {% if yes %}{ {% endif %} }", "{{ 'a\\\nb' }}", "{", "{{ '{' }}{", "",
    "{{ 1 if yes else 2 }}{{ (1 if yes) ~ (2 if not yes) }}", "{% if not yes %}{% elif n == 7 %}b{% elif n == 8 %}c{% else %}d{% endif %}",
    "{% set x = 5 if n > 3 else 6 %}{{ x }}{% set l = [1, 2] if n else [] %}{{ l }}", "{% for i in list if i > 1 %}{{ loop.index }}/{{ loop.length }} {% endfor %}",
    "{% set ns = namespace() %}{% set ns.f = 1 %}{% if ns.f %}y{% endif %}{{ ns.g is defined }}", "{{ people | selectattr('age', '>', 26) | list | length }}", "{{ (words | first).upper() }}{{ words | map('length') | sum }}",
    "{{ 'a' is string() }}{{ n is defined() }}{{ words|length is eq(4) }}{{ n in [7] and s is string and not d is string }}",
    "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}B{{ n }}{% endmacro %}{{ a() }}", "{% for i in [1,2] %}{% for j in [1,2] %}{{ loop.index }}{{ loop.first }}{% endfor %}{{ loop.index }}{% endfor %}",
    "{% for i in [1] %}{% set outer_loop = loop %}{% for j in [1, 2] %}{{ outer_loop.index }}{{ loop.index }}{% endfor %}{% endfor %}",
    "{{ - n | abs }} {{ -n.real if false else 1 }}", "{{ n | string + 'a' }}", "{{ 'a' ~ n | string | length }}", "{{ s | trim | length > 3 }}", "{{ {'a': 1, 'b': [1, {'c': none}]} | tojson(indent=4) }}",
]


def environment():
    def raise_exception(message):
        raise jinja2.exceptions.TemplateError(message)

    def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
        return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

    class Generation(jinja2.ext.Extension):
        tags = {"generation"}

        def parse(self, parser):
            line = next(parser.stream).lineno
            body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
            return jinja2.nodes.CallBlock(self.call_method("_same"), [], [], body).set_lineno(line)

        def _same(self, caller):
            return caller()

    env = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[Generation, loopcontrols])
    env.filters["tojson"] = tojson
    env.globals["raise_exception"] = raise_exception
    return env


def main():
    env = environment()
    cases = []
    for template in TEMPLATES:
        case = {"template": template}
        try:
            case["expected"] = env.from_string(template).render(tools=None, documents=None, **CONTEXT)
        except Exception as error:  # what kind does not matter
            case["error"] = f"{type(error).__name__}: {error}"
        cases.append(case)
    with open(sys.argv[1], "w", encoding="utf-8", newline="\n") as file:
        json.dump({"made_by": f"Jinja2 {jinja2.__version__}", "context": CONTEXT, "cases": cases}, file, ensure_ascii=True, indent=0)
        file.write("\n")
    print(len(cases), "templates,", sum("error" in case for case in cases), "errors")


if __name__ == "__main__":
    main()
