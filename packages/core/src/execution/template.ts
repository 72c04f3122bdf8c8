import Mustache from "mustache";
import { isRecord } from "../json/record.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";

/** A variable that a template names. */
export interface TemplateVariable {
  /** As it is written: `customer.name`. */
  name: string;
  /** Where its tag begins. */
  index: number;
  line: number;
  column: number;
  /** The lists and objects whose sections it stands in, from the outside in. */
  within: readonly string[];
}

/** Something of a template that cannot be used, and where. */
export interface TemplateProblem {
  /** `unknown`: the input has no field of this `name`. `unreadable`: it is no template. */
  code: "unknown" | "unreadable";
  name?: string;
  message: string;
  index: number;
  line: number;
  column: number;
}

export interface ReadTemplate {
  variables: readonly TemplateVariable[];
  problem?: TemplateProblem;
}

/** A token as Mustache documents it; the types of the library call it a list of texts. */
type Token = [type: string, value: string, start: number, end: number, ...rest: unknown[]];

/**
 * Reads a template of a prompt: text with `{{variable}}`, and `{{#list}}…{{/list}}` for each element. It is Mustache
 * without partials and other delimiters. It never throws.
 */
export function readTemplate(text: string): ReadTemplate {
  let tokens: Token[];
  try {
    tokens = tokensOf(text);
  } catch (error) {
    return { variables: [], problem: parseProblem(text, error) };
  }
  const placeOf = placesIn(text);
  const variables: TemplateVariable[] = [];
  let problem: TemplateProblem | undefined;
  const visit = (list: readonly Token[], within: readonly string[]): void => {
    for (const [type, value, index, , below] of list) {
      if (type === "text") continue;
      if (type === ">" || type === "=") {
        const what = type === ">" ? "A template includes no other one" : "A template keeps its braces";
        problem ??= {
          code: "unreadable",
          message: `${what}: take {{${type}${value}}} out.`,
          index,
          ...placeOf(index),
        };
        continue;
      }
      if (type !== "!") variables.push({ name: value, index, ...placeOf(index), within });
      if (type === "#" || type === "^") visit(below as Token[], type === "#" ? [...within, value] : within);
    }
  };
  visit(tokens, []);
  return problem ? { variables, problem } : { variables };
}

/** By a writer of its own: the library's shared one keeps every text that it has ever read. */
const tokensOf = (text: string): Token[] => new Mustache.Writer().parse(text) as Token[];

/** What of a template its tool's input does not have, or cannot be read, each with the place where it is written. */
export function checkTemplate(text: string, inputSchema: JsonSchema): TemplateProblem[] {
  const { variables, problem } = readTemplate(text);
  const unknown = variables.filter(({ name, within }) => !isKnown(name, within, inputSchema));
  const known = Object.keys(inputSchema.properties ?? {});
  const named = known.length > 0 ? `It has ${known.slice(0, 20).join(", ")}.` : "It has no fields yet.";
  return [
    ...(problem ? [problem] : []),
    ...unknown.map(({ name, index, line, column }) => ({
      code: "unknown" as const,
      name,
      message: `Line ${line}, column ${column}: the input has no field "${name}". ${named}`,
      index,
      line,
      column,
    })),
  ];
}

/**
 * A template with values in the places of its variables. What a value says is never read as template. A value between
 * tags, as in `<document>{{text}}</document>`, cannot close them: its angle brackets are escaped; `{{{text}}}` keeps
 * them.
 * @throws Error where the template cannot be read, or names something of which the input says nothing.
 */
export function renderTemplate(text: string, input: unknown, inputSchema: JsonSchema): string {
  const [problem] = checkTemplate(text, inputSchema);
  if (problem) throw new Error(problem.message);
  const writer = new PromptWriter(text);
  return writer.render(text, new Mustache.Context(ownValues(input)));
}

