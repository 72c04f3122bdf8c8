import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseModelJson } from "./modelJson.ts";
import { createTextToolCalls, parseTextToolCalls, type TextToolCallOptions } from "./textCalls.ts";
import { cpuTime } from "../../../../../test/setup/cpuTime.ts";

const tools = [
  {
    name: "deep_analysis",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string" },
        limit: { type: "integer" },
        ratio: { type: ["number", "null"] },
        strict: { type: "boolean" },
        tags: { type: "array", items: { type: "string" } },
        filter: { $ref: "#/$defs/filter" },
        level: { enum: [1, 2, 3] },
        code: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      $defs: { filter: { type: "object", properties: {} } },
    },
  },
  { slug: "web_search", inputSchema: { type: "object", properties: { query: { type: "string" } } } },
];

const query = (name: string, text: string) => ({ name, arguments: { query: text } });

describe("the three formats", () => {
  const single = [query("deep_analysis", "what are the types?")];
  test.each([
    ["a function tag", "<function=deep_analysis>\n<parameter=query>what are the types?</parameter>\n</function>"],
    [
      "a tool_call tag",
      '<tool_call>\n{"name": "deep_analysis", "arguments": {"query": "what are the types?"}}\n</tool_call>',
    ],
    ["a bare array", '[{"name": "deep_analysis", "arguments": {"query": "what are the types?"}}]'],
    [
      "a function tag within a tool_call tag",
      "<tool_call>\n<function=deep_analysis>\n<parameter=query>\nwhat are the types?\n</parameter>\n</function>\n</tool_call>",
    ],
    ["a function tag around JSON", '<function=deep_analysis>{"query": "what are the types?"}</function>'],
    [
      "arguments that are JSON text",
      '<tool_call>{"name":"deep_analysis","arguments":"{\\"query\\":\\"what are the types?\\"}"}</tool_call>',
    ],
    ["`parameters` for arguments", '[{"name": "deep_analysis", "parameters": {"query": "what are the types?"}}]'],
    [
      "a marker before the array",
      '[TOOL_CALLS] [{"name": "deep_analysis", "arguments": {"query": "what are the types?"}}]',
    ],
    ["no end tag", '<tool_call>{"name": "deep_analysis", "arguments": {"query": "what are the types?"}}'],
    ["a Markdown fence", '```json\n[{"name": "deep_analysis", "arguments": {"query": "what are the types?"}}]\n```'],
    [
      "a fence around tags",
      'I will look:\n```xml\n<tool_call>\n{"name": "deep_analysis", "arguments": {"query": "what are the types?"}}\n</tool_call>\n```\n',
    ],
    [
      "thinking first",
      '<think>I could call <function=web_search></function> but…</think>\n<tool_call>{"name": "deep_analysis", "arguments": {"query": "what are the types?"}}</tool_call>',
    ],
    [
      "thinking that never opened",
      'Perhaps [{"name": "web_search"}]?\n<function=web_search><parameter=query>a</parameter></function></think>\n[{"name": "deep_analysis", "arguments": {"query": "what are the types?"}}]',
    ],
  ])("%s", (_name, text) => {
    expect(parseTextToolCalls(text, { tools })).toEqual(single);
    expect(parseTextToolCalls(text)).toEqual(single);
  });

  test("several calls, in one format", () => {
    const two = [query("web_search", "a"), query("deep_analysis", "b")];
    const tag = (name: string, text: string) =>
      `<tool_call>{"name":"${name}","arguments":{"query":"${text}"}}</tool_call>`;
    expect(
      parseTextToolCalls(`First ${tag("web_search", "a")} then\n${tag("deep_analysis", "b")} done`, { tools }),
    ).toEqual(two);
    expect(parseTextToolCalls(JSON.stringify(two), { tools })).toEqual(two);
    expect(
      parseTextToolCalls(`<tool_call>${JSON.stringify(two[0])}\n${JSON.stringify(two[1])}</tool_call>`, { tools }),
    ).toEqual(two);
    const functions = two.map(
      ({ name, arguments: { query: words } }) => `<function=${name}><parameter=query>${words}</parameter></function>`,
    );
    expect(parseTextToolCalls(`\`\`\`\n${functions.join("\n\n")}\n\`\`\``, { tools })).toEqual(two);
  });

  test("the first format that occurs is the one that counts", () => {
    const text = `[{"name":"web_search","arguments":{"query":"array"}}]\n<tool_call>{"name":"web_search","arguments":{"query":"tag"}}</tool_call>\n`;
    expect(parseTextToolCalls(text, { tools })).toEqual([query("web_search", "tag")]);
    const all = `${text}<function=web_search><parameter=query>function</parameter></function>`;
    expect(parseTextToolCalls(all, { tools })).toEqual([query("web_search", "function")]);
  });
});

