import { createStore } from "zustand/vanilla";
import { jsonValue } from "../schema/jsonValue.ts";
import type { ValidationIssue } from "../schema/validator.ts";
import { sameJson } from "../spec/condition.ts";
import { emptyValue, isSaidEmpty } from "./emptyValue.ts";
import { createFormDocument } from "./formDocument.ts";
import { createFormHistory } from "./formHistory.ts";
import { createFormIssues } from "./formIssues.ts";
import { createFormRows } from "./formRows.ts";
import type { FieldState, FormStatus, FormStep, FormStore, FormStoreOptions, GroupState } from "./formState.ts";
import { initialValue } from "./initialValue.ts";
import { createLatePrefill, type Prefilling } from "./latePrefill.ts";
import { untouched, type TypedText } from "./marks.ts";
import type { FormModel, FormNode } from "./model.ts";
import { createPathListeners } from "./pathListeners.ts";
import { isRecord, parentPointer, type Pointer } from "./pointer.ts";
import { createPrefill } from "./prefill.ts";
import { toIssues, thrownIssues, type SubmitErrors } from "./submitErrors.ts";
import { isShown } from "./visibleValue.ts";

/** A model's arguments are one step, though their stream may stall. */
const modelStep: FormStep = { path: "", kind: "model", pause: 10_000 };

/** Starts a form over a compiled model. */
export const createFormStore = (model: FormModel, options: FormStoreOptions): FormStore =>
  createLightFormStore(model, options, createPrefill);

/**
 * Starts a form that need not carry what takes a model's arguments: given as a function that fetches it, that is fetched
 * when arguments come, which are taken then, or before, by `store.prepareArguments`.
 */
