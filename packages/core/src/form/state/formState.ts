import type { CreateValidator, ValidationIssue } from "../../schema/validator.ts";
import type { FormContent, FormDocument } from "./formDocument.ts";
import type { FormRows } from "./formRows.ts";
import type { Author } from "./marks.ts";
import type { FormModel, Visibility } from "../model/model.ts";
import type { Pointer } from "../../json/pointer.ts";
import type { SubmitErrors } from "./submitErrors.ts";

/** One control's state; its identity changes only when something in it did. */
export interface FieldState {
  value: unknown;
  /** The typed text where it is not the value: half a number, broken JSON. */
  text: string | undefined;
  /** The issue, once it is shown. */
  issue: ValidationIssue | undefined;
  /** Who set or removed the value, here or with the container; undefined where nobody did. */
  by: Author | undefined;
  /** A human set this where a model asked for something else. */
  overruled: boolean;
}

/** The state of what holds other fields; a keystroke inside does not change it. */
export interface GroupState {
  /** Whether there is a value at all. */
  present: boolean;
  issue: ValidationIssue | undefined;
  /** Elements or entries: `id` stays with the element wherever it moves, `key` is the step to it. */
  rows: readonly { id: string; key: string }[];
  /** The branch in use; -1 is none. */
  branch: number;
}

export interface FormStatus {
  submitting: boolean;
  /** How often submitting was tried. */
  attempts: number;
  /** All that is wrong, from the first failed attempt on. */
  issues: readonly ValidationIssue[];
  /** Something was changed since the start, or since it was submitted. */
  dirty: boolean;
  unchecked: string | undefined;
  canUndo: boolean;
  canRedo: boolean;
}

export type SubmitHandler = (value: unknown) => SubmitErrors | Promise<SubmitErrors>;

/** One difference between a model's arguments and the form's value. */
export interface FormChange {
  path: Pointer;
  /** Undefined where a human added something that the model did not ask for. */
  asked: unknown;
  value: unknown;
  by: Author | undefined;
}

export interface FormStoreOptions {
  value?: unknown;
  /**
   * The engine that checks leaves and the whole document: `createValidator` of this package's `/validator`, or another.
   */
  createValidator: CreateValidator;
  /** Awaited before submitting, where it has something to wait for, such as the engine being fetched. */
  prepare?: () => Promise<void> | undefined;
  /** A last reading before submitting, such as a Zod schema's: what is wrong, or the value that the handler gets. */
  readBeforeSubmit?: (
    value: unknown,
  ) => Promise<{ issues: ValidationIssue[] } | { value: unknown; issues?: undefined }>;
  /** Called with the output after every change of the value. */
  onChange?: (value: unknown) => void;
  /** How long a pause lets the whole document be checked, in milliseconds. */
  pause?: number;
  /** How many steps undo keeps. */
  historySteps?: number;
}

/** How a model's arguments are given. */
export interface ArgumentsOptions {
  /**
   * True: more is coming. False: this is all of it, so it is checked now, and issues of the model's values
   * shows. Left out: as false, once a pause lets the document be checked.
   */
  partial?: boolean;
}

/** The place of an undo step, and a kind where successive changes of the kind are one step, as in typing. */
export interface FormStep {
  path: Pointer;
  kind?: string;
  /** For how long another change of the kind belongs to the step, in milliseconds; a second unless given. */
  pause?: number;
}

/**
 * A form's state without a view: values, authors and issues. Writing one leaf costs its depth; listeners are
 * called for their own path, the paths above a change, and those below a change of structure.
 */
export interface FormStore {
  readonly model: FormModel;
  getValue(path?: Pointer): unknown;
  /** The value without hidden fields, which is what is submitted. */
  getOutput(): unknown;
  /**
   * Undefined or an empty text means "empty" in the way that the place was empty before, or else "not there" where that
   * is allowed; null and other JSON stay as they are. `text` keeps the typed text, `problem` says why it is no value.
   */
  setValue(path: Pointer, value: unknown, by?: Author, typed?: { text: string; problem?: ValidationIssue }): void;
  getField(path: Pointer): FieldState;
  getGroup(path: Pointer): GroupState;
  getStatus(): FormStatus;
  isVisible(node: { visible?: Visibility | undefined }, path: Pointer): boolean;
  subscribe(path: Pointer, listener: () => void): () => void;
  subscribeStatus(listener: () => void): () => void;
  /** The field was left: from now on its errors show. */
  touch(path: Pointer): void;
  insert(path: Pointer, index?: number): void;
  remove(path: Pointer, index: number): void;
  move(path: Pointer, from: number, to: number): void;
  duplicate(path: Pointer, index: number): void;
  /** Sets a problem beside a value, such as an entry's name; undefined removes it. */
  setProblem(path: Pointer, problem: ValidationIssue | undefined): void;
  /** Uses another branch of a union; what the one before held comes back with it. -1 is none. */
  setBranch(path: Pointer, index: number): void;
  /** Resolves to whether it was submitted. */
  submit(handler: SubmitHandler): Promise<boolean>;
  setErrors(errors: SubmitErrors): void;
  /** Back to the start, or to a value given, which is then the start. */
  reset(value?: unknown): void;
  /** Replaces the value with its owner's, without a step of undo. */
  follow(value: unknown): void;
  /** Undoes the last step, in a field, a list or the JSON; returns its place. */
  undo(): Pointer | undefined;
  redo(): Pointer | undefined;
  /** Drops all steps of undo. */
  clearHistory(): void;
  /** Several writes as one change and, but for `false`, one step of undo; returns what `write` returns. */
  edit<Result>(step: FormStep | false, write: (document: FormDocument, rows: FormRows) => Result): Result;
  /** The content that undo and drafts keep; later changes do not write into it. */
  getContent(): FormContent;
  /** All of a model's arguments are here: held parts are applied, and errors in them show. */
  endArguments(): void;
  /** Checks the whole document now, and returns what is wrong. */
  check(): ValidationIssue[];
  /** Drops the pending check; for when the form is gone. */
  dispose(): void;
}
