import { evaluateCondition } from "../../field/condition.ts";
import { nearest } from "../../json/nearest.ts";
import { childPointer, readPath, type Pointer } from "../../json/pointer.ts";
import { asRecord, isRecord, textsIn } from "../../json/record.ts";
import { sameJson } from "../../json/sameJson.ts";
import { childAt, resolveNode, type FormModel, type FormNode } from "./model.ts";
import { fitsName } from "./fitsName.ts";
import { createNameIndex, refOf, resolveRef } from "./resolveSchema.ts";
import { schemaCondition } from "./schemaCondition.ts";

/** A key of a value that its schema has no field for. */
export interface UnknownKey {
  path: Pointer;
  key: string;
  /** The field that was probably meant; none of those that have a value. */
  meant?: string | undefined;
  /** It is a field where neighbours have other values: of another kind, or under another condition. */
  isElsewhere: boolean;
  /** The schema takes no further keys, so the validator refuses this one. */
  isRefused: boolean;
}

/** What a schema says about the parts of one value. */
interface Parts {
  names: ReadonlySet<string>;
  /** The names in branches that the value does not fit. */
  elsewhere: ReadonlySet<string>;
  /** It says which keys there are. */
  isTold: boolean;
  /** It says that there may be others. */
  isOpen: boolean;
  isClosed: boolean;
  /** The schema of a part; undefined where there is no word about it. */
  at: (step: string) => unknown;
}

/** More keys than these are not told, so that a pasted file of something else is not compared name by name. */
const mostKeys = 100;
/** Below this depth nothing is looked at. */
const deepest = 100;
/**
 * Schemas read before the search ends, for one object and in all; choices that refer to one another may be without
 * number.
 */
const mostStepsHere = 2_000;
const mostSteps = 100_000;

/**
 * The keys of a form's value that neither its schema nor its FormSpec knows, in their order. Objects that take keys of
 * the writer's own have none: maps, `additionalProperties: true`, and those whose schema names no property. In a union
 * a key is unknown that no branch has which the value fits.
 */
export function unknownKeys(
  { schema: root, root: form }: Pick<FormModel, "schema" | "root">,
  value: unknown,
): UnknownKey[] {
  const found: UnknownKey[] = [];
  const findNamed = createNameIndex(root);
  let steps = 0;
  let lastStep = mostSteps;

  const partsOf = (schema: unknown, value: object, refs: readonly string[]): Parts => {
    if (++steps > lastStep || !isRecord(schema)) return nothing;
    const parts = [ownParts(schema, value)];
    const ref = refOf(schema);
    if (ref !== undefined && !refs.includes(ref)) {
      const target = resolveRef(root, ref, findNamed);
      parts.push(target === undefined ? anything : partsOf(target, value, [...refs, ref]));
    }
    const inside = (part: unknown): Parts => partsOf(part, value, refs);
    if (Array.isArray(schema["allOf"])) parts.push(...schema["allOf"].map(inside));
    for (const branches of [schema["anyOf"], schema["oneOf"]]) {
      if (!Array.isArray(branches) || branches.length === 0) continue;
      const fitting = branches.filter((branch) => fits(branch, value, refs));
      parts.push(oneOf((fitting.length > 0 ? fitting : branches).map(inside)));
      if (fitting.length === 0) continue;
      const others = branches.filter((branch) => !fitting.includes(branch));
      parts.push(...others.map((branch) => onlyElsewhere(inside(branch))));
    }
    const { if: test, then = true, else: otherwise = true } = schema;
    if (test !== undefined) {
      // A name that is asked for is known.
      parts.push({ ...nothing, names: inside(test).names });
      const condition = schemaCondition(test);
      const read = (field: string): unknown => readPath(value, field.split("."));
      if (!condition) parts.push(oneOf([inside(then), inside(otherwise)]));
      else {
        const holds = evaluateCondition(condition, read);
        parts.push(inside(holds ? then : otherwise), onlyElsewhere(inside(holds ? otherwise : then)));
      }
    }
    for (const keyword of ["dependentSchemas", "dependencies"]) {
      for (const [key, dependent] of Object.entries(asRecord(schema[keyword])))
        parts.push(Object.hasOwn(value, key) ? inside(dependent) : onlyElsewhere(inside(dependent)));
    }
    return allOf(parts);
  };

  /** Whether a branch may be meant: by its type and its constants, for a value that is not finished. */
  const fits = (schema: unknown, value: unknown, refs: readonly string[], isPart = false): boolean => {
    if (++steps > lastStep) return true;
    if (!isRecord(schema)) return schema !== false;
    if (!isPart && !isOfType(schema["type"], value)) return false;
    if ("const" in schema && !sameJson(schema["const"], value)) return false;
    const { enum: allowed, allOf, anyOf, oneOf, properties } = schema;
    if (Array.isArray(allowed) && !allowed.some((one) => sameJson(one, value))) return false;
    const ref = refOf(schema);
    if (ref !== undefined && !refs.includes(ref)) {
      if (!fits(resolveRef(root, ref, findNamed), value, [...refs, ref], isPart)) return false;
    }
    if (Array.isArray(allOf) && !allOf.every((part) => fits(part, value, refs, isPart))) return false;
    for (const branches of [anyOf, oneOf])
      if (Array.isArray(branches) && !branches.some((part) => fits(part, value, refs, isPart))) return false;
    if (isPart || !isRecord(value)) return true;
    return Object.entries(asRecord(properties)).every(
      ([key, part]) => !Object.hasOwn(value, key) || fits(part, value[key], [], true),
    );
  };

  const walk = (schema: unknown, node: FormNode | undefined, value: unknown, path: Pointer, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > deepest || found.length >= mostKeys) return;
    if (steps > lastStep) return;
    lastStep = Math.min(mostSteps, steps + mostStepsHere);
    const parts = partsOf(schema, value, []);
    if (steps > lastStep) return;
    const resolved = node && resolveNode(node);
    const fields = resolved?.kind === "object" ? [...resolved.fields] : [];
    // A field of the spec alone counts as one of the schema; a hidden one, where it is shown.
    const own = new Set(fields.flatMap(([key, field]) => (field.visible ? [] : [key])));
    const hidden = new Set(fields.flatMap(([key, field]) => (field.visible ? [key] : [])));
    const isFree = takesAny({ ...parts, isTold: parts.isTold || own.size > 0 });
    for (const [key, part] of Object.entries(value)) {
      const at = childPointer(path, key);
      const below = parts.at(key);
      const isKnown = below !== undefined || parts.names.has(key) || own.has(key);
      if (!isKnown && !isFree && isRecord(value) && found.length < mostKeys) {
        const isElsewhere = parts.elsewhere.has(key) || hidden.has(key);
        const absent = [...parts.names, ...own].filter((name) => !Object.hasOwn(value, name));
        const meant = isElsewhere ? undefined : nearest(key, absent);
        found.push({ path: at, key, meant, isElsewhere, isRefused: parts.isClosed });
      }
      if (isKnown) walk(below, resolved && childAt(resolved, key), part, at, depth + 1);
    }
  };
  walk(root, form, value, "", 0);
  return found;
}

