import type { ValidationIssue } from "../../schema/validator.ts";
import type { Pointer } from "../../json/pointer.ts";

/** Who set a value. */
export type Author = "human" | "model" | "default";

/** A typed text that is not the value: half a number, broken JSON. */
export interface TypedText {
  text: string;
  problem: ValidationIssue | undefined;
}

/** The value and marks that a branch of a union had when another was chosen. */
export interface BranchDraft {
  value: unknown;
  mark: Mark;
}

/**
 * The state of a place beside its value. Marks form a tree of the value's shape: they move with the rows of a list,
 * disappear with what is removed, and are shared, never copied, by the contents that undo goes back to.
 */
export interface Mark {
  readonly by?: Author | undefined;
  readonly text?: TypedText | undefined;
  /** The field was left once, so its errors show. */
  readonly touched?: true | undefined;
  /** The value that meant "empty" here before somebody filled it in. */
  readonly empty?: "" | null | undefined;
  /** The container exists because something inside it was typed. */
  readonly implicit?: true | undefined;
  readonly branch?: BranchMark | undefined;
  /** The identities of rows by step, from the first time that they are arranged or named. */
  readonly rows?: ReadonlyMap<string, string> | undefined;
  /** A human added, removed or moved elements. */
  readonly arranged?: true | undefined;
  /** For each element that a model asked for, the identity of the row that holds it. */
  readonly askedRows?: readonly string[] | undefined;
  /** By step, escaped as in pointers. */
  readonly below?: ReadonlyMap<string, Mark> | undefined;
}

export interface BranchMark {
  index: number;
  /** A human chose it; else the value fitted it. */
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

/** Who set the value at a place, or else the nearest container above it. */
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

/** Marks that are written in place until they are shared, and copied from then on. */
export interface MarkTree {
  read(): Mark;
  replace(root: Mark): void;
  /** Hands the tree out: later writes copy. */
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
