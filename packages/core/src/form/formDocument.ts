import { sameJson } from "../spec/condition.ts";
import { branchFor, fitOf } from "./branchFit.ts";
import { carryOver, initialValue } from "./initialValue.ts";
import { authorAt, createMarkTree, markAt, type Author, type BranchDraft, type Mark, type TypedText } from "./marks.ts";
import { childAt, resolveNode, type FormModel, type FormNode, type UnionNode } from "./model.ts";
import { childPointer, defineOwn, type Pointer, pointerSegments, readPath } from "./pointer.ts";
import { caseOf, visibleValue } from "./visibleValue.ts";

/** Everything that undo goes back to, and drafts keep. Immutable, and shares what did not change. */
export interface FormContent {
  readonly value: unknown;
  readonly marks: Mark;
  /** What a model asked for last. */
  readonly asked: unknown;
  /** The value as JSON as somebody typed it; with a problem while it is none. */
  readonly json: TypedText | undefined;
  /** What a reset goes back to. */
  readonly start: unknown;
  readonly dirty: boolean;
}

/**
 * A form's value, and beside it what is known of each place. Writing one leaf costs its depth: containers that nobody
 * outside has seen since are written in place. Every write is remembered until `takeChanges` is asked.
 */
export interface FormDocument {
  readonly model: FormModel;
  asked: unknown;
  json: TypedText | undefined;
  start: unknown;
  dirty: boolean;
  content(): FormContent;
  replace(content: FormContent): void;
  /** The value at a place, for reading only while nothing is written. */
  read(path: Pointer): unknown;
  /** The value at a place, for keeps. */
  share(path: Pointer): unknown;
  /** What is submitted: the value without what is hidden. */
  output(): unknown;
  /** Writes the value alone. */
  write(path: Pointer, value: unknown): void;
  /** Puts a value in place of another, and forgets what was known of the one before. */
  assign(path: Pointer, value: unknown, by: Author, typed?: TypedText): void;
  markAt(path: Pointer): Mark | undefined;
  authorAt(path: Pointer): Author | undefined;
  mark(path: Pointer, part: Mark): void;
  setMark(path: Pointer, mark: Mark | undefined): void;
  /** The node at a place, told each node above it on the way, with the step that leads on. */
  walk(
    path: Pointer,
    visit?: (node: FormNode | undefined, at: Pointer, value: unknown, step: string) => void,
  ): FormNode | undefined;
  /** The node that is filled in at a place: of a choice between plain fields, the one in use. */
  nodeAt(path: Pointer): FormNode | undefined;
  /** The node at a place as the schema has it, where that is a union. */
  unionAt(path: Pointer): UnionNode | undefined;
  childOf(node: FormNode | undefined, path: Pointer, value: unknown, step: string): FormNode | undefined;
  /** The branch in use; -1 is none. */
  branchAt(union: UnionNode, path: Pointer, value: unknown): number;
  /** How well a value fits a node; handed on to what is fetched later, so that the two need no file in common for it. */
  fitOf(node: FormNode, value: unknown, depth: number): number;
  switchBranch(path: Pointer, union: UnionNode, index: number): void;
  /** Says that a place changed; `below`: its structure did, so everything under it may have. */
  tell(path: Pointer, below: boolean): void;
  readonly changed: boolean;
  takeChanges(): FormChanges;
}

export interface FormChanges {
  /** What changed, and whether all below it may have. */
  places: Map<Pointer, boolean>;
  /** Structures that were put in place of others. */
  replaced: Set<Pointer>;
}

