import type { OutputUnit, Schema } from "@cfworker/json-schema";
import { patternOfFormat, schemaFormat } from "./pattern/engineFormats.ts";
import { issueMessage } from "./issueMessage.ts";
import { formatInWords } from "./prepareSchema.ts";
import type { ValidationIssue } from "./validator.ts";
import { escapeSegment, unescapeSegment } from "../json/pointer.ts";

/** Keywords that repeat the refusal of a keyword below them; only the leaf is reported. */
const wrappers = new Set([
  "$ref",
  "$recursiveRef",
  "allOf",
  "if",
  "properties",
  "patternProperties",
  "items",
  "prefixItems",
  "dependentSchemas",
]);

const limits = new Set([
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"],
  ...["minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains"],
]);

/**
 * Issues that a person can act on, from the engine's flat list: the leaf causes instead of the keywords around them,
 * one branch of a union instead of all, and what is missing at the place where it is missing.
 */
export function issuesOf(
  errors: readonly OutputUnit[],
  root: Schema | boolean,
  lookup: Record<string, Schema | boolean>,
): ValidationIssue[] {
  const collect = (list: readonly OutputUnit[]): ValidationIssue[] => {
    const issues: ValidationIssue[] = [];
    const owners = containsOwners(list);
    const add = (path: string, code: string, params?: Record<string, unknown>) =>
      issues.push({ path, code, message: issueMessage(code, params), ...(params && { params }) });
    for (let at = 0; at < list.length; at++) {
      const error = list[at]!;
      const { keyword } = error;
      const path = pointerOf(error.instanceLocation);
      if (wrappers.has(keyword)) continue;
      if (keyword === "anyOf" || keyword === "oneOf") {
        const end = endOfBranches(list, at);
        const branches = groupByBranch(list.slice(at + 1, end), error.keywordLocation).map(collect);
        at = end - 1;
        if (keyword === "oneOf" && !error.error.endsWith("(0 matches).")) add(path, "oneOf");
        else issues.push(...bestBranch(branches, path));
      } else if (keyword === "contains" || keyword === "propertyNames") {
        at = endOfBranches(list, at) - 1;
        add(keyword === "contains" ? path : `${path}/${escapeSegment(quoted(error.error))}`, keyword);
      } else if (keyword === "minContains" || keyword === "maxContains") {
        add(path, keyword, { limit: schemaAt(error, root, lookup)?.[keyword] });
      } else if (keyword === "false") {
        // The keyword before it owns this `false`.
        const owner = list[at - 1]?.keyword ?? "";
        if (owner === "additionalProperties" || owner === "unevaluatedProperties") add(path, "additionalProperties");
        else if (owner === "additionalItems" || owner === "unevaluatedItems" || owner === "items")
          add(path, "additionalItems");
        else add(path, "not");
      } else if (keyword === "required") {
        add(`${path}/${escapeSegment(quoted(error.error))}`, "required");
      } else if (keyword === "dependentRequired" || keyword === "dependencies") {
        const names = /^Instance has "([^]*)" but does not have "([^]*)"\.$/.exec(error.error);
        if (names) add(`${path}/${escapeSegment(names[2]!)}`, "dependentRequired", { property: names[1]! });
      } else if (!keyword.startsWith("additional") && !keyword.startsWith("unevaluated")) {
        const schema = schemaAt(error, root, lookup);
        if (isContainsItem(error, owners)) continue;
        const pattern = keyword === "format" ? patternOfFormat(schema?.format) : undefined;
        const format: unknown =
          pattern !== undefined || keyword === "pattern" ? schemaKeyword(schema, formatInWords) : undefined;
        if (format !== undefined) add(path, "format", { format });
        else if (pattern === undefined) add(path, keyword, paramsOf(keyword, schema));
        else add(path, "pattern", { pattern });
      }
    }
    return issues;
  };
  return unique(collect(errors));
}

const schemaKeyword = (schema: Schema | undefined, keyword: string): unknown =>
  (schema as Record<string, unknown> | undefined)?.[keyword];

function paramsOf(keyword: string, schema: Schema | undefined): Record<string, unknown> | undefined {
  const value = schemaKeyword(schema, keyword);
  if (value === undefined) return undefined;
  if (limits.has(keyword)) return { limit: value };
  if (keyword === "type") return { expected: Array.isArray(value) ? value : [value] };
  if (keyword === "enum" || keyword === "const") return { allowed: value };
  if (keyword === "format") return { format: schemaFormat(value) };
  return keyword === "pattern" ? { pattern: value } : undefined;
}

/** Where `contains` refused. */
const containsOwners = (list: readonly OutputUnit[]): ReadonlySet<string> =>
  new Set(list.filter(({ keyword }) => keyword === "contains" || keyword === "minContains").map(parentOf));

/** Errors of single items under `contains` are not reported: one item that fits is enough. */
function isContainsItem({ keywordLocation: location }: OutputUnit, owners: ReadonlySet<string>): boolean {
  for (let end = location.indexOf("/contains/"); end >= 0; end = location.indexOf("/contains/", end + 1)) {
    if (owners.has(location.slice(0, end))) return true;
  }
  return false;
}

