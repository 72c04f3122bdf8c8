import { expect, it } from "vitest";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { layersOf, type Composition } from "./executionSpec.ts";
import type { SpecTool } from "./validateExecutionSpec.ts";
import { validateExecutionSpec } from "./validateExecutionSpec.ts";

const object = (properties: Record<string, JsonSchema>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
});
const text = { type: "string" };
const composition = (...tools: string[]) => ({
  kind: "composition",
  steps: tools.map((tool, index) => ({ id: `s${index}`, tool, input: {} })),
});
const tools: Record<string, SpecTool> = {
  search: {
    inputSchema: object({ query: text }, ["query"]),
    outputSchema: object({ hits: { type: "array", items: text } }),
  },
  count: {
    inputSchema: { ...object({ of: { type: "array" }, most: { type: "integer" } }), additionalProperties: false },
    outputSchema: object({ total: { type: "integer" } }),
  },
  loop: { inputSchema: object({}), execution: composition("mine") },
  tasked: { inputSchema: object({}), execution: { kind: "task", task: "mine", wait: false } },
  deep: { inputSchema: object({}), execution: composition("deeper") },
  deeper: { inputSchema: object({}), execution: composition("deepest") },
  deepest: { inputSchema: object({}), execution: composition("search") },
};
const check = (spec: unknown, depth?: number) =>
  validateExecutionSpec(spec, {
    slug: "mine",
    inputSchema: object({ topic: text, most: { type: "number" } }),
    tool: async (slug) => tools[slug],
    agent: async (slug) => slug === "editor",
    skill: (name) => name === "brief",
    task: (name) => name === "ingest" || Object.hasOwn(tools, name) || name === "mine",
    ...(depth !== undefined && { depth }),
  });
const codes = async (spec: unknown) => (await check(spec)).map(({ path, code }) => `${path} ${code}`);
const steps = (...of: [id: string, tool: string, input: unknown][]) => ({
  kind: "composition",
  steps: of.map(([id, tool, input]) => ({ id, tool, input })),
});

it.each<[string, unknown, string[]]>([
  ["no object", null, [" invalid"]],
  ["an unknown kind", { kind: "script" }, ["/kind invalid"]],
  ["an unknown mode", { kind: "prompt", mode: "chat" }, ["/mode invalid"]],
  ["a prompt without a text", { kind: "prompt", mode: "direct", prompt_template: " " }, ["/prompt_template invalid"]],
  [
    "a variable that is no field",
    { kind: "prompt", mode: "direct", prompt_template: "{{x}}" },
    ["/prompt_template template"],
  ],
  ["an agent that is not there", { kind: "prompt", mode: "agent", agent: "nobody" }, ["/agent missing_agent"]],
  [
    "a skill that is not there",
    { kind: "prompt", mode: "skill", skill: "x", agent: "editor" },
    ["/skill missing_skill"],
  ],
  ["a task that is not there", { kind: "task", task: "x", wait: true }, ["/task missing_task"]],
  ["a task that is the tool itself", { kind: "task", task: "mine", wait: true }, ["/task cycle"]],
  ["a task whose steps lead back", { kind: "task", task: "loop", wait: true }, ["/task cycle"]],
  ["a task whose task leads back", { kind: "task", task: "tasked", wait: false }, ["/task cycle"]],
  ["a step whose task leads back", steps(["a", "tasked", {}]), ["/steps/0/tool cycle"]],
  ["a task that does not say whether it waits", { kind: "task", task: "ingest" }, ["/wait invalid"]],
  ["no steps", { kind: "composition", steps: [] }, ["/steps invalid"]],
  ["a tool that is not there", steps(["a", "nope", {}]), ["/steps/0/tool missing_tool"]],
  ["itself", steps(["a", "mine", {}]), ["/steps/0/tool cycle"]],
  ["a way back to itself", steps(["a", "loop", {}]), ["/steps/0/tool cycle"]],
  ["two steps of one id", steps(["a", "search", { query: "x" }], ["a", "count", {}]), ["/steps/1/id step_taken"]],
  ["a later step's result", steps(["a", "search", { query: { $from: "b" } }]), ["/steps/0/input/query reference"]],
  [
    "a place that a result does not have",
    steps(["a", "search", { query: "x" }], ["b", "count", { of: { $from: "a", path: "/rows" } }]),
    ["/steps/1/input/of reference"],
  ],
  [
    "a list where a text is due",
    steps(["a", "search", { query: "x" }], ["b", "search", { query: { $from: "a", path: "/hits" } }]),
    ["/steps/1/input/query type"],
  ],
  ["a field that the tool needs", steps(["a", "search", {}]), ["/steps/0/input/query type"]],
  ["a field that the tool does not have", steps(["a", "count", { off: 1 }]), ["/steps/0/input/off type"]],
])("refuses %s", async (_what, spec, expected) => {
  expect(await codes(spec)).toEqual(expected);
});

