import { createStore, type StoreApi } from "zustand/vanilla";
import type { ValidationIssue } from "../../schema/validator.ts";
import type { FormModel } from "../model/model.ts";
import type { Pointer } from "../../json/pointer.ts";
import { createFormDocument, type FormContent, type FormDocument } from "./formDocument.ts";
import { createFormHistory, type FormHistory } from "./formHistory.ts";
import { createFormIssues, type FormIssues } from "./formIssues.ts";
import { createFormRows, type FormRows } from "./formRows.ts";
import type { FieldState, FormStatus, FormStep, FormStoreOptions, GroupState } from "./formState.ts";
import { createPathListeners, type PathListeners } from "./pathListeners.ts";

/** The parts of a form, which the functions of the store work on. */
export interface Form {
  readonly options: FormStoreOptions;
  readonly document: FormDocument;
  readonly issues: FormIssues;
  readonly rows: FormRows;
  readonly history: FormHistory<FormContent>;
  readonly listeners: PathListeners<FieldState, GroupState>;
  readonly status: StoreApi<FormStatus>;
  /** The check of the whole document that a pause will start. */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The value of the start, or of the last submit. */
  clean: unknown;
}

export function createForm(model: FormModel, options: FormStoreOptions): Form {
  const document = createFormDocument(model, options.value);
  const issues = createFormIssues(document, options.createValidator);
  return {
    options,
    document,
    issues,
    rows: createFormRows(document, issues),
    history: createFormHistory(options.historySteps ?? 200),
    listeners: createPathListeners(),
    status: createStore(() => ({
      submitting: false,
      attempts: 0,
      issues: [],
      dirty: false,
      unchecked: undefined,
      canUndo: false,
      canRedo: false,
    })),
    timer: undefined,
    clean: document.share(""),
  };
}

/** Writes to the form as one change and, but for `false`, one step of undo; `check` runs before listeners do. */
export function editForm<Result>(form: Form, step: FormStep | false, write: () => Result, check?: () => void): Result {
  const { document, history, listeners } = form;
  const dropStep = step && history.begin(document.content, step);
  const { json, dirty } = document;
  if (step) document.dirty = true;
  const result = write();
  if (document.hasChanges) {
    // Typed JSON belongs to one value; it goes with the next, unless that brought its own text.
    if (document.json === json) document.json = undefined;
    notifyChanges(form, check);
  } else {
    document.dirty = dirty;
    if (dropStep) dropStep();
    for (const path of document.takeChanges().states) listeners.notifyOnly(path);
  }
  return result;
}

/** Notifies the listeners of what changed, and has the whole document checked after a pause. */
function notifyChanges(form: Form, check?: () => void): void {
  const { document, issues, listeners, history, options } = form;
  const { places, replaced, states } = document.takeChanges();
  for (const path of replaced) issues.clear(path, true);
  for (const path of places.keys()) for (const at of issues.dropAnswers(path)) listeners.notifyOnly(at);
  check?.();
  if (places.size > 32) listeners.notifyAll();
  else for (const [path, below] of places) listeners.notify(path, below);
  for (const path of states) listeners.notifyOnly(path);
  setStatus(form, { dirty: document.dirty, canUndo: history.canUndo, canRedo: history.canRedo });
  stopTimer(form);
  form.timer = setTimeout(
    () => (document.incoming?.waits ? endArguments(form) : checkForm(form)),
    options.pause ?? 400,
  );
  options.onChange?.(document.output());
}

export function setStatus({ status }: Form, part: Partial<FormStatus>): void {
  const before = status.getState();
  const keys = Object.keys(part) as (keyof FormStatus)[];
  if (keys.some((key) => !Object.is(before[key], part[key]))) status.setState(part);
}

export function stopTimer(form: Form): void {
  if (form.timer !== undefined) clearTimeout(form.timer);
  form.timer = undefined;
}

/** Whether a field shows what is wrong with it: once it was left, or a submit was tried. */
export const showsIssues = ({ status, document }: Form, path: Pointer): boolean =>
  status.getState().attempts > 0 || document.markAt(path)?.touched === true;

/** Updates the list of all issues, which is kept from the first submit on. */
export function updateIssues(form: Form): void {
  const { attempts, issues: before } = form.status.getState();
  if (attempts === 0) return;
  const next = form.issues.all();
  const isSame =
    next.length === before.length &&
    next.every((issue, index) => issue.path === before[index]!.path && issue.message === before[index]!.message);
  if (!isSame) setStatus(form, { issues: next });
}

/** Checks the whole document now. */
export function checkForm(form: Form): void {
  stopTimer(form);
  for (const path of form.issues.checkAll()) form.listeners.notifyOnly(path);
  updateIssues(form);
  setStatus(form, { unchecked: form.issues.unchecked });
}

/** Shows the answers of a server on their fields. */
export function showAnswers({ issues, listeners }: Form, answers: readonly ValidationIssue[]): void {
  for (const path of issues.answer(answers)) listeners.notifyOnly(path);
}

/** All of a model's arguments are here: errors in them show now, as nobody will leave those fields. */
export function endArguments(form: Form): void {
  const { document, issues, listeners } = form;
  document.incoming?.finish();
  checkForm(form);
  for (const { path } of issues.all()) {
    if (showsIssues(form, path) || document.authorAt(path) !== "model") continue;
    document.mark(path, { touched: true });
    listeners.notifyOnly(path);
  }
}

/** Goes to the content before or after; returns the place that the step was about. */
export function travel(form: Form, to: FormHistory<FormContent>["undo"]): Pointer | undefined {
  const { document, issues } = form;
  const step = to(document.content());
  if (!step) return undefined;
  document.replace(step.content);
  document.incoming = undefined;
  if (document.read("") !== form.clean) document.dirty = true;
  issues.clear("", true);
  notifyChanges(form);
  checkForm(form);
  return step.path;
}
