import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { callboard } from "../testing/fixtures/callboard.ts";

const folder = mkdtempSync(join(tmpdir(), "callboard-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a file, and gives its path. */
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test("without a command it lists them", async () => {
  const { code, out } = await callboard();
  expect(code).toBe(0);
  expect(out).toContain("check");
});

test.each(["deploy", "__proto__"])("a command that is not there, %s, is refused with the list", async (name) => {
  const { code, err } = await callboard(name);
  expect(code).toBe(2);
  expect(err).toContain(`no command "${name}"`);
  expect(err).toContain("check");
});

test("each command says how it is called", async () => {
  expect((await callboard("check", "--help")).out).toContain("callboard check <file>");
});

test("an option that a command does not know, and a missing file name, are said without a stack", async () => {
  for (const args of [["check"], ["check", "--frobnicate"], ["check", join(folder, "none.json")]]) {
    const { code, err } = await callboard(...args);
    expect(code).toBe(2);
    expect(err).toContain("callboard check --help");
    expect(err).not.toContain("    at ");
  }
});

test("check reads modules, lists of definitions, and one definition a line", async () => {
  const tool = { name: "double", description: "Doubles.", inputSchema: { type: "object", properties: {} } };
  const list = file("list.json", JSON.stringify({ tools: [tool, { ...tool, name: "treble" }] }));
  const lines = file(
    "lines.jsonl",
    `${JSON.stringify(tool)}\n${JSON.stringify({ type: "function", function: tool })}\n`,
  );
  const module = file(
    "tool.mjs",
    `export default { slug: "half", name: "Half", description: "Halves.", inputSchema: { type: "object" }, outputSchema: {}, execute: () => 1 };`,
  );
  const { code, out } = await callboard("check", list, lines, module);
  expect(out).toContain("5 tools");
  expect(code).toBe(0);
});

test("check says of each tool what is wrong, and fails for errors alone", async () => {
  const union = { oneOf: [{ type: "object", properties: { a: { type: "string" } } }, { type: "object" }] };
  const bad = file("bad.json", JSON.stringify([{ name: "takes text", inputSchema: union }, { name: "ping" }]));
  const broken = file("broken.mjs", "export const nothing = 1;");
  const { code, out } = await callboard("check", bad, broken);
  expect(code).toBe(1);
  for (const word of ["name_refused", "top_level_union", "missing_output_schema", "it defines no tool"]) {
    expect(out).toContain(word);
  }
  expect((await callboard("check", bad, "--target", "cobol")).err).toContain("openai-strict");
  const { tools } = JSON.parse((await callboard("check", bad, "--json")).out) as { tools: { tool: string }[] };
  expect(tools.map(({ tool }) => tool)).toEqual(["takes text", "ping"]);
  expect(out).toContain("bad.json:1:2  error  name_refused");
});

const good = (slug: string) =>
  `export default { slug: "${slug}", name: "Half", description: "Halves.", inputSchema: { type: "object" }, outputSchema: {}, execute: () => 1 };`;

let odd = 0;
test.each([
  ["throws", '\nthrow new Error("The key is missing");', ["1.mjs:2:7: The key is missing.", "belongs into execute()"]],
  ["exports no tool", "export default 42;", ["not_loaded", "it defines no tool; export one with defineTool()"]],
  [
    "exports a function of what its host gives it",
    `export default ({ files }) => ({ ...files.none, execute() {} });`,
    ["not_loaded", "it exports a function (default) and no tool", "what it returned", "checkToolSchema()"],
  ],
  [
    "exports a function that asks its host while it makes the tool",
    `export default ({ images }) => ({ slug: "a", execute: () => 1, choices: images.list() });`,
    ["not_loaded", "it uses services.images.list() while it makes the tool", "in execute() alone"],
  ],
  [
    "exports a function that goes through what its host has while it makes the tool",
    `export default async ({ entities }) => { for (const one of entities) console.log(one); };`,
    ["not_loaded", "it uses services.entities while it makes the tool"],
  ],
  [
    "exports a function that fails",
    `export default () => { throw new Error("The catalogue is empty"); };`,
    ["not_loaded", "failed when it was called with stand-ins for them: The catalogue is empty. Use"],
  ],
  [
    "exports a function of two arguments",
    `export default (files, images) => ({ files, images });`,
    ["not_loaded", "it exports a function (default) and no tool", "a host of its own may call that"],
  ],
  [
    "exports a function by name",
    `export const make = () => { throw new Error("was called"); };`,
    ["not_loaded", "it exports a function (make) and no tool", "Export the function as default"],
  ],
  [
    "exports a function that makes a tool with a fault",
    `export default ({ files }) => (${good("made").slice("export default ".length, -1).replace(`{ type: "object" }`, `{ anyOf: [{ type: "object" }] }`)});`,
    ["made", "error  top_level_union"],
  ],
  ["has a slug that is none", good("My Tool!"), ["not_loaded", 'this one is "My Tool!"', "1 to 64 letters"]],
  [
    "has a chart of an unknown variant",
    good("sums").replace(
      "execute:",
      'viewSpec: { blocks: [{ type: "chart", config: { variant: "donut" } }] },\nexecute:',
    ),
    ["mjs:1:24  error  not_loaded", 'blocks[0].config.variant is "donut"; the variants of a chart are line, bar'],
  ],
  ["has too long a slug", good("a".repeat(65)), ["not_loaded", "1 to 64 letters"]],
])("check says of a module that %s what happened, where, and how to mend it", async (_, text, words) => {
  // Node keeps what it imported under a name.
  const { code, out } = await callboard("check", file(`odd-${++odd}.mjs`, text));
  expect(code).toBe(1);
  for (const word of words) expect(out).toContain(word);
  expect(out).toContain("1 tool: 1 error");
});

test("check reads a tool that a function makes of its host's services, without calling them", async () => {
  const made = `export default ({ files, send: { post } }) => ({
    slug: "made", name: "Made", description: "Sends.", icon: "file-text", inputSchema: { type: "object", properties: { a: { type: "string", description: "Which." } } },
    outputSchema: { type: "object" }, execute: ({ a }) => post(files.read(a)),
  });`;
  const { code, out } = await callboard("check", file("made.mjs", made));
  expect([code, out.trim()]).toEqual([0, "1 tool: 0 errors, 0 warnings."]);
});

test("check passes the demo's own tools, of which some are made of services", async () => {
  const demo = fileURLToPath(new URL("../../../../apps/demo/tools", import.meta.url));
  const { code, out } = await callboard("check", demo);
  expect([code, out.trim()]).toEqual([0, expect.stringMatching(/^\d\d tools: 0 errors, 0 warnings\.$/)]);
});

test("check warns of an icon that the kit does not carry, where it is named", async () => {
  const named = (icon: string, slug: string) =>
    file(`${slug}.mjs`, good(slug).replace("description:", `\n  icon: ${JSON.stringify(icon)}, description:`));
  const { code, out } = await callboard("check", named("calculater", "iconless"));
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/mjs:2:3 {2}warning {2}unknown_icon: .*"calculater".* calculator, /),
  ]);
  expect((await callboard("check", named("FileText", "iconful"))).out).not.toContain("unknown_icon");
});

