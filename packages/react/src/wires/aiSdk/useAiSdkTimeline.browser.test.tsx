import { useChat } from "@ai-sdk/react";
import {
  DefaultChatTransport,
  isToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type UIMessage,
  type UIMessageChunk,
} from "ai";
import { StrictMode, useState } from "react";
import { page, userEvent } from "vitest/browser";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ToolCallCard } from "../../card/ToolCallCard.tsx";
import { ToolProvider } from "../../provider/ToolProvider.tsx";
import { useAiSdkTimeline } from "./useAiSdkTimeline.ts";
import type { AiSdkTimelineOptions } from "./aiSdkChat.ts";

/** A server whose responses the test writes, chunk by chunk, as SSE. */
const createServer = () => {
  const requests: { messages: UIMessage[]; trigger: string }[] = [];
  const waiting: ((response: Response) => void)[] = [];
  const encoder = new TextEncoder();
  return {
    requests,
    fetch: ((_, init) => {
      if (init?.method === "GET") return Promise.resolve(new Response(null, { status: 204 }));
      requests.push(JSON.parse(String(init?.body)) as (typeof requests)[number]);
      return new Promise<Response>((resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
        waiting.push(resolve);
      });
    }) as typeof fetch,
    /** Answers the oldest request that waits. */
    async respond() {
      await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0));
      let controller!: ReadableStreamDefaultController<Uint8Array>;
      let isCancelled = false;
      const body = new ReadableStream<Uint8Array>({
        start: (given) => void (controller = given),
        cancel: () => void (isCancelled = true),
      });
      waiting.shift()!(new Response(body, { headers: { "content-type": "text/event-stream" } }));
      return {
        isCancelled: () => isCancelled,
        send(...chunks: UIMessageChunk[]) {
          for (const chunk of chunks) controller.enqueue(encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`));
        },
        close() {
          controller.enqueue(encoder.encode("data: [DONE]\n\n"));
          controller.close();
        },
        fail: () => controller.error(new TypeError("network error")),
      };
    },
  };
};

let server: ReturnType<typeof createServer>;
beforeEach(() => {
  server = createServer();
});

interface ChatProps {
  saved?: UIMessage[];
  options?: AiSdkTimelineOptions;
  resume?: boolean;
  onRender?: (all: ReturnType<typeof useAiSdkTimeline>) => void;
}

/** An ordinary useChat chat, with a message list of its own. */
function Chat({ saved, options, resume = false, onRender }: ChatProps) {
  const all = useAiSdkTimeline(() => new DefaultChatTransport({ api: "/chat", fetch: server.fetch }), saved, options);
  const { transport, timeline, client, connect } = all;
  const chat = useChat({
    transport,
    resume,
    ...(saved && { messages: saved }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  connect(chat);
  onRender?.(all);
  return (
    <ToolProvider timeline={timeline} client={client}>
      {chat.messages.map((message) => (
        <article key={message.id} data-message={message.id}>
          {message.parts.map((part, index) => {
            if (part.type === "text") return <p key={index}>{part.text}</p>;
            if (!isToolUIPart(part)) return null;
            return (
              <div key={index} data-state={part.state} data-raw={JSON.stringify(part.input)}>
                <ToolCallCard callId={part.toolCallId} defaultOpen />
              </div>
            );
          })}
        </article>
      ))}
      <button onClick={() => void chat.sendMessage({ text: "Go." })}>Send</button>
      <button onClick={() => void chat.stop()}>Stop</button>
      <button onClick={() => void chat.regenerate()}>Again</button>
      <output>{chat.status}</output>
    </ToolProvider>
  );
}

const button = (name: string | RegExp) => page.getByRole("button", { name });
const card = (name: string) => page.getByRole("group", { name, exact: true });
const begin: UIMessageChunk[] = [{ type: "start" }, { type: "start-step" }];
const text = (value: string, id = "0"): UIMessageChunk[] => [
  { type: "text-start", id },
  { type: "text-delta", id, delta: value },
  { type: "text-end", id },
];
const asked: UIMessageChunk[] = [
  { type: "tool-input-available", toolCallId: "c1", toolName: "publish", input: { text: "hello" } },
  { type: "tool-approval-request", toolCallId: "c1", approvalId: "p1" },
];
const end: UIMessageChunk[] = [{ type: "finish-step" }, { type: "finish" }];

const idle = () => expect.element(page.getByText("ready", { exact: true })).toBeVisible();

describe("an ordinary useChat chat", () => {
  test("shows each call live in its own list: arguments, sub-agent, output", async () => {
    const seen: ReturnType<typeof useAiSdkTimeline>[] = [];
    await render(<Chat onRender={(all) => seen.push(all)} />);
    await userEvent.click(button("Send"));
    const response = await server.respond();
    response.send(
      ...begin,
      { type: "tool-input-start", toolCallId: "c1", toolName: "research" },
      { type: "tool-input-delta", toolCallId: "c1", inputTextDelta: '{"topic":"ca' },
    );
    await expect.element(card("Research")).toHaveAttribute("data-status", "requested");
    const { timeline } = seen[0]!;
    expect(timeline.getNode("c1")).toMatchObject({ input: { topic: "ca" } });
    response.send(
      { type: "tool-input-delta", toolCallId: "c1", inputTextDelta: 'ts"}' },
      { type: "tool-input-available", toolCallId: "c1", toolName: "research", input: { topic: "cats" } },
    );
    await expect.element(card("Research")).toHaveAttribute("data-status", "running");
    response.send({
      type: "data-callboard",
      transient: true,
      data: { callId: "c1", name: "Researcher", chunks: [{ type: "text-delta", id: "0", delta: "Cats purr." }] },
    });
    await expect.element(page.getByText("Cats purr.")).toBeVisible();
    response.send(
      { type: "tool-output-available", toolCallId: "c1", output: "They purr." },
      ...text("So it is."),
      ...end,
    );
    response.close();
    await expect.element(card("Research")).toHaveAttribute("data-status", "completed");
    await expect.element(page.getByText("So it is.")).toBeVisible();
    await idle();
    const message = page.getByText("So it is.").element().closest("article")!.dataset["message"]!;
    expect(timeline.itemsOf(message).map((item) => item.kind)).toEqual(["call", "text"]);
    expect(timeline.snapshot().agents.map((agent) => agent.status)).toEqual(["completed"]);
    expect(timeline.snapshot().messages.map((one) => one.text)).toEqual(["Go."]);
    // The same objects in every render, so that nothing below is made anew.
    for (const all of seen) {
      expect([all.timeline === timeline, all.client === seen[0]!.client, all.transport === seen[0]!.transport]).toEqual(
        [true, true, true],
      );
    }
  });

  test("asks, answers by the chat's own way, and goes on under the same message and call", async () => {
    await render(<Chat />);
    await userEvent.click(button("Send"));
    const first = await server.respond();
    first.send(...begin, ...text("May I?"), ...asked, ...end);
    first.close();
    await userEvent.click(button(/^publish$/i));
    const second = await server.respond();
    const sent = server.requests[1]!.messages.at(-1)!.parts.find(isToolUIPart)!;
    expect(sent).toMatchObject({ state: "approval-responded", approval: { id: "p1", approved: true } });
    second.send(
      { type: "start" },
      { type: "tool-output-available", toolCallId: "c1", output: "out" },
      ...begin.slice(1),
      ...text("Published."),
      ...end,
    );
    second.close();
    await expect.element(card("Publish")).toHaveAttribute("data-status", "completed");
    await expect.element(page.getByText("Published.")).toBeVisible();
    expect(document.querySelectorAll("article")).toHaveLength(2);
  });

  test("denies with a reason, which the server and the card get", async () => {
    await render(<Chat />);
    await userEvent.click(button("Send"));
    const first = await server.respond();
    first.send(...begin, ...asked, ...end);
    first.close();
    await userEvent.click(button("Say why"));
    await userEvent.fill(page.getByRole("textbox"), "Not today.");
    await userEvent.click(button("Deny"));
    await expect.element(card("Publish")).toHaveAttribute("data-status", "denied");
    const second = await server.respond();
    expect(server.requests[1]!.messages.at(-1)!.parts.find(isToolUIPart)).toMatchObject({
      approval: { approved: false, reason: "Not today." },
    });
    second.send({ type: "start" }, { type: "tool-output-denied", toolCallId: "c1" }, ...text("Then not."), ...end);
    second.close();
    await expect.element(page.getByText("Then not.")).toBeVisible();
    await expect.element(page.getByText("Not today.")).toBeVisible();
  });

  test("shows the same cards from saved messages, and an old ask is answered there", async () => {
    const saved: UIMessage[] = [
      { id: "u1", role: "user", parts: [{ type: "text", text: "Go." }] },
      {
        id: "m1",
        role: "assistant",
        parts: [
          { type: "step-start" },
          { type: "tool-search", toolCallId: "c0", state: "output-available", input: { q: 1 }, output: "found" },
          {
            type: "tool-publish",
            toolCallId: "c1",
            state: "approval-requested",
            input: { text: "hello" },
            approval: { id: "p1" },
          },
        ] as UIMessage["parts"],
      },
    ];
    await render(<Chat saved={saved} />);
    await expect.element(card("Search")).toHaveAttribute("data-status", "completed");
    await userEvent.click(button(/^publish$/i));
    const response = await server.respond();
    response.send(
      { type: "start" },
      { type: "tool-output-available", toolCallId: "c1", output: "out" },
      ...text("Published."),
      ...end,
    );
    response.close();
    await expect.element(card("Publish")).toHaveAttribute("data-status", "completed");
    await expect.element(page.getByText("Published.")).toBeVisible();
    expect(document.querySelectorAll("[data-message=m1]")).toHaveLength(1);
  });

  test("stopped by its reader, cancels what ran, and stops the request", async () => {
    await render(<Chat />);
    await userEvent.click(button("Send"));
    const response = await server.respond();
    response.send(...begin, asked[0]!);
    await expect.element(card("Publish")).toBeVisible();
    await userEvent.click(button("Stop"));
    await expect.element(card("Publish")).toHaveAttribute("data-status", "cancelled");
    await vi.waitFor(() => expect(response.isCancelled()).toBe(true));
  });

  test("cut by the network, interrupts what ran", async () => {
    await render(<Chat />);
    await userEvent.click(button("Send"));
    const response = await server.respond();
    response.send(...begin, asked[0]!);
    await expect.element(card("Publish")).toBeVisible();
    response.fail();
    await expect.element(card("Publish")).toHaveAttribute("data-status", "interrupted");
  });

  test("answered anew, withdraws the former answer with its asks", async () => {
    const seen: ReturnType<typeof useAiSdkTimeline>[] = [];
    await render(<Chat onRender={(all) => seen.push(all)} />);
    await userEvent.click(button("Send"));
    const first = await server.respond();
    first.send(...begin, ...asked, ...end);
    first.close();
    await expect.element(card("Publish")).toHaveAttribute("data-status", "awaiting-approval");
    await idle();
    await userEvent.click(button("Again"));
    const second = await server.respond();
    second.send(...begin, ...text("Anew."), ...end);
    second.close();
    await expect.element(page.getByText("Anew.")).toBeVisible();
    const { timeline } = seen.at(-1)!;
    expect(timeline.getNode("c1")).toBeUndefined();
    expect(timeline.snapshot().agents.map((agent) => agent.status)).toEqual(["cancelled", "completed"]);
  });

  test("may be spared the streaming arguments, which cards have all the same", async () => {
    await render(<Chat options={{ withholdInput: true }} />);
    await userEvent.click(button("Send"));
    const response = await server.respond();
    response.send(
      ...begin,
      { type: "tool-input-start", toolCallId: "c1", toolName: "research" },
      { type: "tool-input-delta", toolCallId: "c1", inputTextDelta: '{"topic":"cats' },
      ...text("Meanwhile."),
    );
    await expect.element(page.getByText("Meanwhile.")).toBeVisible();
    const part = document.querySelector("[data-state=input-streaming]")!;
    expect(part.getAttribute("data-raw")).toBeNull();
    await expect.element(page.getByText("Arguments are being written")).toBeVisible();
    await expect.element(page.getByText("cats")).toBeVisible();
  });

  test("works in strict mode, and keeps several chats apart", async () => {
    await render(
      <StrictMode>
        <section data-chat="a">
          <Chat />
        </section>
        <section data-chat="b">
          <Chat />
        </section>
      </StrictMode>,
    );
    await userEvent.click(button("Send").first());
    const response = await server.respond();
    response.send(...begin, asked[0]!, { type: "tool-output-available", toolCallId: "c1", output: "out" }, ...end);
    response.close();
    await expect.element(card("Publish")).toHaveAttribute("data-status", "completed");
    expect(document.querySelectorAll("[data-chat=a] [data-node=c1]")).toHaveLength(1);
    expect(document.querySelectorAll("[data-chat=b] [data-node]")).toHaveLength(0);
  });

  test("begins another timeline for another chat, and takes messages that come late", async () => {
    const saved: UIMessage[] = [
      {
        id: "m1",
        role: "assistant",
        parts: [
          {
            type: "dynamic-tool",
            toolName: "search",
            toolCallId: "c0",
            state: "output-available",
            input: {},
            output: 1,
          },
        ],
      },
    ];
    const seen: ReturnType<typeof useAiSdkTimeline>[] = [];
    const Host = () => {
      const [id, setId] = useState("one");
      const [loaded, setLoaded] = useState<UIMessage[]>();
      const all = useAiSdkTimeline(() => new DefaultChatTransport(), loaded, { id });
      seen.push(all);
      return (
        <ToolProvider timeline={all.timeline}>
          <ToolCallCard callId="c0" fallback={<p>nothing</p>} />
          <button onClick={() => setLoaded(saved)}>Load</button>
          <button
            onClick={() => {
              setId("two");
              setLoaded(undefined);
            }}
          >
            Other
          </button>
        </ToolProvider>
      );
    };
    await render(<Host />);
    await userEvent.click(button("Load"));
    await expect.element(card("Search")).toHaveAttribute("data-status", "completed");
    await userEvent.click(button("Other"));
    await expect.element(page.getByText("nothing")).toBeVisible();
    expect(new Set(seen.map((all) => all.timeline)).size).toBe(2);
  });
});

describe("the client", () => {
  const setUp = async (connected = true) => {
    const seen: ReturnType<typeof useAiSdkTimeline>[] = [];
    const answers: unknown[] = [];
    const saved: UIMessage[] = [
      {
        id: "m1",
        role: "assistant",
        parts: [
          { type: "tool-publish", toolCallId: "c1", state: "approval-requested", input: {}, approval: { id: "p1" } },
        ],
      },
    ];
    const Host = () => {
      const all = useAiSdkTimeline(() => new DefaultChatTransport(), saved);
      seen.push(all);
      if (connected) all.connect({ messages: saved, addToolApprovalResponse: (answer) => void answers.push(answer) });
      return null;
    };
    await render(<Host />);
    return { all: seen[0]!, answers };
  };

  test("offers what the wire can carry: an answer, no edited input, no stop of one call", async () => {
    const { all } = await setUp();
    expect(all.client.can("c1")).toEqual({ answer: true, edit: false, cancel: false });
    expect(all.client.can("none")).toEqual({ answer: false, edit: false, cancel: false });
    const ask = { callId: "c1", approvalId: "p1", decision: "approve" as const };
    await expect(all.client.answer({ ...ask, input: { text: "changed" } })).rejects.toMatchObject({
      code: "not_supported",
    });
  });

  test("answers once, and only what is asked", async () => {
    const { all, answers } = await setUp();
    const ask = { callId: "c1", approvalId: "p1", decision: "approve" as const };
    await expect(all.client.answer({ ...ask, approvalId: "p0" })).rejects.toMatchObject({ status: 409 });
    await all.client.answer(ask);
    await expect(all.client.answer(ask)).rejects.toMatchObject({ status: 409 });
    expect(answers).toEqual([{ id: "p1", approved: true }]);
    expect(all.timeline.getNode("c1")).toMatchObject({ approval: { state: "approved" } });
  });

  test("says how to mend that no chat is connected, and offers nothing until then", async () => {
    const { all } = await setUp(false);
    expect(all.client.can("c1").answer).toBe(false);
    const ask = { callId: "c1", approvalId: "p1", decision: "deny" as const };
    await expect(all.client.answer(ask)).rejects.toThrow("connect(chat)");
  });
});

describe("a chat that an older version of the AI SDK saved", () => {
  const invocation = {
    state: "result",
    toolCallId: "old",
    toolName: "search",
    args: { query: "tea" },
    result: "2 found",
  };
  const saved = [
    { id: "u", role: "user", content: "Find tea." },
    { id: "a", role: "assistant", content: "", parts: [{ type: "tool-invocation", toolInvocation: invocation }] },
    { id: "b", role: "assistant", content: "", parts: [{ type: "tool-invocation" }, null] },
    null,
    {
      id: "n",
      role: "assistant",
      parts: [{ type: "tool-search", toolCallId: "new", state: "output-available", input: {}, output: "3 found" }],
    },
  ] as unknown as UIMessage[];

  function Cards({ messages }: { messages: UIMessage[] }) {
    const { timeline } = useAiSdkTimeline(
      () => new DefaultChatTransport({ api: "/chat", fetch: server.fetch }),
      messages,
    );
    return (
      <ToolProvider timeline={timeline}>
        <ToolCallCard callId="old" />
        <ToolCallCard callId="new" />
      </ToolProvider>
    );
  }

  test.each([
    ["is shown", [saved]],
    ["is shown where it loads late", [[], saved]],
  ])("%s, with what is newer", async (_name, renders) => {
    const screen = await render(<Cards messages={renders[0]!} />);
    for (const messages of renders.slice(1)) await screen.rerender(<Cards messages={messages} />);
    await expect.poll(() => page.getByRole("group", { name: "Search" }).elements().length).toBe(2);
    expect(page.getByText("tea", { exact: true }).elements()).toHaveLength(1);
  });
});
