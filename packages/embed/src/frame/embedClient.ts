import type { HttpClient, ToolClient, ToolDetail } from "@callboard/core";

/** A frame's client; `known` is its tool once that was read. */
export type FrameClient = ToolClient & { known(): ToolDetail | undefined };

/** What a frame asks the whole client, once it needs it. */
type Forwarded = "run" | "output" | "outputBlob" | "cancel" | "share" | "shares" | "unshare" | "answer";
type Given = { [Method in Forwarded]: Parameters<HttpClient[Method]> };
type Answers = { [Method in Forwarded]: Awaited<ReturnType<HttpClient[Method]>> };
type Methods = { [Method in Forwarded]: (...given: Given[Method]) => Promise<Answers[Method]> };

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
  const forward =
    <Method extends Forwarded>(method: Method) =>
    async (...given: Given[Method]): Promise<Answers[Method]> => {
      const client: Methods = await whole();
      return client[method](...given);
    };
  const forwarded: Methods = {
    run: forward("run"),
    output: forward("output"),
    outputBlob: forward("outputBlob"),
    cancel: forward("cancel"),
    share: forward("share"),
    shares: forward("shares"),
    unshare: forward("unshare"),
    answer: forward("answer"),
  };
  return {
    ...forwarded,
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
    async *events(...given) {
      yield* (await whole()).events(...given);
    },
    // Approvals of agents are nothing for whoever fills in a form of a page.
    can: () => ({ answer: true, edit: false, cancel: true }),
  };
}