test("check reads the tools of a folder one by one, and says where there is none", async () => {
  for (const name of ["many", "many/inner", "empty"]) mkdirSync(join(folder, name));
  file("many/first.mjs", good("first"));
  file("many/second.mjs", "export default 42;");
  file("many/inner/definition.mjs", good("third"));
  file("many/first.test.mjs", "throw new Error();");
  const { code, out } = await callboard("check", join(folder, "many"));
  expect([code, out]).toEqual([1, expect.stringContaining("3 tools: 1 error")]);
  expect(out).toContain(join("many", "second.mjs"));
  const none = await callboard("check", join(folder, "empty"));
  expect([none.code, none.err]).toEqual([2, expect.stringContaining("holds no tools")]);
  const gone = await callboard("check", join(folder, "gone.mjs"));
  expect([gone.code, gone.err]).toEqual([2, expect.stringContaining("There is no file")]);
});

const definition = { name: "double", description: "Doubles.", parameters: { type: "object", properties: {} } };
const text = { type: "string", description: "A text." };
test.each<[string, unknown, string[]]>([
  [
    "an answer of tools/list, whole",
    { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "first", inputSchema: { type: "string" } }] } },
    ["6:7", "first", "missing_output_schema", "unextractable_schema"],
  ],
  [
    "a request to OpenAI, for OpenAI alone",
    { model: "m", tools: [{ type: "function", function: { ...definition, name: "a b" } }, { type: "web_search" }] },
    ['such as "a_b"', "1 tool: 1 error, 1 warning", "Passed over, as the provider brings them itself: web_search"],
  ],
  [
    "what is called strict, and is not",
    [
      {
        ...definition,
        type: "function",
        strict: true,
        parameters: { type: "object", properties: { q: text, to: { ...text, minLength: 1 } }, required: ["q"] },
      },
    ],
    ["not_strict", 'does not require "to"', '"additionalProperties": false', "2 errors, 0 warnings"],
  ],
  [
    "tools of Anthropic, for Anthropic alone",
    [
      { type: "bash_20250124", name: "bash" },
      {
        name: "get",
        description: "Gets.",
        input_schema: { type: "object", properties: { "a b": text, c: { type: "int" } }, required: ["cc"] },
      },
    ],
    [
      "16:9  error  invalid_schema",
      "property_name_refused",
      'Write "integer"',
      'requires "cc"',
      'Did you mean "c"?',
      "brings them itself: bash",
    ],
  ],
  ["a name that is there twice", [definition, definition], ["name_taken", ".json:2)", "1 error, 2 warnings"]],
  [
    "a function without parameters, which OpenAI takes",
    [{ type: "function", function: { name: "now", description: "The time." } }],
    ["0 errors, 1 warning", "--input-less now"],
  ],
  [
    "no schema, which MCP does not take",
    { name: "now", description: "The time." },
    ["not_loaded", "has no schema of its input"],
  ],
  ["declarations of Gemini", { tools: [{ functionDeclarations: [definition] }] }, ["1 tool"]],
  [
    "a reference to nowhere",
    [{ ...definition, parameters: { type: "object", properties: { a: { $ref: "#/$defs/b" } } } }],
    ["broken_reference", "nothing stands there"],
  ],
  ["what is no schema", [{ ...definition, parameters: "string" }], ['Its input is "string"']],
])("check reads %s", async (_, value, words) => {
  const { out } = await callboard("check", file(`real-${++odd}.json`, JSON.stringify(value, null, 2)));
  for (const word of words) expect(out).toContain(word);
});