export function createLightFormStore(model: FormModel, options: FormStoreOptions, prefilling: Prefilling): FormStore {
  const pause = options.pause ?? 400;
  const document = createFormDocument(model, options.value);
  const issues = createFormIssues(document, options.createValidator);
  const rows = createFormRows(document, issues);
  const prefill = createLatePrefill(prefilling, document, rows, (kept) => {
    if (document.asked !== undefined) listeners.tellEverybody();
    if (kept) store.applyArguments(kept.value, kept.options);
  });
  const history = createFormHistory<ReturnType<typeof document.content>>(options.historySteps ?? 200);
  const listeners = createPathListeners<FieldState, GroupState>();
  const status = createStore<FormStatus>(() => ({
    submitting: false,
    attempts: 0,
    issues: [],
    dirty: false,
    unchecked: undefined,
    canUndo: false,
    canRedo: false,
  }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The value that was there at the start, or was submitted. */
  let clean = document.share("");

  const setStatus = (part: Partial<FormStatus>): void => {
    const before = status.getState();
    const keys = Object.keys(part) as (keyof FormStatus)[];
    if (keys.some((key) => !Object.is(before[key], part[key]))) status.setState(part);
  };
  const stopTimer = (): void => {
    if (timer !== undefined) clearTimeout(timer);
    timer = undefined;
  };

  /** Whether it is time to say what is wrong with a field. */
  const isReady = (path: Pointer): boolean => status.getState().attempts > 0 || document.markAt(path)?.touched === true;

  /** The list of all issues is kept only once it is shown. */
  const tellIssues = (): void => {
    const { attempts, issues: before } = status.getState();
    if (attempts === 0) return;
    const next = issues.all();
    const same =
      next.length === before.length &&
      next.every((issue, index) => issue.path === before[index]!.path && issue.message === before[index]!.message);
    if (!same) setStatus({ issues: next });
  };

  const checkAll = (): void => {
    stopTimer();
    for (const path of issues.checkAll()) listeners.tellOnly(path);
    tellIssues();
    setStatus({ unchecked: issues.unchecked });
  };

  const finishPrefill = (): void => {
    if (prefill.now) edit(modelStep, prefill.now.finish);
  };

  /** Errors in what a model filled in show as soon as all of it is there: nobody will leave those fields. */
  const endPrefill = (): void => {
    finishPrefill();
    checkAll();
    for (const { path } of issues.all()) {
      if (isReady(path) || document.authorAt(path) !== "model") continue;
      document.mark(path, { touched: true });
      listeners.tellOnly(path);
    }
  };

  /** After a change: whoever listens is told, and the whole is checked once it has been quiet for a while. */
  const tellChanges = (check?: () => void): void => {
    const { places, replaced } = document.takeChanges();
    for (const path of replaced) issues.clear(path, true);
    for (const path of places.keys()) for (const at of issues.dropAnswers(path)) listeners.tellOnly(at);
    check?.();
    if (places.size > 32) listeners.tellEverybody();
    else for (const [path, below] of places) listeners.tell(path, below);
    setStatus({ dirty: document.dirty, canUndo: history.canUndo, canRedo: history.canRedo });
    // A draft that was restored may hold what a model asked for.
    if (document.asked !== undefined) void prefill.prepare();
    stopTimer();
    timer = setTimeout(() => (prefill.now?.waits ? endPrefill() : checkAll()), pause);
    options.onChange?.(store.getOutput());
  };

  const edit = (step: FormStep | false, write: () => void, check?: () => void): void => {
    const takeBack = step && history.begin(document.content, step);
    const { json, dirty } = document;
    if (step) document.dirty = true;
    write();
    if (document.changed) {
      // Typed JSON is of one value; it goes with the next, unless that is its own.
      if (document.json === json) document.json = undefined;
      tellChanges(check);
    } else {
      document.dirty = dirty;
      if (takeBack) takeBack();
    }
  };

  const answer = (found: readonly ValidationIssue[]): void => {
    for (const path of issues.answer(found)) listeners.tellOnly(path);
  };

  const travel = (to: typeof history.undo): Pointer | undefined => {
    const step = to(document.content());
    if (!step) return undefined;
    document.replace(step.content);
    prefill.forget();
    if (document.read("") !== clean) document.dirty = true;
    issues.clear("", true);
    tellChanges();
    checkAll();
    return step.path;
  };

  const store: FormStore = {
    model,
    getValue: (path = "") => document.share(path),
    getOutput: () => document.output(),
    setValue(path, given, by = "human", typed) {
      const node = document.nodeAt(path);
      const value = given === undefined || given === "" ? emptyValue(document, path, node, given) : given;
      const before = document.read(path);
      const mark = document.markAt(path);
      const text: TypedText | undefined = typed && {
        text: typed.text,
        problem: typed.problem && { ...typed.problem, path },
      };
      const isSame =
        Object.is(before, value) &&
        mark?.text?.text === text?.text &&
        mark?.text?.problem?.message === text?.problem?.message;
      if (isSame && document.authorAt(path) === by) return;
      const isTyped = text !== undefined || (isKey(before) && isKey(value) && !hasOptions(node));
      const wasWrong = isReady(path) || issues.has(path);
      const wasAnswered = issues.answered;
      const said = issues.at(path, true)?.message;
      edit(
        { path, ...(isTyped && { kind: `${by} ${path}` }) },
        () => {
          document.assign(path, value, by, text);
          if (isSaidEmpty(before) && !isSaidEmpty(value)) document.mark(path, { empty: before });
        },
        () => wasWrong && issues.checkLeaf(path, node),
      );
      // The list of all that is wrong costs what is wrong, so a key that changes nothing in it leaves it alone.
      const mayDiffer = wasAnswered || !isKey(before) || !isKey(value) || said !== issues.at(path, true)?.message;
      if (mayDiffer) tellIssues();
    },
    getField: (path) =>
      listeners.field(path, () => {
        const value = document.share(path);
        const by = document.authorAt(path) ?? (value === undefined ? undefined : "default");
        const asked = by === "human" ? prefill.now?.askedAt(path) : undefined;
        return {
          value,
          text: document.markAt(path)?.text?.text,
          issue: issues.at(path, isReady(path)),
          by,
          overruled: asked !== undefined && !sameJson(asked, value),
        };
      }),
    getGroup: (path) =>
      listeners.group(path, () => {
        const value = document.read(path);
        const union = document.unionAt(path);
        return {
          present: value !== undefined && value !== null,
          issue: issues.at(path, isReady(path)),
          rows: rows.at(path),
          branch: union ? document.branchAt(union, path, value) : 0,
        };
      }),
    getStatus: status.getState,
    isVisible: (node, path) => isShown(node.visible, parentPointer(path), document.read("")),
    subscribe: listeners.subscribe,
    subscribeStatus: (listener) => status.subscribe(listener),
    touch(path) {
      history.close();
      const isNew = !document.markAt(path)?.touched;
      if (isNew) document.mark(path, { touched: true });
      issues.checkLeaf(path, document.nodeAt(path));
      if (isNew || issues.has(path)) listeners.tellOnly(path);
      if (timer !== undefined && !prefill.now?.waits) checkAll();
    },
    insert(path, index) {
      edit({ path }, () => rows.insert(path, index ?? rows.listAt(path).length));
    },
    remove(path, index) {
      const places = [...rows.listAt(path).keys()].filter((at) => at !== index);
      edit({ path }, () => rows.arrange(path, places));
    },
    move(path, from, to) {
      const places = [...rows.listAt(path).keys()];
      if (to < 0 || to >= places.length || from === to) return;
      places.splice(to, 0, ...places.splice(from, 1));
      edit({ path }, () => rows.arrange(path, places));
    },
    duplicate(path, index) {
      edit({ path }, () => rows.duplicate(path, index));
    },
    renameKey(path, from, to) {
      const map = document.read(path);
      if (!isRecord(map) || from === to || !Object.hasOwn(map, from) || Object.hasOwn(map, to)) return;
      // A name is typed key by key; each key is a new name of the same row.
      const id = rows.at(path).find((row) => row.key === from)?.id;
      edit({ path, kind: `name ${path} ${id}` }, () => rows.renameKey(path, from, to));
    },
    addKey(path, key = "") {
      const map = document.read(path);
      if (isRecord(map) && Object.hasOwn(map, key)) return;
      edit({ path }, () => rows.addKey(path, key));
    },
    removeKey(path, key) {
      const map = document.read(path);
      if (!isRecord(map) || !Object.hasOwn(map, key)) return;
      edit({ path }, () => rows.removeKey(path, key));
    },
    setProblem(path, problem) {
      const before = document.markAt(path)?.text?.problem;
      if (before?.code === problem?.code) return;
      document.mark(path, { text: problem && { text: "", problem } });
      listeners.tellOnly(path);
      tellIssues();
    },
    setBranch(path, index) {
      const union = document.unionAt(path);
      if (!union || document.branchAt(union, path, document.read(path)) === index) return;
      edit({ path }, () => document.switchBranch(path, union, index));
    },
    async submit(handler) {
      if (status.getState().submitting) return false;
      const waiting = [options.prepare?.(), prefill.keeps ? prefill.prepare() : undefined].filter(
        (one) => one !== undefined,
      );
      if (waiting.length > 0) {
        setStatus({ submitting: true });
        await Promise.all(waiting);
      }
      history.close();
      finishPrefill();
      answer([]);
      status.setState({ attempts: status.getState().attempts + 1 });
      checkAll();
      const submitted = document.content();
      const value = jsonValue(store.getOutput());
      const refuse = (found: readonly ValidationIssue[]): false => {
        answer(found);
        setStatus({ submitting: false, issues: issues.all() });
        listeners.tellEverybody();
        return false;
      };
      if (issues.all().length > 0) return refuse([]);
      setStatus({ issues: [], submitting: false });
      try {
        if (options.checkBeforeSubmit) {
          setStatus({ submitting: true });
          const found = await options.checkBeforeSubmit(value);
          if (found.length > 0) return refuse(found);
        }
        let answered = handler(value);
        if (isPromise(answered)) {
          setStatus({ submitting: true });
          answered = await answered;
        }
        const found = toIssues(answered);
        if (found.length > 0) return refuse(found);
      } catch (error) {
        return refuse(thrownIssues(error));
      }
      answer([]);
      // What was typed while it was under way is not submitted yet.
      clean = submitted.value;
      if (document.read("") === clean) document.dirty = false;
      setStatus({ submitting: false, attempts: 0, issues: [], dirty: document.dirty });
      return true;
    },
    setErrors(errors) {
      answer(toIssues(errors));
      if (issues.answered || status.getState().attempts > 0) setStatus({ issues: issues.all() });
    },
    reset(...given) {
      const start = given.length > 0 ? initialValue(model.root, given[0]) : document.start;
      if (given.length > 0 || document.dirty) {
        clean = start;
        edit({ path: "" }, () =>
          document.replace({ value: start, marks: {}, asked: undefined, json: undefined, start, dirty: false }),
        );
      } else {
        const content = document.content();
        edit(false, () => document.replace({ ...content, marks: untouched(content.marks) }));
      }
      stopTimer();
      prefill.forget();
      issues.clear("", true);
      setStatus({ submitting: false, attempts: 0, issues: [], dirty: false, unchecked: undefined });
      listeners.tellEverybody();
    },
    follow(value) {
      edit(false, () => document.assign("", value, "default"));
      tellIssues();
    },
    applyArguments(value, given = {}) {
      const taker = prefill.now;
      if (!taker) return prefill.keep(value, given);
      let overruled: Pointer[] = [];
      edit(modelStep, () => {
        overruled = taker.apply(value, given.partial);
      });
      for (const path of overruled) listeners.tellOnly(path);
      if (given.partial === false) endPrefill();
      tellIssues();
    },
    prepareArguments: prefill.prepare,
    changes: () => prefill.now?.changes() ?? [],
    check() {
      checkAll();
      return issues.all();
    },
    undo: () => travel(history.undo),
    redo: () => travel(history.redo),
    clearHistory() {
      history.clear();
      setStatus({ canUndo: false, canRedo: false });
    },
    edit(step, write) {
      edit(step, () => write(document, rows));
      tellIssues();
    },
    getContent: document.content,
    dispose: stopTimer,
  };
  return store;
}

const isPromise = (value: unknown): value is Promise<SubmitErrors> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";

/** What comes of pressing keys, one after another. */
const isKey = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === "string" || typeof value === "number";

const hasOptions = (node: FormNode | undefined): boolean =>
  node?.kind === "leaf" && (node.options !== undefined || node.type === "boolean");
