import { jsonValue } from "../schema/prepareSchema.ts";
import type { ValidationIssue } from "../schema/validator.ts";
import { sameJson } from "../spec/condition.ts";
import { branchFor } from "./branchFit.ts";
import { createFormCheck } from "./formCheck.ts";
import { carryOver, initialValue, newItem } from "./initialValue.ts";
import { resolveNode, type FormModel, type FormNode, type UnionNode } from "./model.ts";
import type {
  Author,
  FieldState,
  FormChange,
  FormStatus,
  FormStore,
  FormStoreOptions,
  GroupState,
} from "./formState.ts";
import { createPathTables } from "./pathTables.ts";
import {
  childPointer,
  defineOwn,
  isRecord,
  parentPointer,
  type Pointer,
  pointerSegments,
  readPath,
} from "./pointer.ts";
import { toIssues, thrownIssues, type SubmitErrors } from "./submitErrors.ts";
import { isShown, visibleValue } from "./visibleValue.ts";

const noRows: GroupState["rows"] = [];

/** Starts a form over a compiled model. */
export function createFormStore(model: FormModel, options: FormStoreOptions): FormStore {
  const pause = options.pause ?? 400;
  const check = createFormCheck(model, options.createValidator);
  let root = initialValue(model.root, options.value);
  let start = root;
  let asked: unknown;
  let nextId = 0;
  /** Containers that nobody outside has seen yet, so that writing into them needs no copy. */
  let owned = new WeakSet<object>();

  const authors = new Map<Pointer, Author>();
  const texts = new Map<Pointer, { text: string; problem: ValidationIssue | undefined }>();
  const touched = new Map<Pointer, true>();
  const issues = new Map<Pointer, ValidationIssue[]>();
  const answers = new Map<Pointer, ValidationIssue[]>();
  const rowIds = new Map<Pointer, Map<string, string>>();
  const branches = new Map<Pointer, { index: number; drafts: Map<number, unknown> }>();
  /** Containers that came into being because something inside was typed. */
  const implicit = new Map<Pointer, true>();
  const fields = new Map<Pointer, FieldState>();
  const groups = new Map<Pointer, GroupState>();
  const tables = createPathTables([authors, texts, touched, issues, answers, rowIds, branches, implicit]);
  const caches = createPathTables([fields, groups]);

  const listeners = new Map<Pointer, Set<() => void>>();
  const statusListeners = new Set<() => void>();
  let status: FormStatus = { submitting: false, attempts: 0, issues: [], dirty: false, unchecked: undefined };
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setStatus = (part: Partial<FormStatus>): void => {
    const keys = Object.keys(part) as (keyof FormStatus)[];
    if (keys.every((key) => Object.is(status[key], part[key]))) return;
    status = { ...status, ...part };
    for (const listener of [...statusListeners]) listener();
  };

  const call = (path: Pointer): void => {
    const set = listeners.get(path);
    if (set) for (const listener of [...set]) listener();
  };

  /** `below`: the structure changed, so everything under the path may have. */
  const notify = (path: Pointer, below: boolean): void => {
    if (below) {
      caches.clear(path, true);
      for (const key of [...listeners.keys()]) if (key !== path && key.startsWith(`${path}/`)) call(key);
    }
    for (let at = path; ; at = parentPointer(at)) {
      fields.delete(at);
      call(at);
      if (at === "") break;
    }
  };

  const changed = (path: Pointer, below: boolean): void => {
    for (let at = path; ; at = parentPointer(at)) {
      if (answers.delete(at) && at !== path) fields.delete(at);
      if (at === "") break;
    }
    notify(path, below);
    setStatus({ dirty: true });
    if (timer !== undefined) clearTimeout(timer);
    timer = setTimeout(checkAll, pause);
    options.onChange?.(store.getOutput());
  };

  const branchAt = (union: UnionNode, path: Pointer, value: unknown): number => {
    const chosen = branches.get(path);
    if (chosen) return chosen.index;
    if (value === undefined && !union.required && union.branches.some(({ node }) => resolveNode(node).kind !== "leaf"))
      return -1;
    const index = branchFor(union, value);
    // Remembered, so that typing does not turn one branch into another.
    if (value !== undefined) branches.set(path, { index, drafts: new Map() });
    return index;
  };

  const childOf = (node: FormNode | undefined, path: Pointer, value: unknown, step: string): FormNode | undefined => {
    if (!node) return undefined;
    const own = resolveNode(node);
    if (own.kind === "object") return own.fields.get(step) ?? own.extra;
    if (own.kind === "array") return own.prefix[Number(step)] ?? own.item;
    if (own.kind === "map") return own.item;
    if (own.kind === "union")
      return childOf(own.branches[Math.max(0, branchAt(own, path, value))]?.node, path, value, step);
    return undefined;
  };

  const nodeAt = (path: Pointer): FormNode | undefined => {
    let node: FormNode | undefined = model.root;
    let at: Pointer = "";
    let value = root;
    for (const step of pointerSegments(path)) {
      node = childOf(node, at, value, step);
      value = readPath(value, [step]);
      at = childPointer(at, step);
    }
    if (!node) return undefined;
    const own = resolveNode(node);
    // A choice between plain fields is, to whoever types, the field of the branch in use.
    const branch = own.kind === "union" ? own.branches[branchAt(own, path, value)]?.node : undefined;
    return branch && resolveNode(branch).kind === "leaf"
      ? { ...branch, required: own.required, nullable: own.nullable }
      : node;
  };

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
    if (isNew) implicit.set(at, true);
    const next = put(
      childOf(node, at, current, step),
      childPointer(at, step),
      readPath(holder, [step]),
      steps,
      depth + 1,
      value,
    );
    if (Array.isArray(holder)) {
      if (/^\d+$/.test(step)) holder[Number(step)] = next;
      // A tuple that was there only for what has just been cleared goes with it.
      const isVoid = value === undefined && implicit.has(at) && node?.required === false;
      return isVoid && holder.every((element) => element === undefined) && implicit.delete(at) ? undefined : holder;
    }
    if (next !== undefined) defineOwn(holder, step, next);
    else {
      delete (holder as Record<string, unknown>)[step];
      // A group that was there only for what has just been cleared goes with it.
      const fresh =
        node && !node.required && implicit.has(at)
          ? initialValue({ ...node, required: true, default: undefined }, undefined)
          : undefined;
      if (fresh !== undefined && sameJson(fresh, holder)) {
        implicit.delete(at);
        return undefined;
      }
    }
    return holder;
  };

  const write = (path: Pointer, value: unknown): void => {
    root = put(model.root, "", root, pointerSegments(path), 0, value);
  };

  /** What "empty" is at a place: not there, null where something must be, or the empty text where that is a value. */
  const normalise = (node: FormNode | undefined, path: Pointer, value: unknown): unknown => {
    if (!node || (value !== undefined && value !== "")) return value;
    const own = resolveNode(node);
    if (own.kind !== "leaf" || (value === "" && own.options)) return value;
    const inList = Array.isArray(readPath(root, pointerSegments(parentPointer(path)))) && path !== "";
    if (own.nullable && (own.required || own.default === null || inList)) return null;
    const isText = own.type === "text" && (inList || (value === "" && own.required && own.schema["minLength"] === 0));
    return isText ? "" : undefined;
  };

  const shownIssue = (path: Pointer): ValidationIssue | undefined => {
    const answer = answers.get(path)?.[0];
    if (answer) return answer;
    if (status.attempts === 0 && !touched.has(path)) return undefined;
    return texts.get(path)?.problem ?? issues.get(path)?.[0];
  };

  const checkLeaf = (path: Pointer, node: FormNode | undefined): void => {
    if (!node) return;
    const kind = resolveNode(node).kind;
    if (kind !== "leaf" && kind !== "json") return;
    const found = check.leaf(node, path, readPath(root, pointerSegments(path)));
    if (found.length > 0) issues.set(path, found);
    else issues.delete(path);
  };

  const allIssues = (): ValidationIssue[] => {
    const problems = [...texts.values()].flatMap(({ problem }) => (problem ? [problem] : []));
    const blocked = new Set(problems.map((problem) => problem.path));
    const found = [...issues.values()].flat().filter((issue) => !blocked.has(issue.path));
    const all = [...[...answers.values()].flat(), ...problems, ...found];
    if (all.length < 2) return all;
    const ranked = all.map((issue) => ({ issue, rank: rankOf(issue.path) }));
    return ranked.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0)).map(({ issue }) => issue);
  };

  /** Sorts as the fields are asked for. */
  const rankOf = (path: Pointer): string => {
    let node: FormNode | undefined = model.root;
    let at: Pointer = "";
    let value = root;
    let rank = "";
    for (const step of pointerSegments(path)) {
      let own: ReturnType<typeof resolveNode> | undefined = node && resolveNode(node);
      for (let depth = 0; own?.kind === "union" && depth < 8; depth++) {
        const branch: FormNode | undefined = own.branches[Math.max(0, branchAt(own, at, value))]?.node;
        own = branch && resolveNode(branch);
      }
      const keys =
        own?.kind === "object" ? own.groups.flatMap((group) => group.fields.map((field) => field.key)) : undefined;
      const place = keys ? keys.indexOf(step) : Number(step);
      rank += String(place >= 0 ? place : 999_999).padStart(7, "0");
      node = childOf(node, at, value, step);
      value = readPath(value, [step]);
      at = childPointer(at, step);
    }
    return rank;
  };

  const checkAll = (): void => {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
    const before = new Map(issues);
    issues.clear();
    for (const issue of check.document(store.getOutput())) {
      const list = issues.get(issue.path);
      if (list) list.push(issue);
      else issues.set(issue.path, [issue]);
    }
    for (const path of new Set([...before.keys(), ...issues.keys()])) {
      if (before.get(path)?.[0]?.message === issues.get(path)?.[0]?.message) continue;
      fields.delete(path);
      call(path);
    }
    tellIssues();
    setStatus({ unchecked: check.unchecked });
  };

  /** The list of all issues is kept only once it is shown. */
  const tellIssues = (): void => {
    if (status.attempts === 0) return;
    const next = allIssues();
    const same =
      next.length === status.issues.length &&
      next.every(
        (issue, index) => issue.path === status.issues[index]!.path && issue.message === status.issues[index]!.message,
      );
    if (!same) setStatus({ issues: next });
  };

  const rowsOf = (path: Pointer, value: unknown): GroupState["rows"] => {
    const node = nodeAt(path);
    const own = node && resolveNode(node);
    const keys = Array.isArray(value)
      ? Array.from(value.keys(), String)
      : isRecord(value)
        ? Object.keys(value).filter((key) => own?.kind !== "object" || !own.fields.has(key))
        : [];
    if (keys.length === 0) return noRows;
    let ids = rowIds.get(path);
    if (!ids) rowIds.set(path, (ids = new Map()));
    return keys.map((key) => {
      let id = ids.get(key);
      if (id === undefined) ids.set(key, (id = `r${++nextId}`));
      return { id, key };
    });
  };

  /** Rearranges a list: `order` names, for each place, the old index, or undefined for a new element. */
  const arrange = (
    path: Pointer,
    order: (number | undefined)[],
    elementAt: (index: number, old: number | undefined) => unknown,
  ): void => {
    const list = readPath(root, pointerSegments(path));
    const elements = Array.isArray(list) ? list : [];
    const ids = new Map(rowsOf(path, elements).map(({ id, key }) => [Number(key), id]));
    const places = new Map(order.map((old, index) => [old, index] as const));
    tables.rename(path, (step) => {
      const place = places.get(Number(step));
      return place === undefined ? undefined : String(place);
    });
    write(
      path,
      order.map((old, index) => elementAt(index, old)),
    );
    rowIds.set(
      path,
      new Map(
        order.map((old, index) => [String(index), (old === undefined ? undefined : ids.get(old)) ?? `r${++nextId}`]),
      ),
    );
    authors.set(path, "human");
    touched.set(path, true);
    changed(path, true);
  };

  const listAt = (path: Pointer): unknown[] => {
    const list = readPath(root, pointerSegments(path));
    return Array.isArray(list) ? list : [];
  };

  const replaceErrors = (found: readonly ValidationIssue[]): void => {
    const before = [...answers.keys()];
    answers.clear();
    for (const issue of found) answers.set(issue.path, [...(answers.get(issue.path) ?? []), issue]);
    for (const path of new Set([...before, ...answers.keys()])) {
      fields.delete(path);
      call(path);
    }
  };

  /** Whether a human set this, or anything inside it. */
  const isHuman = (path: Pointer): boolean => {
    if (authors.get(path) === "human") return true;
    for (const [key, by] of authors) if (by === "human" && key.startsWith(`${path}/`)) return true;
    return false;
  };

  const store: FormStore = {
    model,
    getValue(path = "") {
      const value = readPath(root, pointerSegments(path));
      if (typeof value === "object") owned = new WeakSet();
      return value;
    },
    getOutput() {
      owned = new WeakSet();
      return visibleValue(model.root, root, branchAt);
    },
    setValue(path, given, by = "human", typed) {
      const node = nodeAt(path);
      const value = normalise(node, path, given);
      const before = readPath(root, pointerSegments(path));
      const textBefore = texts.get(path);
      if (typed) texts.set(path, { text: typed.text, problem: typed.problem && { ...typed.problem, path } });
      else texts.delete(path);
      authors.set(path, by);
      const isStructure = (part: unknown) => typeof part === "object" && part !== null;
      const structural = isStructure(before) || isStructure(value);
      if (
        Object.is(before, value) &&
        textBefore?.text === typed?.text &&
        textBefore?.problem?.message === typed?.problem?.message
      )
        return;
      if (structural) {
        // Rows and branches below belonged to what was there before.
        const kept = texts.get(path);
        tables.clear(path, false);
        for (const table of [rowIds, branches, implicit, issues] as Map<Pointer, unknown>[]) table.delete(path);
        if (kept) texts.set(path, kept);
      }
      if (!Object.is(before, value)) write(path, value);
      if (touched.has(path) || status.attempts > 0 || issues.has(path)) checkLeaf(path, node);
      changed(path, structural);
      tellIssues();
    },
    getField(path) {
      let field = fields.get(path);
      if (!field) {
        const value = readPath(root, pointerSegments(path));
        field = { value, text: texts.get(path)?.text, issue: shownIssue(path), by: authors.get(path) };
        if (typeof value === "object") owned = new WeakSet();
        fields.set(path, field);
      }
      return field;
    },
    getGroup(path) {
      const value = readPath(root, pointerSegments(path));
      const node = nodeAtUnion(path);
      const known = groups.get(path);
      const rows = rowsOf(path, value);
      const sameRows =
        known &&
        known.rows.length === rows.length &&
        known.rows.every((row, index) => row.id === rows[index]!.id && row.key === rows[index]!.key);
      const next: GroupState = {
        present: value !== undefined && value !== null,
        issue: shownIssue(path),
        rows: sameRows ? known.rows : rows,
        branch: node ? branchAt(node, path, value) : 0,
      };
      if (
        known &&
        known.present === next.present &&
        known.issue === next.issue &&
        known.rows === next.rows &&
        known.branch === next.branch
      )
        return known;
      groups.set(path, next);
      return next;
    },
    getStatus: () => status,
    isVisible: (node, path) => isShown(node.visible, parentPointer(path), root),
    subscribe(path, listener) {
      let set = listeners.get(path);
      if (!set) listeners.set(path, (set = new Set()));
      set.add(listener);
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(path) === set) listeners.delete(path);
      };
    },
    subscribeStatus(listener) {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },
    touch(path) {
      const isNew = !touched.has(path);
      touched.set(path, true);
      checkLeaf(path, nodeAt(path));
      if (isNew || issues.has(path)) {
        fields.delete(path);
        call(path);
      }
      if (timer !== undefined) checkAll();
    },
    insert(path, index) {
      const list = listAt(path);
      const at = index ?? list.length;
      const node = nodeAt(path);
      const own = node && resolveNode(node);
      const child = own?.kind === "array" ? (own.prefix[at] ?? own.item) : undefined;
      const order: (number | undefined)[] = [...list.keys()];
      order.splice(at, 0, undefined);
      arrange(path, order, (_, old) => (old === undefined ? child && newItem(child) : list[old]));
    },
    remove(path, index) {
      const list = listAt(path);
      arrange(
        path,
        [...list.keys()].filter((at) => at !== index),
        (_, old) => list[old!],
      );
    },
    move(path, from, to) {
      const list = listAt(path);
      if (to < 0 || to >= list.length || from === to) return;
      const order = [...list.keys()];
      order.splice(to, 0, ...order.splice(from, 1));
      arrange(path, order, (_, old) => list[old!]);
    },
    duplicate(path, index) {
      const list = listAt(path);
      const order: (number | undefined)[] = [...list.keys()];
      order.splice(index + 1, 0, undefined);
      arrange(path, order, (_, old) => (old === undefined ? structuredClone(list[index]) : list[old]));
    },
    renameKey(path, from, to) {
      const map = readPath(root, pointerSegments(path));
      if (!isRecord(map) || from === to || !Object.hasOwn(map, from) || Object.hasOwn(map, to)) return;
      const next: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(map)) defineOwn(next, key === from ? to : key, value);
      const ids = rowIds.get(path);
      const id = ids?.get(from);
      ids?.delete(from);
      if (id !== undefined) ids!.set(to, id);
      const [old, now] = [childPointer("", from).slice(1), childPointer("", to).slice(1)];
      tables.rename(path, (step) => (step === old ? now : step));
      write(path, next);
      changed(path, true);
    },
    addKey(path, key = "") {
      const map = readPath(root, pointerSegments(path));
      if (isRecord(map) && Object.hasOwn(map, key)) return;
      const node = nodeAt(path);
      const own = node && resolveNode(node);
      const item = own?.kind === "map" ? own.item : own?.kind === "object" ? own.extra : undefined;
      const value = item && newItem(item);
      const next = isRecord(map) ? { ...map } : {};
      // An entry is there as soon as it is asked for, even while its value is not.
      defineOwn(next, key, value ?? null);
      write(path, next);
      touched.set(path, true);
      changed(path, true);
    },
    removeKey(path, key) {
      const map = readPath(root, pointerSegments(path));
      if (!isRecord(map) || !Object.hasOwn(map, key)) return;
      const { [key]: _removed, ...next } = map;
      tables.clear(childPointer(path, key), true);
      rowIds.get(path)?.delete(key);
      write(path, next);
      changed(path, true);
    },
    setProblem(path, problem) {
      if (texts.get(path)?.problem?.code === problem?.code) return;
      if (problem) texts.set(path, { text: "", problem });
      else texts.delete(path);
      fields.delete(path);
      call(path);
      tellIssues();
    },
    setBranch(path, index) {
      const union = nodeAtUnion(path);
      if (!union) return;
      const value = readPath(root, pointerSegments(path));
      const current = branchAt(union, path, value);
      if (current === index) return;
      const drafts = branches.get(path)?.drafts ?? new Map<number, unknown>();
      if (current >= 0) drafts.set(current, value);
      const branch = union.branches[index];
      const next = !branch ? undefined : drafts.has(index) ? drafts.get(index) : carryOver(branch.node, value);
      tables.clear(path, true);
      branches.set(path, { index, drafts });
      authors.set(path, "human");
      write(path, next);
      changed(path, true);
    },
    async submit(handler) {
      if (status.submitting) return false;
      const waiting = options.prepare?.();
      if (waiting) {
        setStatus({ submitting: true });
        await waiting;
      }
      answers.clear();
      checkAll();
      status = { ...status, attempts: status.attempts + 1 };
      const value = jsonValue(store.getOutput());
      const refuse = (found: ValidationIssue[]): false => {
        replaceErrors(found);
        caches.clear("", true);
        setStatus({ submitting: false, issues: allIssues() });
        for (const path of [...listeners.keys()]) call(path);
        return false;
      };
      if (allIssues().length > 0) return refuse([]);
      setStatus({ issues: [], attempts: status.attempts, submitting: false });
      try {
        if (options.checkBeforeSubmit) {
          setStatus({ submitting: true });
          const found = await options.checkBeforeSubmit(value);
          if (found.length > 0) return refuse(found);
        }
        let answer = handler(value);
        if (isPromise(answer)) {
          setStatus({ submitting: true });
          answer = await answer;
        }
        const found = toIssues(answer);
        if (found.length > 0) return refuse(found);
      } catch (error) {
        return refuse(thrownIssues(error));
      }
      replaceErrors([]);
      setStatus({ submitting: false, attempts: 0, issues: [], dirty: false });
      return true;
    },
    setErrors(errors) {
      replaceErrors(toIssues(errors));
      if (answers.size > 0 || status.attempts > 0) setStatus({ issues: allIssues() });
    },
    reset(...given) {
      if (timer !== undefined) clearTimeout(timer);
      timer = undefined;
      if (given.length > 0) start = initialValue(model.root, given[0]);
      root = start;
      owned = new WeakSet();
      tables.clear("", true);
      asked = undefined;
      notify("", true);
      status = { ...status, submitting: false };
      setStatus({ attempts: 0, issues: [], dirty: false, unchecked: undefined });
      options.onChange?.(store.getOutput());
    },
    applyArguments(value) {
      asked = value;
      const apply = (path: Pointer, part: unknown): void => {
        const node = nodeAt(path);
        const own = node && resolveNode(node);
        const current = readPath(root, pointerSegments(path));
        if (isRecord(part) && (own?.kind === "object" || own?.kind === "map") && (isRecord(current) || isHuman(path))) {
          for (const [key, inner] of Object.entries(part)) apply(childPointer(path, key), inner);
        } else if (Array.isArray(part) && Array.isArray(current) && own?.kind === "array" && isHuman(path)) {
          part.forEach((inner, index) => index < current.length && apply(childPointer(path, index), inner));
        } else if (!isHuman(path) && !sameJson(current, part)) {
          store.setValue(path, own ? initialValue(own, part) : part, "model");
        }
      };
      apply("", value);
    },
    changes() {
      const found: FormChange[] = [];
      const compare = (path: Pointer, part: unknown): void => {
        const value = readPath(root, pointerSegments(path));
        if (isRecord(part) && isRecord(value)) {
          for (const [key, inner] of Object.entries(part)) compare(childPointer(path, key), inner);
        } else if (!sameJson(part, value)) found.push({ path, asked: part, value, by: authors.get(path) });
      };
      if (asked !== undefined) compare("", asked);
      return found;
    },
    check() {
      checkAll();
      return allIssues();
    },
    dispose() {
      if (timer !== undefined) clearTimeout(timer);
      timer = undefined;
    },
  };

  function nodeAtUnion(path: Pointer): UnionNode | undefined {
    let node: FormNode | undefined = model.root;
    let at: Pointer = "";
    let value = root;
    for (const step of pointerSegments(path)) {
      node = childOf(node, at, value, step);
      value = readPath(value, [step]);
      at = childPointer(at, step);
    }
    const own = node && resolveNode(node);
    return own?.kind === "union" ? own : undefined;
  }

  return store;
}

const isPromise = (value: unknown): value is Promise<SubmitErrors> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
