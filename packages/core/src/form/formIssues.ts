import type { CreateValidator, ValidationIssue } from "../schema/validator.ts";
import { createFormCheck } from "./formCheck.ts";
import type { FormDocument } from "./formDocument.ts";
import { visitMarks } from "./marks.ts";
import { resolveNode, type FormNode, type ObjectNode } from "./model.ts";
import { createPathTables } from "./pathTables.ts";
import { parentPointer, type Pointer } from "./pointer.ts";
import { isShown } from "./visibleValue.ts";

/** What is wrong in a form: what the engine found, what somebody typed that is no value, what a server answered. */
export interface FormIssues {
  has(path: Pointer): boolean;
  /** What a field says, given that it is time to say so (`ready`); an answer is always said. */
  at(path: Pointer, ready: boolean): ValidationIssue | undefined;
  /** All of it, in the order that fields are asked for. */
  all(): ValidationIssue[];
  checkLeaf(path: Pointer, node: FormNode | undefined): void;
  /** Checks the whole, and returns the places whose first issue is another than before. */
  checkAll(): Pointer[];
  readonly unchecked: string | undefined;
  /** Takes the answers of a server for what was just submitted, and returns the places concerned. */
  answer(found: readonly ValidationIssue[]): Set<Pointer>;
  readonly answered: boolean;
  /** A value changed, so answers about it, and about what it is in, no longer hold. Returns the places concerned. */
  dropAnswers(path: Pointer): Pointer[];
  clear(path: Pointer, itself: boolean): void;
  rename(path: Pointer, to: (step: string) => string | undefined): void;
}

export function createFormIssues(document: FormDocument, createValidator: CreateValidator): FormIssues {
  const check = createFormCheck(document.model, createValidator);
  const found = new Map<Pointer, ValidationIssue[]>();
  const answers = new Map<Pointer, ValidationIssue[]>();
  const tables = createPathTables([found, answers]);

  const places = new WeakMap<ObjectNode, ReadonlyMap<string, number>>();
  const placesIn = (node: ObjectNode): ReadonlyMap<string, number> => {
    let known = places.get(node);
    if (!known) {
      const fields = node.groups.flatMap((group) => group.fields);
      places.set(node, (known = new Map(fields.map(({ key }, index) => [key, index]))));
    }
    return known;
  };

  /** Sorts as the fields are asked for. */
  const rankOf = (path: Pointer): string => {
    let rank = "";
    document.walk(path, (node, at, value, step) => {
      let own = node && resolveNode(node);
      for (let depth = 0; own?.kind === "union" && depth < 8; depth++) {
        const branch: FormNode | undefined = own.branches[Math.max(0, document.branchAt(own, at, value))]?.node;
        own = branch && resolveNode(branch);
      }
      const place = own?.kind === "object" ? placesIn(own).get(step) : Number(step);
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

  /** A problem keeps the path it was found at while its row moves; said at the place it stands now, always as one object. */
  const moved = new WeakMap<ValidationIssue, ValidationIssue>();
  const placed = (problem: ValidationIssue, path: Pointer): ValidationIssue => {
    if (problem.path === path) return problem;
    const known = moved.get(problem);
    if (known?.path === path) return known;
    const own = { ...problem, path };
    moved.set(problem, own);
    return own;
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

  const issues: FormIssues = {
    get unchecked() {
      return check.unchecked;
    },
    has: (path) => found.has(path),
    at(path, ready) {
      const answer = answers.get(path)?.[0];
      if (answer || !ready) return answer;
      const problem = document.markAt(path)?.text?.problem;
      return problem ? placed(problem, path) : found.get(path)?.[0];
    },
    all() {
      const problems = typedProblems();
      const blocked = new Set(problems.map((problem) => problem.path));
      const rest = [...found.values()].flat().filter((issue) => !blocked.has(issue.path));
      const all = [...[...answers.values()].flat(), ...problems, ...rest];
      if (all.length < 2) return all;
      const ranked = all.map((issue) => ({ issue, rank: rankOf(issue.path) }));
      return ranked.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0)).map(({ issue }) => issue);
    },
    checkLeaf(path, node) {
      const kind = node && resolveNode(node).kind;
      if (kind !== "leaf" && kind !== "json") return;
      const own = check.leaf(node!, path, document.read(path));
      if (own.length > 0) found.set(path, own);
      else found.delete(path);
    },
    checkAll() {
      const before = new Map(found);
      found.clear();
      enter(found, check.document(document.output()));
      return [...new Set([...before.keys(), ...found.keys()])].filter(
        (path) => before.get(path)?.[0]?.message !== found.get(path)?.[0]?.message,
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
