import { toIconName, type JsonSchema, type PermissionPolicy, type ValidationIssue } from "@callboard/core";
import { checkFields, fieldsToSchema } from "@callboard/core/fields";
import type { FieldDefinition } from "@callboard/core/form";
import { schemaFaults } from "@callboard/core/validator";
import { HostRefusal } from "@callboard/server";
import type { RowState } from "../rows/toolRows.ts";
import { NO_CONTENT } from "../rows/toolRow.ts";

/** What a request says of a tool: each part that it names, read; the others are left out. */
export type ReadDraft = Partial<Omit<RowState["content"], "inputSchema">> & {
  slug?: string;
  inputSchema?: JsonSchema;
  enabled?: boolean | null;
};

/** The most characters of one schema, as JSON, and the most fields of an input: more than anybody fills in. */
const MOST_SCHEMA = 200_000;
const MOST_FIELDS = 500;
const MOST_DEPTH = 40;

type Check = (value: unknown) => string | undefined;

const text =
  (most: number, least = 1): Check =>
  (value) => {
    if (typeof value !== "string") return "It has to be a text.";
    const { length } = value.trim();
    if (length < least) return "It cannot be empty.";
    return length > most
      ? `It has at most ${most.toLocaleString("en")} characters, and this has ${length}.`
      : undefined;
  };
const orNone =
  (check: Check): Check =>
  (value) =>
    value === null ? undefined : check(value);

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const slugCheck: Check = (value) =>
  typeof value === "string" && /^[A-Za-z0-9_-]{1,64}$/.test(value)
    ? undefined
    : 'It is 1 to 64 letters, digits, "-" or "_", because it is also a function name and an address.';

const CHECKS: Readonly<Record<string, Check>> = {
  slug: slugCheck,
  kind: (value) => (value === "tenant_custom" ? undefined : 'A tool that is written here is "tenant_custom".'),
  name: text(120),
  description: text(4_000),
  userDescription: orNone(text(400)),
  category: text(60),
  icon: (value) =>
    typeof value === "string" && /^[A-Za-z0-9-]{1,60}$/.test(value)
      ? undefined
      : "It is the name of an icon, such as pencil.",
  fields: fieldsProblem,
  inputSchema: (value) => schemaProblem(value, true),
  outputSchema: (value) => schemaProblem(value, false),
  outputSections: orNone((value) => (Array.isArray(value) ? undefined : "It has to be a list of sections.")),
  executionSpec: (value) => (isObject(value) ? undefined : 'It has to be an object with a "kind".'),
  permissionPolicy: (value) =>
    value === "auto" || value === "always_ask" ? undefined : 'It is "auto" or "always_ask".',
  requiredPermission: orNone(text(120)),
  enabled: (value) => (value === null || typeof value === "boolean" ? undefined : "It is true or false."),
};

/** What a new tool has to say. */
const NEEDED = ["slug", "name", "description", "category", "icon", "executionSpec"] as const;

/**
 * Reads what a request says of a tool.
 * @throws HostRefusal `invalid_tool`, with every field that is wrong and how to mend it.
 */
export function readDraft(body: unknown, { isNew }: { isNew: boolean }): ReadDraft {
  if (!isObject(body)) throw invalidTool([issue("", "The body has to be an object that describes a tool.")]);
  const issues: ValidationIssue[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(CHECKS, name))
      issues.push(issue(`/${name.slice(0, 80)}`, `A tool has no "${name.slice(0, 80)}".`));
    else if (name === "slug" && !isNew)
      issues.push(issue("/slug", "A tool keeps its slug: it is its address. Write another tool."));
    else if (isDeep(value)) {
      // Whatever else is asked of it would go down as far.
      throw invalidTool([issue(`/${name}`, `It nests at most ${MOST_DEPTH} deep, and this is deeper.`)]);
    } else if (!(isNew && value === null)) {
      const message = CHECKS[name]!(value);
      if (message !== undefined) issues.push(issue(`/${name}`, message));
    }
  }
  if (isNew) {
    for (const name of NEEDED) if ((body[name] ?? null) === null) issues.push(issue(`/${name}`, "A tool needs it."));
    if (!body["fields"] && !body["inputSchema"])
      issues.push(issue("/inputSchema", 'A tool needs "fields" or an "inputSchema".'));
  }
  if (body["fields"] && body["inputSchema"]) issues.push(issue("/fields", 'Give "fields" or "inputSchema", not both.'));
  if (issues.length === 0 && JSON.stringify(body).includes("\\u0000"))
    issues.push(issue("", "A text holds the character NUL. Take it out."));
  if (issues.length > 0) throw invalidTool(issues);
  return read(body);
}

