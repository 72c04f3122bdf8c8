import type { FormStep } from "./formState.ts";
import type { Pointer } from "../../json/pointer.ts";

/** A state to go back to, and the place of the step after it. */
interface Step<Content> {
  content: Content;
  path: Pointer;
}

/** The states of a form in order: those behind, and, after going back, those ahead. */
export interface FormHistory<Content> {
  /**
   * Begins a step. One `kind` after another without a pause is one step, as typing is; none is a step of its own.
   * Returns what drops the step again, for a change that changed nothing.
   */
  begin(content: () => Content, step: FormStep): () => void;
  /** The next change is a new step, whatever its kind. */
  close(): void;
  /** The state before the last step, given the present one. */
  undo(present: Content): Step<Content> | undefined;
  redo(present: Content): Step<Content> | undefined;
  clear(): void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** After this long, in milliseconds, the next key in the same field is a step of its own. */
const usualPause = 1_000;

/** @param limit how many steps are kept. */
export function createFormHistory<Content>(limit: number): FormHistory<Content> {
  const past: Step<Content>[] = [];
  let future: Step<Content>[] = [];
  let open: { kind: string; at: number } | undefined;

  const close = (): void => void (open = undefined);
  const move = (from: Step<Content>[], to: Step<Content>[], present: Content): Step<Content> | undefined => {
    close();
    const step = from.pop();
    if (step) to.push({ content: present, path: step.path });
    return step;
  };
  return {
    begin(content, { path, kind, pause = usualPause }) {
      const at = Date.now();
      const goesOn = kind !== undefined && open?.kind === kind && at - open.at < pause && past.length > 0;
      const before = { open, future, first: past[0] };
      open = kind === undefined ? undefined : { kind, at };
      future = [];
      if (goesOn) return () => ({ open, future } = before);
      past.push({ content: content(), path });
      const dropped = past.length > limit;
      if (dropped) past.shift();
      return () => {
        past.pop();
        if (dropped) past.unshift(before.first!);
        ({ open, future } = before);
      };
    },
    close,
    undo: (present) => move(past, future, present),
    redo: (present) => move(future, past, present),
    clear() {
      close();
      past.length = 0;
      future = [];
    },
    get canUndo() {
      return past.length > 0;
    },
    get canRedo() {
      return future.length > 0;
    },
  };
}
