import fc from "fast-check";
import { describe, expect, test } from "vitest";
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

describe("what is nearly a call stays text", () => {
  test.each([
    "Just words.",
    "",
    "A < b and [x] and `code` and ```js\nlet a = [];\n```",
    '<tool_call>{"name": "deep_analysis", "arguments": {"query": }}</tool_call>',
    '<tool_call>{"name": "deep_analysis"}</tool_call>',
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