test("check says the line of a place, in JSON, in one of many lines, and in a module", async () => {
  const schema =
    '{ "type": "object", "properties": { "deep": { "type": "array", "items": { "type": "object", "properties": { "city":\n {} } } } } }';
  const list = file(
    "place.json",
    `[\n  { "type": "function", "function": { "name": "x", "description": "X.",\n "parameters": ${schema} } }\n]`,
  );
  expect((await callboard("check", list)).out).toContain("place.json:3:124  warning  any_value");
  const lines = file("places.jsonl", '{ "name": "x", "inputSchema": { "type": "object" } }\n\n{ "name": oops }\n');
  const { out, code } = await callboard("check", lines);
  expect([code, out]).toEqual([1, expect.stringContaining("places.jsonl:3:11  error  not_loaded")]);
  expect(out).toContain("places.jsonl:1:1  warning  missing_description");
  const module = file(
    "place.mjs",
    `const other = { city: 1 };\nexport default {\n  slug: "here", name: "Here", description: "Here.",\n  inputSchema: { type: "object", properties: {\n    city: {} } },\n  outputSchema: {}, execute: () => 1,\n};`,
  );
  expect((await callboard("check", module)).out).toContain("place.mjs:5:5  warning  any_value");
  const { tools } = JSON.parse((await callboard("check", module, "--json")).out) as { tools: { issues: object[] }[] };
  expect(tools[0]!.issues).toMatchObject([{ code: "any_value", line: 5, column: 5 }]);
});

test.each([
  ["nothing.json", '{"foo": 1}', 'This one has "foo"'],
  ["list.json", "[]", "This one is an empty list"],
  ["tools.yaml", "tools: []", "neither a module"],
])("check refuses %s, which holds no tools, and says what would", async (name, text, words) => {
  const { code, err } = await callboard("check", file(`odd-${name}`, text));
  expect([code, err]).toEqual([2, expect.stringContaining(words)]);
});

test("check takes an empty input that is meant, and with --strict fails for warnings", async () => {
  const inputSchema = { type: "object", properties: {} };
  const ping = file(
    "ping.json",
    JSON.stringify({ name: "ping", description: "Pings.", inputSchema, outputSchema: {} }),
  );
  const plain = await callboard("check", ping);
  expect([plain.code, plain.out]).toEqual([0, expect.stringContaining("input_less")]);
  expect((await callboard("check", ping, "--strict")).code).toBe(1);
  const meant = await callboard("check", ping, "--strict", "--input-less", "ping");
  expect([meant.code, meant.out]).toEqual([0, "1 tool: 0 errors, 0 warnings."]);
});

test.each([
  ["a folder that is not there", [join(folder, "none")], "There is no folder"],
  ["two folders", [folder, folder], "one folder"],
  ["a port that is none", [folder, "--port", "web"], "from 0 to 65535"],
  ["a model without its address", [folder, "--model", "m", "--model-url", "nowhere"], "OPENAI_BASE_URL"],
  ["a logo that is no picture", [folder, "--logo", "notes.txt"], "no SVG, PNG or WebP file"],
])("serve says of %s what is wrong, before it opens anything", async (_, args, words) => {
  const { code, err } = await callboard("serve", ...args);
  expect(code).toBe(2);
  expect(err).toContain(words);
});

test("check compiles TypeScript, and names the line that does not compile", async () => {
  const good = file(
    "good.ts",
    `const slug: string = "half"; export default { slug, name: "Half", description: "Halves.", inputSchema: { type: "object" }, outputSchema: {}, execute: () => 1 };`,
  );
  expect((await callboard("check", good)).out).toContain("1 tool: 0 errors");
  const bad = file("bad.ts", "export default {\n  slug: 1,,\n};\n");
  const { code, out } = await callboard("check", bad);
  expect([code, out]).toEqual([1, expect.stringContaining("bad.ts:2:11")]);
});
