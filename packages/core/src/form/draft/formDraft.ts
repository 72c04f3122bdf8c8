import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { isEmptyValue } from "../state/emptyValue.ts";
import type { FormStore } from "../state/formState.ts";
import type { BranchDraft, Mark, TypedText } from "../state/marks.ts";
import { childAt, resolveNode, type FormNode } from "../model/model.ts";
import { checkSum } from "../../json/checkSum.ts";
import { pointerSegments } from "../../json/pointer.ts";
import { asRecord, isRecord } from "../../json/record.ts";
import { hasSecrets, isSecret, withoutSecrets } from "../model/secrets.ts";

/** What somebody typed into a form and did not submit, as plain JSON without secrets. */
export interface FormDraft {
  v: 1;
  /** Whose it is, and of which form: `draftKey`. */
  key: string;
  /** Epoch milliseconds. */
  at: number;
  value: unknown;
  marks: unknown;
  /** JSON that is none yet. */
  json?: unknown;
}

/** Where drafts are kept: an app's own storage, or the browser's. Each may answer at once or later. */
export interface DraftStorage {
  get(key: string): unknown;
  set(key: string, draft: FormDraft): unknown;
  remove(key: string): unknown;
}

/**
 * The name that a draft is kept under. It holds tool, user and schema, so nobody gets another's draft, and nothing that
 * was typed into another version of the form.
 */
export function draftKey(tool: string, user: string, schema: JsonSchema | boolean): string {
  return ["callboard:draft", encodeURIComponent(tool), encodeURIComponent(user), hashOf(schema)].join(":");
}

/** A form's content as a draft: values, half-typed texts, the drafts of other branches and authors, but no secrets. */
export function getDraft(store: FormStore, key: string, at: number): FormDraft {
  const { value, marks, json } = store.getContent();
  const root = store.model.root;
  const draft: FormDraft = {
    v: 1,
    key,
    at,
    value: withoutSecrets(root, value),
    marks: writeMark(marks, root, 0),
  };
  // A text that cannot be read cannot be searched for secrets either.
  if (json?.problem && !hasSecrets(store.model)) draft.json = json;
  return JSON.parse(JSON.stringify(draft)) as FormDraft;
}

/**
 * Restores a draft, as the first state of undo; returns whether it did. Anything that is no draft of this key is
 * ignored: storage holds what anybody wrote there.
 */
export function restoreDraft(store: FormStore, draft: unknown, key: string): boolean {
  if (!isRecord(draft) || draft["v"] !== 1 || draft["key"] !== key || !Object.hasOwn(draft, "marks")) return false;
  const root = store.model.root;
  // Secrets are removed again: the rules may have become stricter since the draft was kept.
  const value = withoutSecrets(root, mendLists(root, draft["value"], 0));
  const marks = readMark(draft["marks"], root, 0);
  const json = readText(draft["json"]);
  store.edit(false, (document) => {
    document.replace({ ...document.content(), value, marks, json, dirty: true });
  });
  store.clearHistory();
  return true;
}

const maxDepth = 64;

function writeMark(mark: Mark, node: FormNode | undefined, depth: number): unknown {
  if ((node && isSecret(node)) || depth > maxDepth) return undefined;
  const { by, text, empty, implicit, arranged, branch, below } = mark;
  return {
    by,
    text,
    empty,
    implicit,
    arranged,
    branch: branch && {
      index: branch.index,
      chosen: branch.chosen,
      drafts: [...branch.drafts].map(([index, draft]) => {
        const chosen = branchNode(node, index);
        return [
          index,
          { value: withoutSecrets(node, draft.value), mark: writeMark(draft.mark, chosen ?? node, depth + 1) },
        ];
      }),
    },
    below:
      below &&
      [...below].flatMap(([step, child]) => {
        const kept = writeMark(child, childNode(node, mark, step), depth + 1);
        return kept === undefined ? [] : [[step, kept]];
      }),
  };
}

