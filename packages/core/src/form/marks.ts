import type { ValidationIssue } from "../schema/validator.ts";
import type { Pointer } from "./pointer.ts";

/** Who set a value. */
export type Author = "human" | "model" | "default";

/** What was typed, where that is not the value: half a number, broken JSON. */
export interface TypedText {
  text: string;
  problem: ValidationIssue | undefined;
}

/** What a branch of a union held when another was chosen, with everything known about it. */
export interface BranchDraft {
  value: unknown;
  mark: Mark;
}

/**
 * What a form knows about a place beside its value. Marks form a tree of the value's shape, so they move with the rows of
 * a list, go with what is removed, and are shared, never copied, by the states that undo goes back to.
 */
export interface Mark {
  readonly by?: Author | undefined;
  readonly text?: TypedText | undefined;
  /** The field was left once, so its errors show. */
  readonly touched?: true | undefined;
  /** What stood here for "empty" before somebody filled it in, where something did. */
  readonly empty?: "" | null | undefined;
  /** The container came into being because something inside was typed. */
  readonly implicit?: true | undefined;
  readonly branch?: BranchMark | undefined;
  /** Elements or entries by step: their identity, wherever they move. */
  readonly rows?: ReadonlyMap<string, string> | undefined;
  /** A human added, removed or moved elements. */
  readonly arranged?: true | undefined;
  /** For each element that a model asked for, the identity of the row that took it. */
  readonly askedRows?: readonly string[] | undefined;
  /** By step, escaped as in pointers. */
  readonly below?: ReadonlyMap<string, Mark> | undefined;
}

export interface BranchMark {
  index: number;
  /** A human chose it; else it was found by what fits. */
  chosen: boolean;
  drafts: ReadonlyMap<number, BranchDraft>;
}

/** The steps of a pointer as marks are kept under them. */
const markSteps = (path: Pointer): string[] => (path === "" ? [] : path.slice(1).split("/"));

export function markAt(root: Mark, path: Pointer): Mark | undefined {
  let mark: Mark | undefined = root;
  if (path !== "") for (const step of markSteps(path)) mark = mark?.below?.get(step);
  return mark;
}

/** Who set the value at a place: whoever set it, or the nearest thing above that holds it. */
export function authorAt(root: Mark, path: Pointer): Author | undefined {
  let mark: Mark | undefined = root;
  let by = root.by;
  if (path === "") return by;
  for (const step of markSteps(path)) {
    mark = mark.below?.get(step);
    if (!mark) break;
    by = mark.by ?? by;
  }
  return by;
}

/** Whether a human set something here or below. */
export function hasHuman(mark: Mark | undefined): boolean {
  if (!mark) return false;
  if (mark.by === "human" || mark.arranged || mark.branch?.chosen) return true;
  if (mark.below) for (const child of mark.below.values()) if (hasHuman(child)) return true;
  return false;
}

export function visitMarks(mark: Mark, path: Pointer, visit: (mark: Mark, path: Pointer) => void): void {
  visit(mark, path);
  if (mark.below) for (const [step, child] of mark.below) visitMarks(child, `${path}/${step}`, visit);
}

/** The same marks as if nobody had left a field yet. */
export function untouched(mark: Mark): Mark {
  if (!mark.touched && !mark.below) return mark;
  const below = mark.below && new Map([...mark.below].map(([step, child]) => [step, untouched(child)]));
  return { ...mark, touched: undefined, below };
}

/** Marks that are written in place while nobody else holds them, and copied where somebody may. */
export interface MarkTree {
  read(): Mark;
  /** Puts another state in its place. */
  replace(root: Mark): void;
  /** Hands the tree out: from now on writing copies. */
  share(): Mark;
  patch(path: Pointer, part: Mark): void;
  set(path: Pointer, mark: Mark | undefined): void;
}

export function createMarkTree(): MarkTree {
  let root: Mark = {};
  let owned = new WeakSet<object>();
  type Written = { -readonly [Key in keyof Mark]: Mark[Key] };

  const writable = (mark: Mark): Written => {
    if (owned.has(mark)) return mark;
    const copy = { ...mark };
    owned.add(copy);
    return copy;
  };
  const writableBelow = (mark: Written): Map<string, Mark> => {
    if (mark.below && owned.has(mark.below)) return mark.below as Map<string, Mark>;
    const copy = new Map(mark.below);
    owned.add(copy);
    mark.below = copy;
    return copy;
  };
  const reach = (steps: readonly string[]): Written => {
    let at = (root = writable(root)) as Written;
    for (const step of steps) {
      const below = writableBelow(at);
      const child = writable(below.get(step) ?? {});
      below.set(step, child);
      at = child;
    }
    return at;
  };

  return {
    read: () => root,
    replace(next) {
      root = next;
      owned = new WeakSet();
    },
    share() {
      owned = new WeakSet();
      return root;
    },
    patch(path, part) {
      Object.assign(reach(markSteps(path)), part);
    },
    set(path, mark) {
      const steps = markSteps(path);
      const last = steps.pop();
      if (last === undefined) root = mark ?? {};
      else if (mark) writableBelow(reach(steps)).set(last, mark);
      else if (markAt(root, path)) writableBelow(reach(steps)).delete(last);
    },
  };
}