it("takes what fits: texts, results and their parts, in any place", async () => {
  const spec = steps(
    ["a", "search", { query: { $from: "input", path: "/topic" } }],
    ["b", "count", { of: { $from: "a", path: "/hits" } }],
    ["c", "search", { query: { $from: "a", path: "/hits/0" } }],
  );
  expect(await check({ ...spec, output: { total: { $from: "b", path: "/total" }, all: [{ $from: "a" }] } })).toEqual(
    [],
  );
  expect(await check({ kind: "prompt", mode: "skill", skill: "brief", agent: "editor" })).toEqual([]);
  expect(await check({ kind: "task", task: "ingest", wait: false })).toEqual([]);
});

it("counts compositions below each other", async () => {
  expect(await codes(steps(["a", "deep", {}]))).toEqual([]);
  expect((await check(steps(["a", "deep", {}]), 3))[0]).toMatchObject({ code: "too_deep", path: "/steps/0/tool" });
  const task = { kind: "task", task: "deep", wait: false };
  expect(await codes(task)).toEqual([]);
  expect((await check(task, 3))[0]).toMatchObject({ code: "too_deep", path: "/task" });
});

it("follows a tool once, however many steps call it", async () => {
  const fifty = (tool: string) => composition(...Array.from({ length: 50 }, () => tool));
  const below = new Map([1, 2, 3, 4].map((level) => [`t${level}`, `t${level + 1}`]));
  let asked = 0;
  const tool = async (slug: string): Promise<SpecTool> => {
    asked++;
    const next = below.get(slug);
    return { inputSchema: object({}), execution: next === undefined ? undefined : fifty(next) };
  };
  const surroundings = { slug: "mine", inputSchema: object({}), tool };
  expect(await validateExecutionSpec(fifty("t1"), surroundings)).toEqual([]);
  expect(asked).toBeLessThan(1_000);
  below.set("t5", "t2");
  const [problem] = await validateExecutionSpec(fifty("t1"), { ...surroundings, depth: 9 });
  expect(problem?.message).toContain("mine → t1 → t2 → t3 → t4 → t5 → t2");
});

it("takes a task for a tool where the host keeps no tasks of its own", async () => {
  const surroundings = { slug: "mine", inputSchema: object({}), tool: async (slug: string) => tools[slug] };
  const problems = async (task: string) => validateExecutionSpec({ kind: "task", task, wait: true }, surroundings);
  expect(await problems("search")).toEqual([]);
  expect(await problems("nope")).toMatchObject([{ path: "/task", code: "missing_task" }]);
});

const waiting = (...of: [id: string, input: unknown, more: object][]) => ({
  kind: "composition",
  steps: of.map(([id, input, more]) => ({ id, tool: "search", input, ...more })),
});
const found = { query: { $from: "a", path: "/hits" } };

it.each<[string, unknown, string[]]>([
  [
    "steps that wait for each other",
    waiting(["a", { query: "x" }, {}], ["b", { query: "y" }, { depends_on: ["a"] }]),
    [],
  ],
  [
    "what is taken from a step that is not waited for",
    waiting(["a", { query: "x" }, {}], ["b", found, { depends_on: [] }], ["c", { query: "z" }, { depends_on: ["b"] }]),
    ["/steps/1/input/query reference"],
  ],
  [
    "a step that waits for a later one, or for itself",
    waiting(["a", { query: "x" }, { depends_on: ["b"] }], ["b", { query: "y" }, { depends_on: ["b"] }]),
    ["/steps/0/depends_on/0 reference", "/steps/1/depends_on/0 reference"],
  ],
  ["no list of steps", waiting(["a", { query: "x" }, { depends_on: "b" }]), ["/steps/0/depends_on invalid"]],
  [
    "more names than a composition has steps",
    waiting(["a", { query: "x" }, {}], ["b", { query: "x" }, { depends_on: Array(51).fill("a") }]),
    ["/steps/1/depends_on invalid"],
  ],
  ["a retry", waiting(["a", { query: "x" }, { retry: { attempts: 3, delay_seconds: 0.5 } }]), []],
  ["a retry that is none", waiting(["a", { query: "x" }, { retry: { attempts: 1 } }]), ["/steps/0/retry invalid"]],
  ["a retry without end", waiting(["a", { query: "x" }, { retry: { attempts: 1e9 } }]), ["/steps/0/retry invalid"]],
])("checks the order of steps: %s", async (_name, spec, expected) => expect(await codes(spec)).toEqual(expected));

it("deals steps out to layers", () => {
  const ids = (spec: object) => layersOf(spec as Composition).map((layer) => layer.map(({ id }) => id));
  expect(ids(waiting(["a", {}, {}], ["b", {}, {}]))).toEqual([["a"], ["b"]]);
  expect(
    ids(
      waiting(
        ["a", {}, {}],
        ["b", {}, { depends_on: ["a"] }],
        ["c", {}, {}],
        ["d", {}, { depends_on: ["a", "b"] }],
        ["e", {}, { depends_on: ["c"] }],
      ),
    ),
  ).toEqual([["a", "c"], ["b", "e"], ["d"]]);
});