const none: ReadonlySet<string> = new Set();
const nothing: Parts = {
  names: none,
  elsewhere: none,
  isTold: false,
  isOpen: false,
  isClosed: false,
  at: () => undefined,
};
const anything: Parts = { ...nothing, isOpen: true };

const onlyElsewhere = ({ names, elsewhere }: Parts): Parts => ({
  ...nothing,
  elsewhere: new Set([...names, ...elsewhere]),
});

/** What the keywords of one schema say, without those that hold further schemas of the same value. */
function ownParts(schema: Record<string, unknown>, value: object): Parts {
  if (Array.isArray(value)) return { ...nothing, at: (step) => itemSchema(schema, Number(step)) };
  const properties = asRecord(schema["properties"]);
  const patterns = Object.entries(asRecord(schema["patternProperties"])).filter(([, rule]) => rule !== false);
  const rest = schema["additionalProperties"] ?? schema["unevaluatedProperties"];
  const listed = isRecord(schema["propertyNames"]) ? schema["propertyNames"]["enum"] : undefined;
  const names = new Set(Object.keys(properties).filter((key) => properties[key] !== false));
  for (const key of [...textsIn(schema["required"]), ...textsIn(listed)]) names.add(key);
  const isClosed = rest === false || Array.isArray(listed);
  return {
    names,
    elsewhere: none,
    isTold: isClosed || isRecord(schema["properties"]),
    isOpen: rest === true || isRecord(rest) || patterns.length > 0,
    isClosed,
    at(key) {
      if (Object.hasOwn(properties, key)) return properties[key];
      const rules = patterns.filter(([pattern]) => fitsName(pattern, key)).map(([, rule]) => rule);
      if (rules.length > 0) return rules.length === 1 ? rules[0] : { allOf: rules };
      return Array.isArray(listed) && !names.has(key) ? undefined : rest === false ? undefined : rest;
    },
  };
}

function itemSchema(schema: Record<string, unknown>, index: number): unknown {
  const { items, prefixItems, additionalItems, unevaluatedItems } = schema;
  const places: unknown[] = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  if (index < places.length) return places[index];
  return (Array.isArray(items) ? additionalItems : items) ?? unevaluatedItems;
}

/** Whether keys of the writer's own may stand beside the named ones. */
const takesAny = ({ isClosed, isOpen, isTold }: Parts): boolean => !isClosed && (isOpen || !isTold);

/** All of it holds. */
function allOf(all: readonly Parts[]): Parts {
  const isTold = all.some((parts) => parts.isTold);
  const isClosed = all.some((parts) => parts.isClosed);
  return {
    ...together(all),
    isTold,
    isClosed,
    at: (step) =>
      joined(
        "allOf",
        all.map((parts) => parts.at(step)),
      ),
  };
}

/** Any of it may hold. */
function oneOf(all: readonly Parts[]): Parts {
  const isTold = all.every((parts) => parts.isTold);
  const isClosed = all.every((parts) => parts.isClosed);
  const at = (step: string): unknown => {
    const said = all.map((parts) => parts.at(step));
    if (said.every((schema) => schema === undefined)) return undefined;
    // A branch without a word about a part allows anything there, unless the part is none of its fields.
    return joined(
      "anyOf",
      said.map((schema, index) => schema ?? (takesAny(all[index] ?? nothing) || undefined)),
    );
  };
  return { ...together(all), isTold, isClosed, at };
}

const together = (all: readonly Parts[]): Pick<Parts, "names" | "elsewhere" | "isOpen"> => ({
  names: new Set(all.flatMap(({ names }) => [...names])),
  elsewhere: new Set(all.flatMap(({ elsewhere }) => [...elsewhere])),
  isOpen: all.some(({ isOpen }) => isOpen),
});

function joined(keyword: "allOf" | "anyOf", said: readonly unknown[]): unknown {
  const schemas = said.filter((schema) => schema !== undefined);
  return schemas.length > 1 ? { [keyword]: schemas } : schemas[0];
}

/** Whether a value is of one of these types; any value where none is named. */
function isOfType(types: unknown, value: unknown): boolean {
  const names = textsIn([types].flat());
  if (names.length === 0) return true;
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return names.includes(type) || (type === "number" && names.includes("integer"));
}
