import { sameJson } from "../../json/sameJson.ts";
import { branchFor } from "../model/branchFit.ts";
import { carryOver, initialValue } from "../model/initialValue.ts";
import { authorAt, createMarkTree, markAt, type Author, type BranchDraft, type Mark, type TypedText } from "./marks.ts";
import { childAt, resolveNode, type FormModel, type FormNode, type UnionNode } from "../model/model.ts";
import { defineOwn } from "../../json/defineOwn.ts";
import { childPointer, type Pointer, pointerSegments, readPath } from "../../json/pointer.ts";
import { caseOf, visibleValue } from "./visibleValue.ts";

/** Everything that undo goes back to, and drafts keep. Immutable, and shares what did not change. */
export interface FormContent {
  readonly value: unknown;
  readonly marks: Mark;
  /** A model's last arguments. */
  readonly asked: unknown;
  /** The value as the JSON text that somebody typed; with a problem while the text is not JSON. */
  readonly json: TypedText | undefined;
  /** The value that a reset restores. */
  readonly start: unknown;
  readonly dirty: boolean;
}

/** A model's arguments while they arrive: the parts that are not applied yet, and how to apply them as they are. */
export interface Incoming {
  /** Parts that may still become one value or another, such as the beginning of an option's name. */
  readonly held: Map<Pointer, unknown>;
  /** More may come or not: a pause means that all of them are here. */
  waits: boolean;
  /** Applies the held parts as they stand. */
  finish(): void;
}

/**
 * A form's value and its marks. Writing one leaf costs its depth: containers that were not handed out since the last
 * write are written in place. Reading changes nothing. Changes collect until `takeChanges` is called.
 */
export interface FormDocument {
  readonly model: FormModel;
  asked: unknown;
  incoming: Incoming | undefined;
  json: TypedText | undefined;
  start: unknown;
  dirty: boolean;
  content(): FormContent;
  replace(content: FormContent): void;
  /** The value at a place, valid until the next write. */
  read(path: Pointer): unknown;
  /** The value at a place, which later writes leave as it is. */
  share(path: Pointer): unknown;
  /** The value without hidden fields, which is what is submitted. */
  output(): unknown;
  /** Writes the value alone. */
  write(path: Pointer, value: unknown): void;
  /** Replaces a value, and the marks of a container with it. */
  assign(path: Pointer, value: unknown, by: Author, typed?: TypedText): void;
  markAt(path: Pointer): Mark | undefined;
  authorAt(path: Pointer): Author | undefined;
  mark(path: Pointer, part: Mark): void;
  setMark(path: Pointer, mark: Mark | undefined): void;
  /** The node at a place; `visit` gets each node above it, with the step that leads on. */
  walk(
    path: Pointer,
    visit?: (node: FormNode | undefined, at: Pointer, value: unknown, step: string) => void,
  ): FormNode | undefined;
  /** The node that is filled in at a place: of a choice between plain fields, the one in use. */
  nodeAt(path: Pointer): FormNode | undefined;
  /** The node at a place as the schema has it, where that is a union. */
  unionAt(path: Pointer): UnionNode | undefined;
  childOf(node: FormNode | undefined, path: Pointer, value: unknown, step: string): FormNode | undefined;
  /** The branch in use: the marked one, else the one that the value fits; -1 is none. */
  branchAt(union: UnionNode, path: Pointer, value: unknown): number;
  switchBranch(path: Pointer, union: UnionNode, index: number): void;
  /** Records that a place changed; `below`: its structure did, so everything under it may have. */
  recordChange(path: Pointer, below: boolean): void;
  /** Records that a place has another state though its value stays, which is no change of the form. */
  recordState(path: Pointer): void;
  readonly hasChanges: boolean;
  takeChanges(): FormChanges;
}

export interface FormChanges {
  /** Changed places, each with whether everything below it may have changed too. */
  places: Map<Pointer, boolean>;
  /** Containers that were replaced. */
  replaced: Set<Pointer>;
  /** Places whose value stayed while their state changed. */
  states: Set<Pointer>;
}

const noChanges = (): FormChanges => ({ places: new Map(), replaced: new Set(), states: new Set() });

