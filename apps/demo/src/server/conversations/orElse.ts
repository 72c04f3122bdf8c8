import type { ScriptedPart, ScriptedStep } from "@callboard/server";

/** An answer to calls that completed; where they did not, one that says so. */
export function orElse(done: readonly ScriptedPart[]): ScriptedStep {
  return {
    done,
    denied: ["You denied that, so it did not happen."],
    failed: ["A call did not work out, so this example ends here. Its card says why."],
  };
}
