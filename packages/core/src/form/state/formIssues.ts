import { requiredMessage, type CreateValidator, type ValidationIssue } from "../../schema/validator.ts";
import { createFormCheck } from "./formCheck.ts";
import type { FormDocument } from "./formDocument.ts";
import { visitMarks } from "./marks.ts";
import { resolveNode, type FormNode, type ObjectNode } from "../model/model.ts";
import { createPathTables } from "./pathTables.ts";
import { childPointer, parentPointer, type Pointer } from "../../json/pointer.ts";
import { isShown } from "./visibleValue.ts";

/** The issues of a form: from the validator, from typed texts that are no value, and from a server's answer. */
export interface FormIssues {
  has(path: Pointer): boolean;
  /** A field's issue, where it is shown yet (`ready`); a server's answer always is. */
  at(path: Pointer, ready: boolean): ValidationIssue | undefined;
  /** All of it, in the order that fields are asked for. */
  all(): ValidationIssue[];
  checkLeaf(path: Pointer, node: FormNode | undefined): void;
  /** Checks the whole, and returns the places whose first issue is another than before. */
  checkAll(): Pointer[];
  readonly unchecked: string | undefined;
  /** Replaces the answers of a server, and returns the places concerned. */
  answer(answers: readonly ValidationIssue[]): Set<Pointer>;
  readonly answered: boolean;
  /** Drops the answers about a changed value and the containers around it. Returns the places concerned. */
  dropAnswers(path: Pointer): Pointer[];
  clear(path: Pointer, itself: boolean): void;
  rename(path: Pointer, to: (step: string) => string | undefined): void;
}

export function createFormIssues(document: FormDocument, createValidator: CreateValidator): FormIssues {
  const check = createFormCheck(document.model, createValidator);
  const checked = new Map<Pointer, ValidationIssue[]>();
  const answers = new Map<Pointer, ValidationIssue[]>();
  const tables = createPathTables([checked, answers]);

  const places = new WeakMap<ObjectNode, ReadonlyMap<string, number>>();
  const placesIn = (node: ObjectNode): ReadonlyMap<string, number> => {
    let ranks = places.get(node);
    if (!ranks) {
      const fields = node.groups.flatMap((group) => group.fields);
      places.set(node, (ranks = new Map(fields.map(({ key }, index) => [key, index]))));
    }
    return ranks;
  };

  /** Sorts as the fields are asked for. */
  const rankOf = (path: Pointer): string => {
    let rank = "";
    document.walk(path, (node, at, value, step) => {
      let resolved = node && resolveNode(node);
      for (let depth = 0; resolved?.kind === "union" && depth < 8; depth++) {
        const branch: FormNode | undefined =
          resolved.branches[Math.max(0, document.branchAt(resolved, at, value))]?.node;
        resolved = branch && resolveNode(branch);
      }
      const place = resolved?.kind === "object" ? placesIn(resolved).get(step) : Number(step);
      rank += String(place! >= 0 ? place : 999_999).padStart(7, "0");
    });
    return rank;
  };

  const isHidden = (path: Pointer): boolean => {
    const root = document.read("");
    let hidden = false;
    document.walk(path, (node, at, value, step) => {
      const child = document.childOf(node, at, value, step);
      if (child?.visible && !isShown(child.visible, at, root)) hidden = true;
    });
    return hidden;
  };

  /**
   * A problem keeps its first path while its row moves; this is the problem at its present path, always the same
   * object.
   */
  const moved = new WeakMap<ValidationIssue, ValidationIssue>();
  const placed = (problem: ValidationIssue, path: Pointer): ValidationIssue => {
    if (problem.path === path) return problem;
    const last = moved.get(problem);
    if (last?.path === path) return last;
    const here = { ...problem, path };
    moved.set(problem, here);
    return here;
  };

  const enter = (table: Map<Pointer, ValidationIssue[]>, given: readonly ValidationIssue[]): void => {
    for (const issue of given) {
      const list = table.get(issue.path);
      if (list) list.push(issue);
      else table.set(issue.path, [issue]);
    }
  };

  const typedProblems = (): ValidationIssue[] => {
    const problems: ValidationIssue[] = document.json?.problem ? [document.json.problem] : [];
    visitMarks(document.markAt("") ?? {}, "", ({ text }, path) => {
      if (text?.problem && !isHidden(path)) problems.push(placed(text.problem, path));
    });
    return problems;
  };

  /** Rows of several kinds without a value: as JSON they would be null, which nobody chose. */
  const unchosenRows = (value: unknown, path: Pointer = ""): ValidationIssue[] => {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([step, part]) => {
      const at = childPointer(path, step);
      if (part !== undefined || !Array.isArray(value)) return unchosenRows(part, at);
      return document.unionAt(at) ? [{ path: at, code: "required", message: requiredMessage }] : [];
    });
  };

  const issues: FormIssues = {
    get unchecked() {
      return check.unchecked;
    },
    has: (path) => checked.has(path),
    at(path, ready) {
      const answer = answers.get(path)?.[0];
      if (answer || !ready) return answer;
      const problem = document.markAt(path)?.text?.problem;
      return problem ? placed(problem, path) : checked.get(path)?.[0];
    },
    all() {
      const problems = typedProblems();
      const blocked = new Set(problems.map((problem) => problem.path));
      const rest = [...checked.values()].flat().filter((issue) => !blocked.has(issue.path));
      const all = [...[...answers.values()].flat(), ...problems, ...rest];
      if (all.length < 2) return all;
      const ranked = all.map((issue) => ({ issue, rank: rankOf(issue.path) }));
      return ranked.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0)).map(({ issue }) => issue);
    },
    checkLeaf(path, node) {
      const kind = node && resolveNode(node).kind;
      if (kind !== "leaf" && kind !== "json") return;
      const wrong = check.leaf(node!, path, document.read(path));
      if (wrong.length > 0) checked.set(path, wrong);
      else checked.delete(path);
    },
    checkAll() {
      const before = new Map(checked);
      checked.clear();
      const output = document.output();
      const found = check.document(output);
      enter(checked, found);
      const said = new Set(found.map(({ path }) => path));
      enter(
        checked,
        unchosenRows(output).filter(({ path }) => !said.has(path)),
      );
      return [...new Set([...before.keys(), ...checked.keys()])].filter(
        (path) => before.get(path)?.[0]?.message !== checked.get(path)?.[0]?.message,
      );
    },
    answer(given) {
      const places = new Set(answers.keys());
      answers.clear();
      enter(answers, given);
      for (const path of answers.keys()) places.add(path);
      return places;
    },
    get answered() {
      return answers.size > 0;
    },
    dropAnswers(path) {
      const dropped: Pointer[] = [];
      if (answers.size > 0) {
        for (let at = path; ; at = parentPointer(at)) {
          if (answers.delete(at)) dropped.push(at);
          if (at === "") break;
        }
      }
      return dropped;
    },
    clear: tables.clear,
    rename: tables.rename,
  };
  return issues;
}
