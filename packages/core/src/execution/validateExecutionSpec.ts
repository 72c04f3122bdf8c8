import { childPointer, pointerSegments } from "../json/pointer.ts";
import { isRecord } from "../json/record.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import {
  isReference,
  referencesIn,
  type Composition,
  type ExecutionSpec,
  type Reference,
  type TaskExecution,
} from "./executionSpec.ts";
import { checkTemplate } from "./template.ts";

/** Something of an ExecutionSpec that cannot run. */
export interface SpecProblem {
  /** JSON Pointer into the spec. */
  path: string;
  code:
    | "invalid"
    | "template"
    | "missing_tool"
    | "missing_agent"
    | "missing_skill"
    | "missing_task"
    | "cycle"
    | "too_deep"
    | "step_taken"
    | "reference"
    | "type";
  /** What is wrong, and how to mend it. */
  message: string;
}

/** A tool that a composition may call, as the check has to know it. */
export interface SpecTool {
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema | undefined;
  /** What it runs itself, where that is data. */
  execution?: unknown;
}

/** What an ExecutionSpec is checked against. */
export interface SpecSurroundings {
  /** The slug of the tool that it is of: a composition never leads back to it. */
  slug: string;
  inputSchema: JsonSchema;
  /** A tool that whoever writes the spec may use. */
  tool(slug: string): Promise<SpecTool | undefined>;
  agent?(slug: string): Promise<boolean>;
  skill?(name: string): boolean;
  task?(name: string): boolean;
  /** Compositions below each other; 5 unless given. */
  depth?: number;
}

/** The most steps of one composition. */
const MOST_STEPS = 50;
const MOST_TEMPLATE = 100_000;

/**
 * What of an ExecutionSpec cannot run: what its shape allows and its surroundings do not, such as a missing tool, a
 * cycle or a text that is handed on where a number is due.
 * @returns nothing where it can run.
 */
export async function validateExecutionSpec(spec: unknown, surroundings: SpecSurroundings): Promise<SpecProblem[]> {
  const shape = shapeProblems(spec);
  if (shape.length > 0) return shape;
  const checked = spec as ExecutionSpec;
  if (checked.kind === "composition") return compositionProblems(checked, surroundings);
  if (checked.kind === "task") return taskProblems(checked, surroundings);
  if (checked.mode === "direct") {
    return checkTemplate(checked.prompt_template, surroundings.inputSchema).map(({ message }) => ({
      path: "/prompt_template",
      code: "template",
      message,
    }));
  }
  const problems: SpecProblem[] = [];
  if (checked.mode === "skill" && surroundings.skill?.(checked.skill) === false) {
    problems.push({ path: "/skill", code: "missing_skill", message: `This host has no skill "${checked.skill}".` });
  }
  if (surroundings.agent && !(await surroundings.agent(checked.agent))) {
    problems.push({ path: "/agent", code: "missing_agent", message: `This host has no agent "${checked.agent}".` });
  }
  return problems;
}

