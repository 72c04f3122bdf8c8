import { createTransport, toolsClient, ToolClientError } from "@callboard/core/client";

/** A page for whoever looks after the tools of a host. */
export function createToolsPage(baseUrl: string, token: () => Promise<string>) {
  // Once for the whole page: address, credentials, errors, and a second try where that is safe.
  const transport = createTransport({ baseUrl, token });
  const tools = toolsClient(transport);
  return {
    /** The runs of a tool that failed, and why. */
    async failedRuns(slug: string, signal?: AbortSignal) {
      const runs = await tools.calls(slug, { limit: 200, signal });
      return runs
        .filter(({ status }) => status === "failed")
        .map(({ callId, error }) => ({ callId, why: error?.message }));
    },
    /** A route of your own module goes the same way. */
    notes: (signal?: AbortSignal) => transport.json<{ text: string }[]>("/api/board", { signal }),
    pin: (text: string) => transport.send("/api/board", { method: "POST", body: text }),
  };
}

/** What the page says of a failure, and the button that it offers. */
export function sayFailure(error: unknown): { text: string; button?: "Try again" | "Sign in" } {
  if (!(error instanceof ToolClientError)) throw error;
  const text = error.message;
  if (error.mend === "again") return { text, button: "Try again" };
  if (error.mend === "credential") return { text, button: "Sign in" };
  return { text };
}
