import type { HttpClient, ToolClient, ToolDetail } from "@callboard/core";

/** A frame's client; `known` is its tool once that was read. */
export type FrameClient = ToolClient & { known(): ToolDetail | undefined };

/**
 * What a frame asks of its host: its tool, runs of it, and what came of them. Reading the tool is here at once; the
 * rest is fetched when it is needed.
 */
export function createEmbedClient(send: typeof fetch): FrameClient {
  let loading: Promise<HttpClient> | undefined;
  let known: ToolDetail | undefined;
  const whole = () =>
    (loading ??= import("./wholeClient.ts").then(
      ({ createHttpClient }) => createHttpClient({ baseUrl: "", fetch: send }),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
  return {
    known: () => known,
    async tool(slug) {
      // What was published is pinned, and a frame has one tool.
      if (known?.slug === slug) return known;
      try {
        const answer = await send(`/api/tools/${encodeURIComponent(slug)}`, {
          headers: { accept: "application/json" },
        });
        if (answer.ok) return (known = (await answer.json()) as ToolDetail);
      } catch {}
      // Says in words why not.
      return (await whole()).tool(slug);
    },
    run: async (...asked) => (await whole()).run(...asked),
    async *events(...asked) {
      yield* (await whole()).events(...asked);
    },
    output: async (...asked) => (await whole()).output(...asked),
    outputBlob: async (...asked) => (await whole()).outputBlob(...asked),
    cancel: async (...asked) => (await whole()).cancel(...asked),
    share: async (...asked) => (await whole()).share(...asked),
    shares: async (...asked) => (await whole()).shares(...asked),
    unshare: async (...asked) => (await whole()).unshare(...asked),
    answer: async (...asked) => (await whole()).answer(...asked),
    // Approvals of agents are nothing for whoever fills in a form of a page.
    can: () => ({ answer: true, edit: false, cancel: true }),
  };
}