export function createFormDocument(model: FormModel, given: unknown): FormDocument {
  let root = initialValue(model.root, given);
  const marks = createMarkTree();
  let changes: FormChanges = { places: new Map(), replaced: new Set() };
  /** Containers that nobody outside has seen yet, so that writing into them needs no copy. */
  let owned = new WeakSet<object>();

  const writable = <T extends object>(container: T): T => {
    if (owned.has(container)) return container;
    const copy = (Array.isArray(container) ? container.slice() : { ...container }) as T;
    owned.add(copy);
    return copy;
  };

  const put = (
    node: FormNode | undefined,
    at: Pointer,
    current: unknown,
    steps: readonly string[],
    depth: number,
    value: unknown,
  ): unknown => {
    if (depth === steps.length) return value;
    const step = steps[depth]!;
    const isNew = typeof current !== "object" || current === null;
    if (isNew && value === undefined) return current;
    const base = isNew
      ? initialValue(node ? { ...node, required: true, nullable: false, default: undefined } : model.root, undefined)
      : current;
    const holder = writable(typeof base === "object" && base !== null ? base : {});
    if (isNew) {
      document.mark(at, { implicit: true });
      // What stands in it by default came with it, and goes with it.
      document.tell(at, true);
    }
    const next = put(
      document.childOf(node, at, current, step),
      childPointer(at, step),
      readPath(holder, [step]),
      steps,
      depth + 1,
      value,
    );
    if (Array.isArray(holder)) {
      if (/^\d+$/.test(step)) holder[Number(step)] = next;
    } else if (next !== undefined) defineOwn(holder, step, next);
    else delete (holder as Record<string, unknown>)[step];
    // A group, or a tuple, that was there only for what has just been cleared goes with it.
    const isCleared = value === undefined || value === null;
    if (!isCleared || !node || node.required || !document.markAt(at)?.implicit) return holder;
    const isVoid = Array.isArray(holder)
      ? holder.every((element) => element === undefined)
      : sameJson(holder, initialValue({ ...node, required: true, nullable: false, default: undefined }, undefined));
    if (!isVoid) return holder;
    document.mark(at, { implicit: undefined });
    document.tell(at, true);
    return undefined;
  };

  const document: FormDocument = {
    model,
    asked: undefined,
    json: undefined,
    start: root,
    dirty: false,
    content() {
      owned = new WeakSet();
      const { asked, json, start, dirty } = document;
      return { value: root, marks: marks.share(), asked, json, start, dirty };
    },
    replace(content) {
      root = content.value;
      owned = new WeakSet();
      marks.replace(content.marks);
      document.asked = content.asked;
      document.json = content.json;
      document.start = content.start;
      document.dirty = content.dirty;
      document.tell("", true);
    },
    read: (path) => readPath(root, pointerSegments(path)),
    share(path) {
      const value = document.read(path);
      if (typeof value === "object") owned = new WeakSet();
      return value;
    },
    output() {
      owned = new WeakSet();
      return visibleValue(model.root, root, document.branchAt);
    },
    write(path, value) {
      root = put(model.root, "", root, pointerSegments(path), 0, value);
    },
    assign(path, value, by, typed) {
      const before = document.read(path);
      const node = document.walk(path);
      const kind = node && resolveNode(node).kind;
      const structural = isStructure(before) || isStructure(value);
      if (structural) {
        // Rows and branches below belonged to what was there before.
        const touched = document.markAt(path)?.touched;
        document.setMark(path, { by, touched, text: typed });
        changes.replaced.add(path);
      } else document.mark(path, { by, text: typed });
      if (!Object.is(before, value)) document.write(path, value);
      // Whose the parts of something are is told by the whole.
      document.tell(path, structural || (kind !== "leaf" && kind !== "json" && kind !== "const"));
    },
    markAt: (path) => markAt(marks.read(), path),
    authorAt: (path) => authorAt(marks.read(), path),
    mark: marks.patch,
    setMark: marks.set,
    walk(path, visit) {
      let node: FormNode | undefined = model.root;
      let at: Pointer = "";
      let value = root;
      for (const step of pointerSegments(path)) {
        visit?.(node, at, value, step);
        node = document.childOf(node, at, value, step);
        value = readPath(value, [step]);
        at = childPointer(at, step);
      }
      return node;
    },
    nodeAt(path) {
      const node = document.walk(path);
      if (!node) return undefined;
      const own = resolveNode(node);
      const branch =
        own.kind === "union" ? own.branches[document.branchAt(own, path, document.read(path))]?.node : undefined;
      return branch && resolveNode(branch).kind === "leaf"
        ? { ...branch, required: own.required, nullable: own.nullable }
        : node;
    },
    unionAt(path) {
      const node = document.walk(path);
      const own = node && resolveNode(node);
      return own?.kind === "union" ? own : undefined;
    },
    childOf(node, path, value, step) {
      if (!node) return undefined;
      const own = resolveNode(node);
      if (own.kind !== "union") return childAt(own, step);
      const branch = own.branches[Math.max(0, document.branchAt(own, path, value))];
      return document.childOf(branch?.node, path, value, step);
    },
    branchAt(union, path, value) {
      if (union.cases) return caseOf(union.cases, path, root);
      const known = document.markAt(path)?.branch;
      if (known) return known.index;
      if (value === null && union.nullable) return -1;
      const isFields = union.branches.some(({ node }) => resolveNode(node).kind !== "leaf");
      if (value === undefined && !union.required && isFields) return -1;
      const index = branchFor(union, value);
      // Remembered, so that typing does not turn one branch into another.
      if (value !== undefined) document.mark(path, { branch: { index, chosen: false, drafts: new Map() } });
      return index;
    },
    fitOf,
    switchBranch(path, union, index) {
      const value = document.share(path);
      const mark = document.markAt(path) ?? {};
      const current = document.branchAt(union, path, value);
      const drafts = new Map<number, BranchDraft>(mark.branch?.drafts);
      if (current >= 0) drafts.set(current, { value, mark: { ...mark, branch: undefined } });
      const draft = drafts.get(index);
      drafts.delete(index);
      const branch = union.branches[index];
      const next = draft ? draft.value : branch && carryOver(branch.node, value);
      document.setMark(path, {
        ...(draft ? draft.mark : { by: mark.by && "default", below: carriedMarks(mark, value, next) }),
        branch: { index, chosen: true, drafts },
      });
      document.write(path, next);
      changes.replaced.add(path);
      document.tell(path, true);
    },
    tell(path, below) {
      changes.places.set(path, below || (changes.places.get(path) ?? false));
    },
    get changed() {
      return changes.places.size > 0;
    },
    takeChanges() {
      const taken = changes;
      changes = { places: new Map(), replaced: new Set() };
      return taken;
    },
  };
  return document;
}

/** Who set the values that a branch takes over from another. */
function carriedMarks(mark: Mark, value: unknown, next: unknown): Mark["below"] {
  if (!isStructure(value) || !isStructure(next)) return undefined;
  const below = new Map<string, Mark>();
  for (const [key, part] of Object.entries(next as object)) {
    const step = childPointer("", key).slice(1);
    const by = mark.below?.get(step)?.by ?? mark.by;
    if (by && Object.hasOwn(value as object, key) && Object.is((value as Record<string, unknown>)[key], part))
      below.set(step, { by });
  }
  return below;
}

const isStructure = (part: unknown): boolean => typeof part === "object" && part !== null;