function read(body: JsonSchema): ReadDraft {
  const { fields, kind: _kind, icon, name, ...rest } = body as Record<string, unknown>;
  const draft = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...draft,
    ...(typeof name === "string" && { name: name.trim() }),
    ...(typeof icon === "string" && { icon: toIconName(icon) }),
    ...(fields !== undefined && { inputSchema: fieldsToSchema(fields as FieldDefinition[]) }),
  };
}

/** The row of a new tool. */
export function newState({ slug: _slug, enabled = true, ...draft }: ReadDraft): RowState {
  const outputSchema: JsonSchema = { type: "string", title: "Answer" };
  const permissionPolicy: PermissionPolicy = "auto";
  return { content: { ...NO_CONTENT, outputSchema, permissionPolicy, ...draft }, enabled };
}

function fieldsProblem(value: unknown): string | undefined {
  if (!Array.isArray(value) || !value.every((field) => isObject(field) && typeof field["key"] === "string")) {
    return 'It has to be a list of fields, each with a "key".';
  }
  if (value.length > MOST_FIELDS) return `A tool has at most ${MOST_FIELDS} fields, and this has ${value.length}.`;
  const [problem] = checkFields(value as FieldDefinition[]);
  return problem && `The field at ${problem.path}: ${problem.code}.`;
}

/** Why a value cannot be a schema, of an object where it is that of an input or a content. */
export function schemaProblem(value: unknown, isObjects: boolean): string | undefined {
  if (!isObject(value)) return "It has to be a JSON Schema, an object.";
  if (isObjects && value.type !== "object") return 'The schema has "type": "object".';
  if (isDeep(value)) return `A schema nests at most ${MOST_DEPTH} deep.`;
  const written = JSON.stringify(value);
  if (written.length > MOST_SCHEMA)
    return `A schema has at most ${MOST_SCHEMA} characters, and this has ${written.length}.`;
  const fields = Object.keys(isObject(value.properties) ? value.properties : {}).length;
  if (fields > MOST_FIELDS) return `A schema has at most ${MOST_FIELDS} fields, and this has ${fields}.`;
  const elsewhere = /"\$ref":"([^#"][^"]*)"/.exec(written)?.[1];
  if (elsewhere !== undefined) return `It refers to "${elsewhere}", which is not in it. Put it under "$defs".`;
  return schemaFaults(value).find(({ severity }) => severity === "error")?.message;
}

/** Whether a value nests deeper than what reads it may go down. It goes level by level itself, however deep that is. */
function isDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= MOST_DEPTH; depth++) {
    level = level.flatMap((part) => (typeof part === "object" && part !== null ? Object.values(part) : []));
    if (level.length === 0) return false;
  }
  return true;
}

export const issue = (path: string, message: string, code = "invalid"): ValidationIssue => ({ path, code, message });

/** The refusal of a tool with these errors, of which the message says the first. */
export function invalidTool(issues: readonly ValidationIssue[]): HostRefusal {
  const [first] = issues;
  const where = first?.path ? `${first.path.slice(1)}: ` : "";
  return new HostRefusal("invalid_tool", `The tool cannot be saved. ${where}${first?.message ?? ""}`, {
    path: first?.path,
    issues,
  });
}