export function createFormDocument(model: FormModel, given: unknown): FormDocument {
  let root = initialValue(model.root, given);
  const marks = createMarkTree();
  let changes = noChanges();
  /** Containers that were not handed out, so that writing into them needs no copy. */
  let owned = new WeakSet<object>();

  const writable = <T extends object>(container: T): T => {
    if (owned.has(container)) return container;
    const copy = (Array.isArray(container) ? container.slice() : { ...container }) as T;
    owned.add(copy);
    return copy;
  };

  /** From the first write on, a union keeps the branch that its value had before: typing does not change the branch. */
  const keepBranch = (node: FormNode | undefined, at: Pointer, value: unknown): void => {
    const union = node && resolveNode(node);
    if (union?.kind !== "union" || union.cases || value === undefined || document.markAt(at)?.branch) return;
    const index = document.branchAt(union, at, value);
    if (index >= 0) document.mark(at, { branch: { index, chosen: false, drafts: new Map() } });
  };

  const put = (
    node: FormNode | undefined,
    at: Pointer,
    current: unknown,
    steps: readonly string[],
    depth: number,
    value: unknown,
  ): unknown => {
    keepBranch(node, at, current);
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
      // Its defaults appear with it.
      document.recordChange(at, true);
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
    // A group or tuple that existed only for the value just cleared goes with it.
    const isCleared = value === undefined || value === null;
    if (!isCleared || !node || node.required || !document.markAt(at)?.implicit) return holder;
    const isVoid = Array.isArray(holder)
      ? holder.every((element) => element === undefined)
      : sameJson(holder, initialValue({ ...node, required: true, nullable: false, default: undefined }, undefined));
    if (!isVoid) return holder;
    document.mark(at, { implicit: undefined });
    document.recordChange(at, true);
    return undefined;
  };

  const document: FormDocument = {
    model,
    asked: undefined,
    incoming: undefined,
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
      document.recordChange("", true);
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
      if (!Object.is(before, value)) document.write(path, value);
      if (structural) {
        // Rows and branches below belonged to the value before.
        const touched = document.markAt(path)?.touched;
        document.setMark(path, { by, touched, text: typed });
        changes.replaced.add(path);
      } else document.mark(path, { by, text: typed });
      // The author of a whole is the author of its parts.
      document.recordChange(path, structural || (kind !== "leaf" && kind !== "json" && kind !== "const"));
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
      const resolved = resolveNode(node);
      const branch =
        resolved.kind === "union"
          ? resolved.branches[document.branchAt(resolved, path, document.read(path))]?.node
          : undefined;
      return branch && resolveNode(branch).kind === "leaf"
        ? { ...branch, required: resolved.required, nullable: resolved.nullable }
        : node;
    },
    unionAt(path) {
      const node = document.walk(path);
      const resolved = node && resolveNode(node);
      return resolved?.kind === "union" ? resolved : undefined;
    },
    childOf(node, path, value, step) {
      if (!node) return undefined;
      const resolved = resolveNode(node);
      if (resolved.kind !== "union") return childAt(resolved, step);
      const branch = resolved.branches[Math.max(0, document.branchAt(resolved, path, value))];
      return document.childOf(branch?.node, path, value, step);
    },
    branchAt(union, path, value) {
      if (union.cases) return caseOf(union.cases, path, root);
      const marked = document.markAt(path)?.branch;
      if (marked) return marked.index;
      if (value === null && union.nullable) return -1;
      const isFields = union.branches.some(({ node }) => resolveNode(node).kind !== "leaf");
      if (value === undefined && !union.required && isFields) return -1;
      return branchFor(union, value);
    },
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
      document.recordChange(path, true);
    },
    recordChange(path, below) {
      changes.places.set(path, below || (changes.places.get(path) ?? false));
    },
    recordState(path) {
      changes.states.add(path);
    },
    get hasChanges() {
      return changes.places.size > 0;
    },
    takeChanges() {
      const collected = changes;
      changes = noChanges();
      return collected;
    },
  };
  return document;
}

/** The authors of the values that a branch keeps from another. */
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
