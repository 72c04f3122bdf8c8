"use client";
import { sameJson } from "@callboard/core/form";
import { useMemo, useState } from "react";

interface RunBeside {
  callId: string;
  input: unknown;
  /** It was opened to be read: what the form holds by then is not compared with it. */
  isRead: boolean;
}

export interface FormBeside {
  /** The form holds another value, as somebody has changed it. */
  hold: (value: unknown) => void;
  /** The form has been filled in anew with this value. */
  refill: (value: unknown) => void;
  /** A run has been started here with this input. */
  begin: (callId: string, input: unknown) => void;
  /**
   * The run that is shown has ended. One that is not the last started here brings its input, and counts from the next
   * change on.
   */
  end: (callId: string, input?: unknown) => void;
}

/**
 * Whether the result beside a form is for what the form holds: the run whose result is for another input, null while
 * they agree, and what is to be told for it. Nothing is drawn by a change unless the answer changes.
 */
export function useEarlierInput(): readonly [earlier: string | null, beside: FormBeside] {
  const [earlier, setEarlier] = useState<string | null>(null);
  const beside = useMemo(() => createFormBeside(setEarlier), []);
  return [earlier, beside] as const;
}

function createFormBeside(tell: (earlier: string | null) => void): FormBeside {
  // What was started before it stands in the history, as all else that is read there.
  let last: RunBeside | null = null;
  let form: { value: unknown } | null = null;
  let shown: RunBeside | null = null;
  let isPlanned = false;
  const compare = () => {
    const run = shown?.isRead ? null : shown;
    tell(form && run && !sameJson(form.value, run.input) ? run.callId : null);
  };
  return {
    hold(value) {
      form = { value };
      if (shown) shown.isRead = false;
      // A large form is compared once a frame, however fast somebody types.
      if (isPlanned) return;
      isPlanned = true;
      requestAnimationFrame(() => {
        isPlanned = false;
        compare();
      });
    },
    refill(value) {
      form = { value };
      compare();
    },
    begin(callId, input) {
      last = { callId, input, isRead: false };
      shown = null;
      compare();
    },
    end(callId, input) {
      if (shown?.callId === callId) return;
      shown = last?.callId === callId ? last : { callId, input, isRead: true };
      compare();
    },
  };
}
