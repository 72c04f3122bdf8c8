import type { EventError } from "../events/event.ts";
import { plainCopy } from "../json/plainCopy.ts";
import { thrownError } from "../tool/toolError.ts";
import { inScopeOf, type CallOptions } from "./call.ts";

/** Why a call asks again that was approved. */
export const OTHER_PREVIEW = "What it would change has changed since it was approved. Look at it again, then decide.";

/**
 * What a yes to a call comes to, as its tool says; null where it says nothing. A refusal is why a yes would come to
 * nothing, so that nobody is asked for it.
 */
export async function previewOf(
  call: Pick<CallOptions, "tool" | "input" | "context">,
): Promise<{ preview: unknown; refusal?: undefined } | { preview?: undefined; refusal: EventError }> {
  const { tool, input, context } = call;
  if (!tool.preview) return { preview: null };
  try {
    return { preview: plainCopy((await inScopeOf(call, async () => tool.preview?.(input, context))) ?? null) };
  } catch (thrown) {
    return { refusal: thrownError(thrown) };
  }
}