/** What each kind and mode consists of: the names of its texts. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "prompt direct": ["prompt_template"],
  "prompt skill": ["skill", "agent"],
  "prompt agent": ["agent"],
  task: ["task"],
  composition: [],
};

function shapeProblems(spec: unknown): SpecProblem[] {
  const invalid = (path: string, message: string): SpecProblem => ({ path, code: "invalid", message });
  if (!isRecord(spec))
    return [invalid("", 'An executionSpec is an object with a "kind": prompt, task or composition.')];
  const { kind, mode } = spec;
  const name = kind === "prompt" ? `prompt ${String(mode)}` : String(kind);
  const texts = Object.hasOwn(TEXTS, name) ? TEXTS[name]! : undefined;
  if (!texts) {
    return kind === "prompt"
      ? [invalid("/mode", 'The "mode" of a prompt is direct, skill or agent.')]
      : [invalid("/kind", 'The "kind" of an executionSpec is prompt, task or composition.')];
  }
  const missing = texts.filter((text) => typeof spec[text] !== "string" || spec[text].trim() === "");
  const problems = missing.map((text) => invalid(`/${text}`, `A ${name} needs "${text}", a text.`));
  if (typeof spec["prompt_template"] === "string" && spec["prompt_template"].length > MOST_TEMPLATE) {
    problems.push(invalid("/prompt_template", `A template has at most ${MOST_TEMPLATE} characters.`));
  }
  if (spec["model"] !== undefined && typeof spec["model"] !== "string") {
    problems.push(invalid("/model", 'The "model" is a text, or left out.'));
  }
  if (kind === "task" && typeof spec["wait"] !== "boolean") {
    problems.push(invalid("/wait", 'Whether a task is waited for ("wait") is true or false.'));
  }
  return kind === "composition" ? stepShapeProblems(spec["steps"], invalid) : problems;
}

function stepShapeProblems(steps: unknown, invalid: (path: string, message: string) => SpecProblem): SpecProblem[] {
  if (!Array.isArray(steps) || steps.length === 0) return [invalid("/steps", "A composition needs at least one step.")];
  if (steps.length > MOST_STEPS) return [invalid("/steps", `A composition has at most ${MOST_STEPS} steps.`)];
  return steps.flatMap((step: unknown, index) => {
    const at = `/steps/${index}`;
    if (!isRecord(step)) return [invalid(at, `Step ${index + 1} is no object.`)];
    const problems: SpecProblem[] = [];
    if (typeof step["id"] !== "string" || !/^[A-Za-z0-9_-]{1,64}$/.test(step["id"])) {
      problems.push(invalid(`${at}/id`, 'A step\'s "id" is 1 to 64 letters, digits, "-" or "_".'));
    }
    if (typeof step["tool"] !== "string") problems.push(invalid(`${at}/tool`, `Step ${index + 1} names no tool.`));
    const before = step["depends_on"];
    const isList = Array.isArray(before) && before.length <= MOST_STEPS && before.every((id) => typeof id === "string");
    if (before !== undefined && !isList) {
      problems.push(invalid(`${at}/depends_on`, '"depends_on" is a list of the ids of earlier steps.'));
    }
    if (step["retry"] !== undefined && !isRetry(step["retry"])) {
      const message =
        '"retry" has "attempts", a whole number from 2 to 10, and may have "delay_seconds", at most 3600.';
      problems.push(invalid(`${at}/retry`, message));
    }
    return problems;
  });
}

function isRetry(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { attempts, delay_seconds: delay = 1, ...more } = value;
  const isNumber = typeof attempts === "number" && Number.isInteger(attempts) && attempts >= 2 && attempts <= 10;
  return isNumber && typeof delay === "number" && delay >= 0 && delay <= 3600 && Object.keys(more).length === 0;
}

async function compositionProblems(spec: Composition, surroundings: SpecSurroundings): Promise<SpecProblem[]> {
  const problems: SpecProblem[] = [];
  const sound = new Map<string, number>();
  const results = new Map<string, JsonSchema | undefined>([["input", surroundings.inputSchema]]);
  const isOrdered = spec.steps.every(({ depends_on }) => depends_on === undefined);
  const above = new Map<string, ReadonlySet<string>>();
  for (const [index, step] of spec.steps.entries()) {
    const at = `/steps/${index}`;
    if (results.has(step.id)) {
      const message = step.id === "input" ? '"input" is what the tool is given' : `Two steps are called "${step.id}"`;
      problems.push({ path: `${at}/id`, code: "step_taken", message: `${message}: give the step another id.` });
    }
    const tool = step.tool === surroundings.slug ? undefined : await surroundings.tool(step.tool);
    if (step.tool === surroundings.slug) {
      problems.push({ path: `${at}/tool`, ...callsItself(step.tool) });
    } else if (!tool) {
      const message = `There is no tool "${step.tool}" here. Choose one that the library lists.`;
      problems.push({ path: `${at}/tool`, code: "missing_tool", message });
    } else {
      const below = await wayBack(step.tool, tool, surroundings, [surroundings.slug], sound);
      if (below) problems.push({ path: `${at}/tool`, ...below });
    }
    for (const [place, id] of (step.depends_on ?? []).entries()) {
      if (above.has(id)) continue;
      const message = `"${id}" is no earlier step. A step waits for those that stand before it.`;
      problems.push({ path: `${at}/depends_on/${place}`, code: "reference", message });
    }
    const waitedFor = new Set((step.depends_on ?? []).flatMap((id) => [id, ...(above.get(id) ?? [])]));
    above.set(step.id, waitedFor);
    const there = isOrdered ? results : new Map([...results].filter(([id]) => id === "input" || waitedFor.has(id)));
    problems.push(...wiringProblems(step.input, `${at}/input`, tool?.inputSchema, there));
    results.set(step.id, tool?.outputSchema);
  }
  return [...problems, ...wiringProblems(spec.output, "/output", undefined, results)];
}

/** A task is one step: what it names is there, and leads neither back nor too far down. */
async function taskProblems({ task }: TaskExecution, surroundings: SpecSurroundings): Promise<SpecProblem[]> {
  const path = "/task";
  if (task === surroundings.slug) return [{ path, ...callsItself(task) }];
  const isOfHost = surroundings.task?.(task);
  const tool = isOfHost === false ? undefined : await surroundings.tool(task);
  if (!tool && isOfHost) return [];
  if (!tool) {
    const message = `This host has no task "${task}". Choose a tool that the library lists.`;
    return [{ path, code: "missing_task", message }];
  }
  const below = await wayBack(task, tool, surroundings, [surroundings.slug], new Map());
  return below ? [{ path, ...below }] : [];
}

const callsItself = (slug: string): Pick<SpecProblem, "code" | "message"> => ({
  code: "cycle",
  message: `"${slug}" would call itself. Choose another tool.`,
});

/** The tools that a tool which is data calls: of its steps, or its task. */
function calledBy(execution: unknown): string[] {
  if (!isRecord(execution)) return [];
  const { kind, steps, task } = execution;
  if (kind === "task") return typeof task === "string" ? [task] : [];
  if (kind !== "composition" || !Array.isArray(steps)) return [];
  return steps.flatMap((step: unknown) => (isRecord(step) && typeof step["tool"] === "string" ? [step["tool"]] : []));
}

