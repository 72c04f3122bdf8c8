import { sameJson } from "../../json/sameJson.ts";
import { parentPointer, type Pointer } from "../../json/pointer.ts";
import { initialValue } from "../model/initialValue.ts";
import type { FormModel, FormNode } from "../model/model.ts";
import type { ValidationIssue } from "../../schema/validator.ts";
import { askedAt } from "./askedAt.ts";
import {
  checkForm,
  createForm,
  editForm,
  endArguments,
  setStatus,
  showAnswers,
  showsIssues,
  stopTimer,
  travel,
  updateIssues,
  type Form,
} from "./editForm.ts";
import { heldValue, keepEmptyValue } from "./emptyValue.ts";
import type { FieldState, FormStore, FormStoreOptions, GroupState } from "./formState.ts";
import { untouched, type Author, type TypedText } from "./marks.ts";
import { submitForm } from "./submitForm.ts";
import { toIssues } from "./submitErrors.ts";
import { isShown } from "./visibleValue.ts";

/** Starts a form over a compiled model. */
export function createFormStore(model: FormModel, options: FormStoreOptions): FormStore {
  const form = createForm(model, options);
  const { document, rows, issues, history, listeners, status } = form;
  return {
    model,
    getValue: (path = "") => document.share(path),
    getOutput: () => document.output(),
    setValue: (path, value, by = "human", typed) => setValue(form, path, value, by, typed),
    getField: (path) => listeners.field(path, () => fieldState(form, path)),
    getGroup: (path) => listeners.group(path, () => groupState(form, path)),
    getStatus: status.getState,
    getContent: document.content,
    isVisible: (node, path) => isShown(node.visible, parentPointer(path), document.read("")),
    subscribe: listeners.subscribe,
    subscribeStatus: (listener) => status.subscribe(listener),
    touch: (path) => touch(form, path),
    insert: (path, index) => editForm(form, { path }, () => rows.insert(path, index ?? rows.listAt(path).length)),
    remove(path, index) {
      const places = [...rows.listAt(path).keys()].filter((at) => at !== index);
      editForm(form, { path }, () => rows.arrange(path, places));
    },
    move(path, from, to) {
      const places = [...rows.listAt(path).keys()];
      if (to < 0 || to >= places.length || from === to) return;
      places.splice(to, 0, ...places.splice(from, 1));
      editForm(form, { path }, () => rows.arrange(path, places));
    },
    duplicate: (path, index) => editForm(form, { path }, () => rows.duplicate(path, index)),
    setProblem(path, problem) {
      const before = document.markAt(path)?.text?.problem;
      if (before?.code === problem?.code) return;
      document.mark(path, { text: problem && { text: "", problem } });
      listeners.notifyOnly(path);
      updateIssues(form);
    },
    setBranch(path, index) {
      const union = document.unionAt(path);
      if (!union || document.branchAt(union, path, document.read(path)) === index) return;
      editForm(form, { path }, () => document.switchBranch(path, union, index));
    },
    submit: (handler) => submitForm(form, handler),
    setErrors(errors) {
      showAnswers(form, toIssues(errors));
      if (issues.answered || status.getState().attempts > 0) setStatus(form, { issues: issues.all() });
    },
    reset: (...given) => reset(form, ...given),
    follow(value) {
      editForm(form, false, () => document.assign("", value, "default"));
      updateIssues(form);
    },
    endArguments() {
      endArguments(form);
      updateIssues(form);
    },
    check() {
      checkForm(form);
      return issues.all();
    },
    undo: () => travel(form, history.undo),
    redo: () => travel(form, history.redo),
    clearHistory() {
      history.clear();
      setStatus(form, { canUndo: false, canRedo: false });
    },
    edit(step, write) {
      const result = editForm(form, step, () => write(document, rows));
      updateIssues(form);
      return result;
    },
    dispose: () => stopTimer(form),
  };
}

function setValue(
  form: Form,
  path: Pointer,
  given: unknown,
  by: Author,
  typed: { text: string; problem?: ValidationIssue } | undefined,
): void {
  const { document, issues } = form;
  const node = document.nodeAt(path);
  const value = heldValue(document, path, node, given);
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
  const isChecked = showsIssues(form, path) || issues.has(path);
  const hadAnswers = issues.answered;
  const message = issues.at(path, true)?.message;
  editForm(
    form,
    { path, ...(isTyped && { kind: `${by} ${path}` }) },
    () => {
      document.assign(path, value, by, text);
      keepEmptyValue(document, path, before, value);
    },
    () => isChecked && issues.checkLeaf(path, node),
  );
  // The list of all issues costs their number, so a key that changes none of them leaves it alone.
  const mayDiffer = hadAnswers || !isKey(before) || !isKey(value) || message !== issues.at(path, true)?.message;
  if (mayDiffer) updateIssues(form);
}

function fieldState(form: Form, path: Pointer): FieldState {
  const { document, issues } = form;
  const value = document.share(path);
  const by = document.authorAt(path) ?? (value === undefined ? undefined : "default");
  const asked = by === "human" ? askedAt(document, path) : undefined;
  return {
    value,
    text: document.markAt(path)?.text?.text,
    issue: issues.at(path, showsIssues(form, path)),
    by,
    overruled: asked !== undefined && !sameJson(asked, value),
  };
}

function groupState(form: Form, path: Pointer): GroupState {
  const { document, issues, rows } = form;
  const value = document.read(path);
  const union = document.unionAt(path);
  return {
    present: value !== undefined && value !== null,
    issue: issues.at(path, showsIssues(form, path)),
    rows: rows.at(path),
    branch: union ? document.branchAt(union, path, value) : 0,
  };
}

function touch(form: Form, path: Pointer): void {
  const { document, issues, history, listeners } = form;
  history.close();
  const isNew = !document.markAt(path)?.touched;
  if (isNew) document.mark(path, { touched: true });
  issues.checkLeaf(path, document.nodeAt(path));
  if (isNew || issues.has(path)) listeners.notifyOnly(path);
  if (form.timer !== undefined && !document.incoming?.waits) checkForm(form);
}

/** Back to the start, or to a value given, which is then the start. */
function reset(form: Form, ...given: [value?: unknown]): void {
  const { document, issues, listeners } = form;
  const start = given.length > 0 ? initialValue(document.model.root, given[0]) : document.start;
  if (given.length > 0 || document.dirty) {
    form.clean = start;
    editForm(form, { path: "" }, () =>
      document.replace({ value: start, marks: {}, asked: undefined, json: undefined, start, dirty: false }),
    );
  } else {
    const content = document.content();
    editForm(form, false, () => document.replace({ ...content, marks: untouched(content.marks) }));
  }
  document.incoming = undefined;
  stopTimer(form);
  issues.clear("", true);
  setStatus(form, { submitting: false, attempts: 0, issues: [], dirty: false, unchecked: undefined });
  listeners.notifyAll();
}

/** Whether a value may come from typing, key by key. */
const isKey = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === "string" || typeof value === "number";

const hasOptions = (node: FormNode | undefined): boolean =>
  node?.kind === "leaf" && (node.options !== undefined || node.type === "boolean");