class PromptWriter extends Mustache.Writer {
  readonly #isBetweenTags: (index: number) => boolean;
  constructor(text: string) {
    super();
    this.#isBetweenTags = betweenTagsIn(text);
  }
  override escapedValue(token: string[], context: Mustache.Context): string {
    const value = written(context.lookup(token[1] ?? ""));
    return this.#isBetweenTags(Number(token[2]))
      ? value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
      : value;
  }
  override unescapedValue(token: string[], context: Mustache.Context): string {
    return written(context.lookup(token[1] ?? ""));
  }
}

function written(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A tag, its name in any script. The name is read once and whole, so that a long text takes no longer than it is. */
const TAG = /<(\/?)([\p{L}_][\p{L}\p{M}\p{N}_.:-]*)(?![\p{L}\p{M}\p{N}_.:-])[^<>]*?(\/?)>/gu;

/**
 * Says of each index of a text whether it stands between tags. The text is read once, however many variables it has.
 */
function betweenTagsIn(text: string): (index: number) => boolean {
  const open: string[] = [];
  const ends: number[] = [];
  const isOpenAfter: boolean[] = [];
  for (const { 0: tag, 1: slash, 2: name = "", 3: end, index } of text.matchAll(TAG)) {
    if (slash) {
      const place = open.lastIndexOf(name);
      if (place >= 0) open.length = place;
    } else if (!end) open.push(name);
    ends.push(index + tag.length);
    isOpenAfter.push(open.length > 0);
  }
  return (index) => isOpenAfter[countUpTo(ends, index) - 1] ?? false;
}

/** Copies that have no prototype, so that a name leads to what the input says and to nothing else. */
function ownValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ownValues);
  if (!isRecord(value)) return value;
  const own = Object.entries(value).map(([key, part]) => [key, ownValues(part)] as const);
  return Object.assign(Object.create(null) as object, Object.fromEntries(own));
}

/** Whether a schema, from the innermost section outwards, has a field of this name. */
function isKnown(name: string, within: readonly string[], root: JsonSchema): boolean {
  if (name === ".") return within.length > 0;
  const scopes = [root];
  for (const section of within) {
    const found = scopes.toReversed().map((scope) => fieldOf(scope, section));
    const schema = found.find((each) => each !== undefined);
    const items = isRecord(schema) ? schema["items"] : undefined;
    const below = isRecord(items) ? items : schema;
    if (below === true) return true;
    if (isRecord(below)) scopes.push(below as JsonSchema);
  }
  return scopes.some((scope) => fieldOf(scope, name) !== undefined);
}

/** The schema of what a name with dots leads to; true where anything may stand there, undefined where nothing does. */
function fieldOf(schema: JsonSchema, name: string): JsonSchema | true | undefined {
  let at: unknown = schema;
  for (const part of name.split(".")) {
    if (!isRecord(at)) return undefined;
    if (at["$ref"] !== undefined || at["anyOf"] !== undefined || at["oneOf"] !== undefined) return true;
    const properties: unknown = at["properties"];
    if (isRecord(properties) && Object.hasOwn(properties, part)) at = properties[part];
    else if (at !== schema && properties === undefined && at["type"] === "object") return true;
    else return undefined;
  }
  return isRecord(at) ? (at as JsonSchema) : true;
}

function parseProblem(text: string, error: unknown): TemplateProblem {
  const said = error instanceof Error ? error.message : String(error);
  const index = Number(/ at (\d+)$/.exec(said)?.[1] ?? text.length);
  const place = placesIn(text)(index);
  const what = said.replace(/ at \d+$/, "");
  return {
    code: "unreadable",
    message: `Line ${place.line}, column ${place.column}: ${what}. A variable stands in two braces: {{name}}.`,
    index,
    ...place,
  };
}

/** Says of each index of a text in which line and column it stands. */
function placesIn(text: string): (index: number) => { line: number; column: number } {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (index) => {
    const line = countUpTo(starts, index);
    return { line, column: index - (starts[line - 1] ?? 0) + 1 };
  };
}

/** How many of these ascending numbers are at most this one. */
function countUpTo(ascending: readonly number[], most: number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ascending[middle]! <= most) from = middle + 1;
    else to = middle;
  }
  return from;
}