describe("parameters", () => {
  const one = (parameters: string) =>
    parseTextToolCalls(`<function=deep_analysis>\n${parameters}\n</function>`, { tools })?.[0]?.arguments;

  test("mean what the tool's schema says", () => {
    expect(
      one(`<parameter=query>5</parameter><parameter=limit>
5
</parameter><parameter=ratio>null</parameter><parameter=strict>True</parameter>
<parameter=tags>["a", "b"]</parameter><parameter=filter>{"a": 1}</parameter><parameter=level>2</parameter><parameter=code>12</parameter><parameter=other>7</parameter>`),
    ).toEqual({
      query: "5",
      limit: 5,
      ratio: null,
      strict: true,
      tags: ["a", "b"],
      filter: { a: 1 },
      level: 2,
      code: "12",
      other: "7",
    });
  });

  test("are read as models write them, exactly and by the schema alone", () => {
    expect(
      one(
        `<parameter=tags>['a', "it's", 'b',]</parameter><parameter=filter>{'metric': True, 'unit': None, 'deep': {'at': [1, 2.5]}}</parameter><parameter=query>['a']</parameter>`,
      ),
    ).toEqual({
      tags: ["a", "it's", "b"],
      filter: { metric: true, unit: null, deep: { at: [1, 2.5] } },
      query: "['a']",
    });
    for (const odd of ["['a'", "['a'] and more", "['a' 'b']", "[a]", "[,]", "['a\\q']", "('a',)", "{'a'}"]) {
      expect(one(`<parameter=tags>${odd}</parameter>`)).toEqual({ tags: odd });
    }
    expect(one("<parameter=filter>{'a': 1, 'a': 2}</parameter>")).toEqual({ filter: "{'a': 1, 'a': 2}" });
    expect(one("<parameter=limit>12345678901234567890</parameter>")).toEqual({ limit: "12345678901234567890" });
  });

  test("in Python's words come back as they were", () => {
    const spoken = (value: unknown): string => {
      if (Array.isArray(value)) return `[${value.map(spoken).join(", ")}]`;
      if (typeof value === "string")
        return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
      if (typeof value !== "object") return value === true ? "True" : value === false ? "False" : String(value);
      if (value === null) return "None";
      return `{${Object.entries(value)
        .map(([key, one]) => `${spoken(key)}: ${spoken(one)}`)
        .join(", ")}}`;
    };
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (given) => {
        const value = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
        expect(parseModelJson(spoken(value))?.value).toEqual(value);
      }),
    );
  });

  test("stay texts where they fit no type", () => {
    expect(
      one("<parameter=limit>many</parameter><parameter=strict>perhaps</parameter><parameter=tags>a, b</parameter>"),
    ).toEqual({
      limit: "many",
      strict: "perhaps",
      tags: "a, b",
    });
  });

  test("keep their lines, and tags of their own", () => {
    const code = 'if (a < b) {\n  say("</parameter> and </function> are tags");\n}';
    expect(one(`<parameter=query>\n${code}\n</parameter>`)).toEqual({ query: code });
  });

  test("may have any name", () => {
    const named = one("<parameter=__proto__>x</parameter><parameter=constructor>y</parameter>")!;
    expect(Object.keys(named)).toEqual(["__proto__", "constructor"]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test("none is a call without arguments", () => {
    expect(parseTextToolCalls("<function=web_search></function>", { tools })).toEqual([
      { name: "web_search", arguments: {} },
    ]);
  });
});

describe("tags as models leave them out or write them twice", () => {
  const one = query("web_search", "a");
  const body = "<function=web_search><parameter=query>a</parameter></function>";
  const json = '{"name":"web_search","arguments":{"query":"a"}}';
  const wholeOf = (text: string) => {
    const reader = createTextToolCalls({ tools });
    const shown = reader.push(text);
    const { calls, ...last } = reader.end();
    return { calls, text: shown.text + last.text };
  };

  test.each([
    ["an end tag without its start", `Let me look. ${body}\n</tool_call>`, "Let me look. ", [one]],
    ["two end tags", `<tool_call>${json}</tool_call>\n</tool_call> Done.`, " Done.", [one]],
    ["two start tags", `<tool_call>\n<tool_call>\n${json}</tool_call>`, "", [one]],
    ["a tag left open before the next", `<tool_call>${json}\n<tool_call>${json}</tool_call>`, "\n", [one, one]],
    ["all left open", `<tool_call>${json}\n<tool_call>${json}`, "\n", [one, one]],
    ["a tag left open before a function", `<tool_call>\n${body}\n<tool_call>\n${body}\n</tool_call>`, "\n", [one, one]],
    ["a parameter left open at the end", "<function=web_search><parameter=query>a\n</function>", "", [one]],
    [
      "a parameter left open before the next",
      "<function=deep_analysis>\n<parameter=query>\na\n<parameter=limit>\n3\n</parameter>\n</function>",
      "",
      [{ name: "deep_analysis", arguments: { query: "a", limit: 3 } }],
    ],
    [
      "a function left open, all of whose arguments are there",
      "<function=web_search><parameter=query>a</parameter>",
      "",
      [one],
    ],
    [
      "a function left open before the next",
      `<function=web_search><parameter=query>b\n</function>\n${body}`,
      "\n",
      [query("web_search", "b"), one],
    ],
  ])("%s", (_name, text, left, calls) => {
    expect(wholeOf(text)).toEqual({ calls, text: left });
  });

  test.each([
    '{"name":"get_time"}',
    '{"name":"get_time","arguments":null}',
    '{"name":"get_time","arguments":""}',
    '{"name":"get_time","parameters":{}}',
  ])("no arguments: %s", (text) => {
    const calls = [{ name: "get_time", arguments: {} }];
    expect(parseTextToolCalls(`<tool_call>${text}</tool_call>`, { tools: ["get_time"] })).toEqual(calls);
    expect(parseTextToolCalls(`<tool_call>${text}</tool_call>`)).toEqual(calls);
  });

  test("a value that holds the tags of a call keeps them", () => {
    for (const value of ["use <parameter=limit>5</parameter> here", `such as ${body} or so`, `\n${body}\n${body}\n`]) {
      const text = `<function=web_search><parameter=query>${value}</parameter></function>`;
      expect(parseTextToolCalls(text, { tools })).toEqual([query("web_search", value.replace(/^\n|\n$/g, ""))]);
    }
  });
});

describe("the dialects of models", () => {
  const input = { query: "a", limit: 3 };
  const json = JSON.stringify(input);
  const one = { name: "deep_analysis", arguments: input };
  const record = JSON.stringify(one);
  const dialects: [name: string, text: string][] = [
    ["Qwen's and Hermes'", `<tool_call>\n${record}\n</tool_call>`],
    [
      "Qwen Coder's",
      "<tool_call>\n<function=deep_analysis>\n<parameter=query>\na\n</parameter>\n<parameter=limit>\n3\n</parameter>\n</function>\n</tool_call>",
    ],
    ["a bare record", record],
    ["a record in a fence", `\`\`\`json\n${record}\n\`\`\``],
    ["Mistral's list", `[TOOL_CALLS] [${record}]`],
    ["Mistral's name and arguments", `[TOOL_CALLS]deep_analysis[ARGS]${json}`],
    ["Mistral's name and arguments without a word between", `[TOOL_CALLS]deep_analysis${json}`],
    ["Llama's", `<|python_tag|>{"name": "deep_analysis", "parameters": ${json}}`],
    ["Granite's", `<|tool_call|>[${record}]`],
    [
      "GLM's",
      "<tool_call>deep_analysis\n<arg_key>query</arg_key>\n<arg_value>a</arg_value>\n<arg_key>limit</arg_key>\n<arg_value>3</arg_value>\n</tool_call>",
    ],
    [
      "Kimi's",
      `<|tool_calls_section_begin|><|tool_call_begin|>functions.deep_analysis:0<|tool_call_argument_begin|>${json}<|tool_call_end|><|tool_calls_section_end|>`,
    ],
    [
      "DeepSeek's",
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>deep_analysis<｜tool▁sep｜>${json}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    ],
    [
      "DeepSeek's older one",
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>deep_analysis\n\`\`\`json\n${json}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    ],
  ];

  test.each(dialects)("%s is read, and twice in a row", (_name, text) => {
    expect(parseTextToolCalls(text, { tools })).toEqual([one]);
    expect(parseTextToolCalls(`I will look.\n${text}`, { tools })).toEqual([one]);
    expect(parseTextToolCalls(`${text}\n${text}`, { tools })).toEqual([one, one]);
  });

  test.each(dialects)("%s, cut anywhere, is a whole call or text, and at every boundary the same", (_name, text) => {
    for (let length = 0; length <= text.length; length++) {
      const cut = text.slice(0, length);
      const whole = createTextToolCalls({ tools });
      const shown = whole.push(cut);
      const end = whole.end();
      if (end.calls) expect(end.calls).toEqual([one]);
      else expect(shown.text + end.text).toBe(cut);
      const byCharacter = createTextToolCalls({ tools });
      let said = "";
      for (const char of cut) said += byCharacter.push(char).text;
      const last = byCharacter.end();
      expect({ text: said + last.text, calls: last.calls }).toEqual({ text: shown.text + end.text, calls: end.calls });
    }
  });
});

describe("what is nearly a call stays text", () => {
  test.each([
    "Just words.",
    "",
    "A < b and [x] and `code` and ```js\nlet a = [];\n```",
    '<tool_call>{"name": "deep_analysis", "arguments": {"query": }}</tool_call>',
    '<tool_call>{"name": "deep_analysis", "query": "a"}</tool_call>',
    '<tool_call>{"name": "deep_analysis", "arguments": 5}</tool_call>',
    '[{"name": "deep_analysis"}]',
    '{"name": "deep_analysis", "arguments": {"query": "a"}} is how it looks',
    'Send {"name": "deep_analysis", "arguments": {"query": "a"}}',
    '{"name": "unknown_tool", "arguments": {}}',
    '{"name": "deep_analysis"}',
    '{"name": "Ada", "age": 36}',
    "[TOOL_CALLS]unknown_tool[ARGS]{}",
    "[TOOL_CALLS] are Mistral's",
    "<|python_tag|>print(1)",
    "<tool_call>deep_analysis\n<arg_key>query</arg_key>\n<arg_value>a<arg_key>limit</arg_key><arg_value>3</arg_value></tool_call>",
    "<|tool_call_begin|>functions.deep_analysis:0<|tool_call_argument_begin|>{",
    // Two arguments, or one that holds a tag: which, nobody can tell.
    "<function=deep_analysis><parameter=query>Oslo<parameter=limit>3</parameter></function>",
    "<function=deep_analysis><parameter=query>Oslo</city></function>",
    "<function=deep_analysis><parameter=query>Oslo</city>\n<parameter=limit>3</parameter></function>",
    "<function=deep_analysis><parameter=query>a</parameter><parameter=query>b</parameter></function>",
    // More could have come.
    "<function=deep_analysis><parameter=query>cut</parameter>",
    "Done.</tool_call>",
    '<tool_call>{"name": "deep_analysis", "arguments": {"query": "cut',
    '<tool_call>{"name": "unknown_tool", "arguments": {}}</tool_call>',
    "<function=unknown_tool><parameter=query>a</parameter></function>",
    "<function=deep_analysis><parameter=query>cut",
    "<function=deep_analysis>some words</function>",
    "Use <function=deep_analysis>",
    '[{"name": "Ada", "age": 36}]',
    '[{"name": "deep_analysis", "arguments": {"query": "a"}}, {"name": "Ada"}]',
    "[1, 2, 3]",
    'He said [{"name": "deep_analysis", "arguments": {}}] in passing',
    'The `<tool_call>` tag holds JSON, as in `{"name": …}`.',
    '```python\nprint("x")\n<tool_call>{"name": "deep_analysis", "arguments": {}}</tool_call>\n```',
  ])("%j", (text) => {
    const reader = createTextToolCalls({ tools });
    const first = reader.push(text);
    const last = reader.end();
    expect(last.calls).toBeNull();
    expect(first.text + last.text).toBe(text);
  });

  test("and a whole call beside it is made", () => {
    const text =
      '<tool_call>{"name": nonsense}</tool_call> <tool_call>{"name":"web_search","arguments":{"query":"a"}}</tool_call>';
    expect(parseTextToolCalls(text, { tools })).toEqual([query("web_search", "a")]);
  });
});

describe("while it streams", () => {
  const told = (pieces: readonly string[], options: TextToolCallOptions) => {
    const reader = createTextToolCalls(options);
    const shown = pieces.map((piece) => reader.push(piece));
    const { calls, ...last } = reader.end();
    const all = [...shown, last];
    return {
      calls,
      shown,
      text: all.map(({ text }) => text).join(""),
      reasoning: all.map(({ reasoning }) => reasoning).join(""),
    };
  };

  test("text is shown as it comes, tags never", () => {
    const { shown, calls, text, reasoning } = told(
      [
        "<thi",
        "nk>Let me",
        " see</th",
        "ink>I look",
        " it up. <",
        "tool_",
        'call>{"name": "web_search", "argu',
        'ments": {"query": "a"}}</tool',
        "_call> Done",
        ".",
      ],
      { tools },
    );
    expect(shown.map((one) => one.text)).toEqual(["", "", "", "I look", " it up. ", "", "", "", " Done", "."]);
    expect(shown.map((one) => one.reasoning).slice(0, 4)).toEqual(["", "Let me", " see", ""]);
    expect(calls).toEqual([query("web_search", "a")]);
    expect(text).toBe("I look it up.  Done.");
    expect(reasoning).toBe("Let me see");
  });

  test("what turns out to be no tag is shown at once", () => {
    const reader = createTextToolCalls({ tools });
    expect(reader.push("a <").text).toBe("a ");
    expect(reader.push("b").text).toBe("<b");
    expect(reader.push(" <function=web").text).toBe(" ");
    expect(reader.push("x>").text).toBe("<function=webx>");
  });

  test("an end of thinking that never began makes a thought of the calls before it, after the thoughts already shown", () => {
    const call = '[{"name":"web_search","arguments":{"query":"a"}}]';
    const pieces = [call, "\n<think>then</think>", "</think>"];
    expect(told(pieces, { tools })).toMatchObject({ calls: null, reasoning: `then${call}` });
    expect(told([pieces.join("")], { tools })).toMatchObject({ calls: null, reasoning: `then${call}` });
  });

  test("however it is cut, it says the same; nothing of a text is lost", () => {
    const part = fc.oneof(
      fc.constantFrom(
        "Words. ",
        "\n",
        "<",
        "[",
        "`",
        "```",
        "```json\n",
        "```\n",
        "<think>",
        "</think>",
        "a < b ",
        "<tool_call>",
        "</tool_call>",
        "</function>",
        "{",
        "}]",
      ),
      fc.constantFrom(
        '<tool_call>{"name":"web_search","arguments":{"query":"]}\\"</tool_call>"}}</tool_call>',
        "<function=deep_analysis><parameter=limit>3</parameter></function>",
        '[{"name":"web_search","arguments":{"query":"a"}}]',
        '[{"name":"nobody","arguments":{}}]',
        '{"name":"web_search","arguments":{"query":"a"}}\n',
        '[TOOL_CALLS]web_search[ARGS]{"query":"a"}',
        "<|python_tag|>",
        "<tool_call>web_search<arg_key>query</arg_key><arg_value>a</arg_value>",
        "<parameter=query>",
        "</parameter>",
        "<function=web_search>",
      ),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 10 }),
        fc.array(fc.nat(12), { minLength: 1, maxLength: 20 }),
        (parts, cuts) => {
          const whole = parts.join("");
          const pieces: string[] = [];
          for (let at = 0, i = 0; at < whole.length; i++) {
            const size = Math.max(1, cuts[i % cuts.length]!);
            pieces.push(whole.slice(at, at + size));
            at += size;
          }
          const inOne = told([whole], { tools });
          const inPieces = told(pieces, { tools });
          expect({ ...inPieces, shown: [] }).toEqual({ ...inOne, shown: [] });
          expect(inOne.calls).toEqual(parseTextToolCalls(whole, { tools }));
          if (inOne.calls === null && !whole.includes("think>")) expect(inOne.text).toBe(whole);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("takes time linear in a line, whatever stands in it", async () => {
    const pieces = Array.from({ length: 300 }, () => "[a](https://example.com) `b` <c> { ".repeat(110));
    // A look at the whole line for each mark took most of a minute.
    expect(await cpuTime(() => expect(told(pieces, {}).text).toBe(pieces.join("")))).toBeLessThan(5_000);
  });
});
