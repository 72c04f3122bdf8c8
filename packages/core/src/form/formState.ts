import type { CreateValidator, ValidationIssue } from "../schema/validator.ts";
import type { FormContent, FormDocument } from "./formDocument.ts";
import type { FormRows } from "./formRows.ts";
import type { Author } from "./marks.ts";
import type { FormModel, FormNode } from "./model.ts";
import type { Pointer } from "./pointer.ts";
import type { SubmitErrors } from "./submitErrors.ts";

/** One control's state; its identity changes only when something in it did. */
export interface FieldState {
  value: unknown;
  /** What was typed, where that is not the value: half a number, broken JSON. */
  text: string | undefined;
  /** What is wrong, once it is time to say so. */
  issue: ValidationIssue | undefined;
  /** Who set the value, here or as a part of something larger; undefined where there is none and nobody took it away. */
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

/** One difference between what a model asked for and what stands there now. */
export interface FormChange {
  path: Pointer;
  /** Undefined where a human added something that the model did not ask for. */
  asked: unknown;
  value: unknown;
  by: Author | undefined;
}

export interface FormStoreOptions {
  value?: unknown;
  /** The engine that checks leaves and the whole document: `createValidator` of this package's `/validator`, or another. */
  createValidator: CreateValidator;
  /** Awaited before submitting, where it has something to wait for, such as the engine being fetched. */
  prepare?: () => Promise<void> | undefined;
  /** A last check before submitting, such as a Zod schema's refinements. */
  checkBeforeSubmit?: (value: unknown) => Promise<ValidationIssue[]>;
  /** Told of every change of the value, with what would be submitted. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the schema alone knows the value's type
  onChange?: (value: any) => void;
  /** How long a pause lets the whole document be checked, in milliseconds. */
  pause?: number;
  /** How many steps undo keeps. */
  historySteps?: number;
}

/** How a model's arguments are given. */
export interface ArgumentsOptions {
  /**
   * True: more is coming. False: this is all of it, so it is checked now, and what is wrong in what the model filled in
   * shows. Left out: as false, once a pause lets the document be checked.
   */
  partial?: boolean;
}

/** What a step of undo is about: a place, and a kind where many changes of that kind are one step, as typing is. */
export interface FormStep {
  path: Pointer;
  kind?: string;
  /** For how long another change of the kind belongs to the step, in milliseconds; a second unless given. */
  pause?: number;
}

/**
 * A form's state without a view: the value, who set what, what is wrong. Writing one leaf costs its depth; listeners are
 * called for their own path, what is above a change, and what is below a change of structure.
 */
export interface FormStore {
  readonly model: FormModel;
  getValue(path?: Pointer): unknown;
  /** What is submitted: the value without what is hidden. */
  getOutput(): unknown;
  /**
   * Undefined or an empty text means "empty" in the way that the place was empty before, or else "not there" where that is
   * allowed; null, and what JSON says, are taken as they are. `text` keeps what was typed, `problem` why it is no value.
   */
  setValue(path: Pointer, value: unknown, by?: Author, typed?: { text: string; problem?: ValidationIssue }): void;
  getField(path: Pointer): FieldState;
  getGroup(path: Pointer): GroupState;
  getStatus(): FormStatus;
  isVisible(node: FormNode, path: Pointer): boolean;
  subscribe(path: Pointer, listener: () => void): () => void;
  subscribeStatus(listener: () => void): () => void;
  /** The field was left: from now on its errors show. */
  touch(path: Pointer): void;
  insert(path: Pointer, index?: number): void;
  remove(path: Pointer, index: number): void;
  move(path: Pointer, from: number, to: number): void;
  duplicate(path: Pointer, index: number): void;
  /** Gives an entry of a map another name; its place and everything typed in it stay. */
  renameKey(path: Pointer, from: string, to: string): void;
  /** Adds an entry to a map; its name is empty until somebody gives one. */
  addKey(path: Pointer, key?: string): void;
  removeKey(path: Pointer, key: string): void;
  /** Says that something stands beside a value that is not right, such as an entry's name; none takes it back. */
  setProblem(path: Pointer, problem: ValidationIssue | undefined): void;
  /** Uses another branch of a union; what the one before held comes back with it. -1 is none. */
  setBranch(path: Pointer, index: number): void;
  /** Resolves to whether it was submitted. */
  submit(handler: SubmitHandler): Promise<boolean>;
  setErrors(errors: SubmitErrors): void;
  /** Back to the start, or to a value given, which is then the start. */
  reset(value?: unknown): void;
  /** Takes over the value of whoever owns it, as no step of its own. */
  follow(value: unknown): void;
  /** Takes back the last step, whether it was made in a field, in a list or in the JSON; returns the place it was about. */
  undo(): Pointer | undefined;
  redo(): Pointer | undefined;
  /** Forgets the steps: what stands now is where undo ends. */
  clearHistory(): void;
  /** Several writes as one change and, but for `false`, one step of undo; for what is built on a form's state. */
  edit(step: FormStep | false, write: (document: FormDocument, rows: FormRows) => void): void;
  /** All that undo goes back to and drafts keep, as it stands; later changes do not write into it. */
  getContent(): FormContent;
  /** Takes a model's arguments, partial ones too; what a human set stays. */
  applyArguments(value: unknown, options?: ArgumentsOptions): void;
  /** Fetches what takes a model's arguments, where that is not there yet; undefined where there is nothing to wait for. */
  prepareArguments(): Promise<void> | undefined;
  /** What the model asked for against what stands; with it, what a human added. */
  changes(): FormChange[];
  /** Checks the whole document now, and returns what is wrong. */
  check(): ValidationIssue[];
  /** Drops the pending check; for when the form is gone. */
  dispose(): void;
}