/**
 * Whether what a step calls leads back to a tool that is calling it, or too far down. A tool that was found `sound`
 * with as many above it is not followed again: many steps that call the same tools would take for ever otherwise.
 */
async function wayBack(
  slug: string,
  tool: SpecTool,
  surroundings: SpecSurroundings,
  above: readonly string[],
  sound: Map<string, number>,
): Promise<Pick<SpecProblem, "code" | "message"> | undefined> {
  const { depth = 5 } = surroundings;
  const called = calledBy(tool.execution);
  if (called.length === 0 || (sound.get(slug) ?? 0) >= above.length) return undefined;
  const chain = [...above, slug];
  if (chain.length > depth) {
    return {
      code: "too_deep",
      message: `${chain.join(" → ")}: more than ${depth} tools that call others stand below each other. Take one out.`,
    };
  }
  for (const next of called) {
    if (chain.includes(next)) {
      return { code: "cycle", message: `${[...chain, next].join(" → ")}: the tools would call each other for ever.` };
    }
    const below = await surroundings.tool(next);
    const found = below && (await wayBack(next, below, surroundings, chain, sound));
    if (found) return found;
  }
  sound.set(slug, above.length);
  return undefined;
}

/** What of a step's input refers to nothing, or to something of another type than its tool takes. */
function wiringProblems(
  value: unknown,
  at: string,
  schema: JsonSchema | undefined,
  results: ReadonlyMap<string, JsonSchema | undefined>,
): SpecProblem[] {
  const references = referencesIn(value).flatMap(({ at: place, reference }): SpecProblem[] => {
    const path = at + place;
    if (!results.has(reference.$from)) {
      const known = [...results.keys()].map((id) => `"${id}"`).join(", ");
      const message = `"${reference.$from}" is no step that is done before. It may be ${known}.`;
      return [{ path, code: "reference", message }];
    }
    const given = givenBy(results.get(reference.$from), reference);
    if (given === "nothing") {
      const message = `"${reference.$from}" has nothing at ${reference.path ?? ""}.`;
      return [{ path, code: "reference", message }];
    }
    const taken = schema && schemaAt(schema, pointerSegments(place));
    const [gives, takes] = [typesOf(given), typesOf(taken === "nothing" ? undefined : taken)];
    if (!gives || !takes || gives.some((type) => takes.includes(type))) return [];
    const message = `It takes ${takes.join(" or ")}, and "${reference.$from}${reference.path ?? ""}" is ${gives.join(" or ")}.`;
    return [{ path, code: "type", message }];
  });
  return [...references, ...shapeOfInput(value, at, schema)];
}

/** What a tool's input needs and a step does not give, and what it gives that the tool does not know. */
function shapeOfInput(value: unknown, at: string, schema: JsonSchema | undefined): SpecProblem[] {
  if (!schema || isReference(value)) return [];
  if (!isRecord(value)) {
    return value === undefined && !(schema.required ?? []).length
      ? []
      : [{ path: at, code: "type", message: "The input of a step is an object, or a reference to one." }];
  }
  const missing = (schema.required ?? []).filter((name) => !Object.hasOwn(value, name));
  const problems = missing.map((name): SpecProblem => ({
    path: childPointer(at, name),
    code: "type",
    message: `The tool needs "${name}".`,
  }));
  if (schema.additionalProperties !== false) return problems;
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  return [
    ...problems,
    ...unknown.map((name): SpecProblem => ({
      path: childPointer(at, name),
      code: "type",
      message: `The tool has no field "${name}".`,
    })),
  ];
}

const givenBy = (schema: JsonSchema | undefined, { path = "" }: Reference): JsonSchema | "nothing" | undefined =>
  schema && schemaAt(schema, pointerSegments(path));

/** The schema of what stands at a place; undefined where nothing is known of it, "nothing" where nothing may be. */
function schemaAt(schema: JsonSchema, segments: readonly string[]): JsonSchema | "nothing" | undefined {
  let at: unknown = schema;
  for (const segment of segments) {
    if (!isRecord(at) || ["$ref", "anyOf", "oneOf", "allOf"].some((key) => Object.hasOwn(at as object, key))) {
      return undefined;
    }
    const properties: unknown = at["properties"];
    if (isRecord(properties) && Object.hasOwn(properties, segment)) at = properties[segment];
    else if (/^\d+$/.test(segment) && at["items"] !== undefined) at = at["items"];
    else return isRecord(properties) && at["additionalProperties"] !== true ? "nothing" : undefined;
  }
  return isRecord(at) ? (at as JsonSchema) : undefined;
}

/** The JSON types that a schema lets through; undefined where it does not say. */
function typesOf(schema: JsonSchema | "nothing" | undefined): string[] | undefined {
  if (!schema || schema === "nothing") return undefined;
  const types = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? undefined : [schema.type];
  return types?.flatMap((type) =>
    type === "integer" ? ["integer", "number"] : type === "number" ? ["number"] : [type],
  );
}
