import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { DEFAULT_TENANT_ID } from "../store.ts";
import { aiSdkChat } from "../testing/fixtures/aiSdkChat.ts";
import { watchLog } from "../testing/fixtures/watchLog.ts";
import { wireHost, type WireHost } from "../testing/fixtures/wireHost.ts";

vi.setConfig({ testTimeout: 30_000 });

let test: WireHost;
beforeAll(async () => (test = await wireHost()), 60_000);
afterAll(() => test.close());

const lastSeqOf = async (sessionId: string) =>
  (await test.store.sessions.find({ tenantId: DEFAULT_TENANT_ID, sessionId }))!.lastSeq;

describe("a message to a live session", () => {
  it("reads what is new in the log, and nothing of what was there", async () => {
    const id = randomUUID();
    const chat = aiSdkChat({ url: test.url, id });
    for (const text of ["add", "hello", "and again"]) await chat.sendMessage({ text });
    const before = await lastSeqOf(id);
    const log = watchLog(test.store);
    try {
      await chat.sendMessage({ text: "add" });
      expect(chat.status).toBe("ready");
      expect(log.seqs.length).toBeGreaterThan(0);
      expect(Math.min(...log.seqs)).toBeGreaterThan(before);
    } finally {
      log.stop();
    }
  });

  it("that answers an approval reads its turn, and nothing of those before", async () => {
    const id = randomUUID();
    const chat = aiSdkChat({ url: test.url, id });
    for (const text of ["add", "hello"]) await chat.sendMessage({ text });
    const before = await lastSeqOf(id);
    await chat.sendMessage({ text: "publish" });
    const part = chat.messages.at(-1)!.parts.find((part) => "approval" in part && part.approval);
    const log = watchLog(test.store);
    try {
      const approval = (part as { approval: { id: string } }).approval;
      await chat.addToolApprovalResponse({ id: approval.id, approved: true });
      await expect.poll(() => chat.messages.at(-1)!.parts.map(({ type }) => type)).toContain("text");
      expect(Math.min(...log.seqs)).toBeGreaterThan(before);
    } finally {
      log.stop();
    }
  });
});
