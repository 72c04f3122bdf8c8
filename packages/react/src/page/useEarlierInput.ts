"use client";
import { sameJson } from "@callboard/core/form";
import { useMemo, useRef, useState } from "react";

interface RunBeside {
  callId: string;
  input: unknown;
  hasEnded: boolean;
}

export interface EarlierInput {
  /** The run whose result is for another input than the form holds; null while they agree. */
  earlier: string | null;
  /** The form holds another value. */
  hold: (value: unknown) => void;
  /** The form has started a run with this input. */
  begin: (callId: string, input: unknown) => void;
  /** The run that is shown has ended. One that the form did not start brings its input, and counts from the next change on. */
  end: (callId: string, input?: unknown) => void;
  /** The form has been filled in anew with the run's own input. */
  forget: () => void;
}

/** Whether the result beside a form is for what the form holds. Nothing is drawn by a change unless the answer changes. */
export function useEarlierInput(): EarlierInput {
  const [earlier, setEarlier] = useState<string | null>(null);
  const held = useRef<{ value: unknown } | null>(null);
  const run = useRef<RunBeside | null>(null);
  const actions = useMemo(() => {
    const compare = () => {
      const [form, shown] = [held.current, run.current];
      const differs = form && shown?.hasEnded && !sameJson(form.value, shown.input);
      setEarlier(differs ? shown.callId : null);
    };
    return {
      hold(value: unknown) {
        held.current = { value };
        compare();
      },
      begin(callId: string, input: unknown) {
        run.current = { callId, input, hasEnded: false };
        compare();
      },
      end(callId: string, input?: unknown) {
        if (run.current?.callId === callId) run.current.hasEnded = true;
        else {
          run.current = { callId, input, hasEnded: true };
          held.current = null;
        }
        compare();
      },
      forget() {
        held.current = null;
        compare();
      },
    };
  }, []);
  return useMemo(() => ({ earlier, ...actions }), [earlier, actions]);
}
