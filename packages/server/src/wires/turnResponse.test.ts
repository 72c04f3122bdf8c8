import { expect, test, vi } from "vitest";
import { createConversation } from "../conversation/conversation.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { turnResponse } from "./turnResponse.ts";

test("a turn that goes on because it could not be stopped for its reader is told of", async () => {
  const failure = new Error("the database is away");
  const onProblem = vi.fn();
  const kernel: Partial<Kernel> = {
    store: { sessions: { decide: () => Promise.reject(failure) } } as unknown as Kernel["store"],
    closing: new AbortController().signal,
    heartbeatMs: 60_000,
    onProblem,
  };
  const nothing = () => "";
  const { body } = turnResponse({
    kernel: kernel as Kernel,
    actor: { userId: "ada", tenantId: "t", tenantSlug: "t", permissions: [] },
    sessionId: "chat",
    rootId: "turn",
    conversation: createConversation(),
    known: [],
    writer: { begin: nothing, write: nothing, flush: nothing, finish: nothing, cut: nothing },
    onDisconnect: "cancel",
    signal: AbortSignal.abort(),
    headers: {},
  });
  await vi.waitFor(() => expect(onProblem).toHaveBeenCalledTimes(1));
  expect(onProblem).toHaveBeenCalledWith(expect.stringMatching(/^The turn turn of session chat goes on/), failure);
  await body!.cancel().catch(() => undefined);
});