function readMark(given: unknown, node: FormNode | undefined, depth: number): Mark {
  if (!isRecord(given) || depth > maxDepth || (node && isSecret(node))) return {};
  const { by, empty, implicit, arranged, below, branch } = given;
  const mark: { -readonly [Key in keyof Mark]: Mark[Key] } = {};
  if (by === "human" || by === "model" || by === "default") mark.by = by;
  if (isEmptyValue(empty)) mark.empty = empty;
  if (implicit === true) mark.implicit = true;
  if (arranged === true) mark.arranged = true;
  const text = readText(given["text"]);
  if (text) mark.text = text;
  if (isRecord(branch) && typeof branch["index"] === "number") {
    const drafts = new Map<number, BranchDraft>();
    for (const entry of Array.isArray(branch["drafts"]) ? (branch["drafts"] as unknown[]) : []) {
      const [index, draft] = Array.isArray(entry) ? (entry as unknown[]) : [];
      if (typeof index !== "number" || !isRecord(draft)) continue;
      const chosen = branchNode(node, index);
      drafts.set(index, {
        value: withoutSecrets(node, mendLists(chosen, draft["value"], 0)),
        mark: readMark(draft["mark"], chosen ?? node, depth + 1),
      });
    }
    mark.branch = { index: branch["index"], chosen: branch["chosen"] === true, drafts };
  }
  if (Array.isArray(below)) {
    const children = new Map<string, Mark>();
    for (const entry of below as unknown[]) {
      const [step, child] = Array.isArray(entry) ? (entry as unknown[]) : [];
      if (typeof step === "string") children.set(step, readMark(child, childNode(node, mark, step), depth + 1));
    }
    mark.below = children;
  }
  return mark;
}

function readText(given: unknown): TypedText | undefined {
  if (!isRecord(given) || typeof given["text"] !== "string") return undefined;
  const { path = "", code, message, params } = asRecord(given["problem"]);
  const isProblem = typeof path === "string" && typeof code === "string" && typeof message === "string";
  const problem = isProblem ? { path, code, message, ...(isRecord(params) && { params }) } : undefined;
  return { text: given["text"], problem };
}

const branchNode = (node: FormNode | undefined, index: number): FormNode | undefined => {
  const resolved = node && resolveNode(node);
  return resolved?.kind === "union" ? resolved.branches[index]?.node : undefined;
};

function childNode(node: FormNode | undefined, mark: Mark, step: string): FormNode | undefined {
  const resolved = node && resolveNode(node);
  const key = pointerSegments(`/${step}`)[0]!;
  if (resolved?.kind === "union")
    return childNode(resolved.branches[Math.max(0, mark.branch?.index ?? 0)]?.node, mark, step);
  return resolved && childAt(resolved, key);
}

/** JSON has no undefined, so an element that was not there comes back as null. */
function mendLists(node: FormNode | undefined, value: unknown, depth: number): unknown {
  const resolved = node && resolveNode(node);
  if (!resolved || depth > maxDepth) return value;
  if (resolved.kind === "array" && Array.isArray(value)) {
    return value.map((part: unknown, index) => {
      const child = childAt(resolved, index);
      return part === null && child && !child.nullable && resolveNode(child).kind !== "json"
        ? undefined
        : mendLists(child, part, depth + 1);
    });
  }
  if ((resolved.kind !== "object" && resolved.kind !== "map") || !isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, mendLists(childAt(resolved, key), part, depth + 1)]),
  );
}

/** Two check sums of the schema's text with sorted keys: an identity, no secret. */
function hashOf(schema: unknown): string {
  let high = 0x811c9dc5;
  let low = 0xc9dc5811;
  const add = (text: string): void => {
    high = checkSum(text, high);
    for (let index = 0; index < text.length; index++) {
      low = Math.imul(low ^ (text.charCodeAt(index) + index), 0x01000193);
    }
  };
  const visit = (part: unknown, depth: number): void => {
    if (typeof part !== "object" || part === null || depth > 200) return add(`${typeof part}${String(part)},`);
    add(Array.isArray(part) ? "[" : "{");
    const keys = Array.isArray(part) ? Object.keys(part) : Object.keys(part).sort();
    for (const key of keys) {
      add(`${key}:`);
      visit((part as Record<string, unknown>)[key], depth + 1);
    }
    add("]");
  };
  visit(schema, 0);
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}