function endOfBranches(list: readonly OutputUnit[], at: number): number {
  let end = at + 1;
  while (end < list.length && isBelow(list[end]!, list[at]!.keywordLocation)) end++;
  return end;
}

/** The engine gives a `false` schema no location, so it belongs to the error before it. */
const isBelow = (error: OutputUnit, location: string): boolean =>
  error.keywordLocation.startsWith(`${location}/`) || error.keyword === "false";

function groupByBranch(list: readonly OutputUnit[], location: string): OutputUnit[][] {
  const groups = new Map<string, OutputUnit[]>();
  let index = "0";
  for (const error of list) {
    if (error.keyword !== "false") index = error.keywordLocation.slice(location.length + 1).split("/", 1)[0]!;
    const group = groups.get(index);
    if (group) group.push(error);
    else groups.set(index, [error]);
  }
  return [...groups.values()];
}

/** The branch that was most likely meant: of the right type and discriminator, and with the fewest complaints. */
function bestBranch(branches: ValidationIssue[][], path: string): ValidationIssue[] {
  const atOwnPath = (code: string) =>
    branches.map((issues) => issues.find((issue) => issue.path === path && issue.code === code));
  const types = atOwnPath("type");
  if (types.length > 0 && types.every(Boolean)) {
    const expected = [...new Set(types.flatMap((issue) => issue!.params?.["expected"] as string[]))].filter(
      (type) => type !== "null",
    );
    return [{ path, code: "type", message: issueMessage("type", { expected }), params: { expected } }];
  }
  // A branch of another type was not meant, and nor is `null` beside it.
  branches = branches.filter((issues) => !issues.some((issue) => issue.path === path && issue.code === "type"));
  const choices = sameChoice(branches);
  if (choices) return [choices];
  const weigh = (issues: ValidationIssue[]) =>
    issues.reduce((sum, { path: at, code }) => {
      const isChoice = code === "const" || code === "enum";
      if (at === path) return sum + (code === "type" || isChoice ? 1000 : 10);
      return sum + (isChoice && at.lastIndexOf("/") === path.length ? 100 : 1);
    }, 0);
  const meant = branches.filter((issues) => issues.length > 0).sort((a, b) => weigh(a) - weigh(b))[0];
  return meant ?? [{ path, code: "anyOf", message: issueMessage("anyOf") }];
}

/** All branches refuse the same value by `const` or `enum`: together they are one choice. */
function sameChoice(branches: ValidationIssue[][]): ValidationIssue | undefined {
  const paths = branches.map((issues) => new Set(issues.filter(isChoice).map((issue) => issue.path)));
  const path = [...(paths[0] ?? [])].find((candidate) => paths.every((set) => set.has(candidate)));
  if (path === undefined || branches.length < 2) return undefined;
  const allowed = branches.flatMap((issues) => {
    const issue = issues.find((candidate) => candidate.path === path && isChoice(candidate))!;
    return issue.code === "enum" ? (issue.params?.["allowed"] as unknown[]) : [issue.params?.["allowed"]];
  });
  return { path, code: "enum", message: issueMessage("enum", { allowed }), params: { allowed } };
}

const isChoice = (issue: ValidationIssue): boolean => issue.code === "const" || issue.code === "enum";

/** The schema object whose keyword refused: the location is walked from the root, through every `$ref` on the way. */
function schemaAt(
  error: OutputUnit,
  root: Schema | boolean,
  lookup: Record<string, Schema | boolean>,
): Schema | undefined {
  const segments = error.keywordLocation.split("/").slice(1, -1).map(unescapeSegment);
  let schema: unknown = root;
  for (const segment of segments) {
    if (typeof schema !== "object" || schema === null) return undefined;
    const holder = schema as Schema;
    if (segment === "$ref" && typeof holder.$ref === "string") schema = lookup[holder.__absolute_ref__ ?? holder.$ref];
    else if (segment === "$recursiveRef") schema = lookup[holder.__absolute_recursive_ref__ ?? ""];
    else schema = Object.hasOwn(holder, segment) ? (holder as Record<string, unknown>)[segment] : undefined;
  }
  return typeof schema === "object" && schema !== null ? (schema as Schema) : undefined;
}

/** Each issue once; what is no email address need not be told that it has not the expected form either. */
function unique(issues: ValidationIssue[]): ValidationIssue[] {
  const seen = new Set<string>();
  const formats = new Set(issues.filter(({ code }) => code === "format").map(({ path }) => path));
  return issues.filter((issue) => {
    if (issue.code === "pattern" && formats.has(issue.path)) return false;
    const key = `${issue.path}\n${issue.code}\n${issue.message}`;
    return !seen.has(key) && seen.add(key);
  });
}

const parentOf = (error: OutputUnit): string => error.keywordLocation.slice(0, error.keywordLocation.lastIndexOf("/"));
/** The name that the engine's sentence quotes; its output has no other place for it. */
const quoted = (sentence: string): string => sentence.slice(sentence.indexOf('"') + 1, sentence.lastIndexOf('"'));
/** The engine writes places as parts of addresses: `#/Gr%C3%B6%C3%9Fe`. */
const pointerOf = (location: string): string => decodeURIComponent(location.replace(/^#/, ""));
