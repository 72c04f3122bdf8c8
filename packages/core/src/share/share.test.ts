import fc from "fast-check";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { NewEvent } from "../events/event.ts";
import { chatTurn } from "../timeline/testing/fixtures/chatTurn.ts";
import { logOf } from "../timeline/testing/fixtures/logOf.ts";
import { randomHistory } from "../timeline/testing/fixtures/randomHistory.ts";
import { createTimeline } from "../timeline/timeline.ts";
import { packBytes, unpackBytes } from "./packed.ts";
import { redactEvents } from "./redact.ts";
import { readSessionFile, streamSessionFile, writeSessionFile, type SessionFile } from "./sessionFile.ts";
import { writeSessionPage } from "./sessionPage.ts";
import { withOutputs } from "./withOutputs.ts";

const viewer = { script: "start()", style: "p{}", scriptHash: "'sha256-a'", styleHash: "'sha256-b'" };
const snapshotOf = (events: Parameters<typeof createTimeline>[0] extends never ? never : readonly unknown[]) => {
  const timeline = createTimeline();
  timeline.apply(events as never);
  return timeline.snapshot();
};

async function partsOf(file: Blob): Promise<SessionFile[]> {
  const parts: SessionFile[] = [];
  for await (const part of streamSessionFile(file)) parts.push(part);
  return parts;
}

describe("a session as a file", () => {
  test("is read as it was written: a log with its head, without it, an array, or a page", async () => {
    const log = logOf(chatTurn);
    const file = writeSessionFile(log, { title: "Refunds </script> & more", savedAt: 5 });
    const bare = file.slice(file.indexOf("\n") + 1);
    const page = await writeSessionPage(log, viewer, { title: "Refunds </script> & more", savedAt: 5 });
    for (const text of [file, bare, JSON.stringify(log), page]) {
      expect((await readSessionFile(text))!.events).toEqual(log);
    }
    expect((await readSessionFile(page))!.head).toEqual({
      callboard: 1,
      title: "Refunds </script> & more",
      savedAt: 5,
    });
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    expect(page).toContain("default-src 'none'; script-src 'sha256-a'; style-src 'sha256-b'; base-uri 'none'");
  });

  test("of any kind is read piece by piece too: a long log's first events before its last, under one head", async () => {
    const log = logOf(chatTurn);
    const page = await writeSessionPage(log, viewer);
    const file = writeSessionFile(log, { title: "Ünïcode 🎭" });
    for (const text of [file, file.slice(file.indexOf("\n") + 1), JSON.stringify(log), page]) {
      const parts = await partsOf(new Blob([text]));
      expect(parts).toEqual([await readSessionFile(text)]);
    }
    expect(await partsOf(new Blob(['{"not": "a log"}']))).toEqual([]);
    const long = logOf(
      Array.from({ length: 90_000 }, (_, n) => ({
        type: "message.added",
        messageId: `m${n}`,
        role: "user",
        text: "ü",
      })),
    );
    const parts = await partsOf(new Blob([writeSessionFile(long, { title: "Long" })]));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts[0]!.events.length).toBeLessThan(30_000);
    for (const { head, events } of parts) {
      expect(head).toBe(parts[0]!.head);
      expect(events).toEqual(long.slice(0, events.length));
    }
    expect(parts.at(-1)!.events).toHaveLength(long.length);
  });

  test("has the large outputs in it that its writer may read, and says how many it is without", async () => {
    const outputRef = (id: string, bytes = 300_000) => ({ id, bytes, mediaType: "application/json", preview: "[1" });
    const log = logOf([
      { type: "tool.requested", callId: "c1", tool: "search" },
      { type: "tool.completed", callId: "c1", outputRef: outputRef("kept"), durationMs: 3 },
      { type: "tool.requested", callId: "c2", tool: "search" },
      { type: "tool.completed", callId: "c2", outputRef: outputRef("foreign") },
      { type: "tool.requested", callId: "c3", tool: "search" },
      { type: "tool.completed", callId: "c3", outputRef: outputRef("giant", 1e9) },
    ]);
    const asked: string[] = [];
    const whole = await withOutputs(log, async (id) => {
      asked.push(id);
      if (id === "foreign") throw new Error("404");
      return [1, 2];
    });
    expect(asked).toEqual(["kept", "foreign"]);
    expect(whole.outputsLeft).toBe(2);
    expect(whole.events[1]).toMatchObject({ output: [1, 2], durationMs: 3 });
    expect(whole.events[1]).not.toHaveProperty("outputRef");
    expect(whole.events[3]).toBe(log[3]);
    const file = await readSessionFile(writeSessionFile(whole.events, { outputsLeft: whole.outputsLeft }));
    expect(file).toEqual({ head: { callboard: 1, outputsLeft: 2 }, events: whole.events });
    expect((await withOutputs(log, undefined)).outputsLeft).toBe(3);
  });

  test("any log comes back with the same state, through a page too", async () => {
    await fc.assert(
      fc.asyncProperty(randomHistory, async (history) => {
        const log = logOf(history);
        const read = await readSessionFile(await writeSessionPage(log, viewer));
        expect(snapshotOf(read!.events)).toEqual(snapshotOf(log));
      }),
    );
  });

  test("any bytes stand in a page as characters that nothing changes, an eighth longer", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const packed = packBytes(bytes);
        // NUL, line ends and "<" are what HTML and editors change.
        // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
        expect(packed).not.toMatch(/[\0\n\r<]/);
        expect(new TextEncoder().encode(packed).length).toBeLessThanOrEqual(Math.ceil((bytes.length * 8) / 7) + 1);
        expect(unpackBytes(packed, bytes.length)).toEqual(bytes);
      }),
    );
  });

  test("a page is at most 1.2 times the compressed log, beside its viewer", async () => {
    const words = Array.from({ length: 4000 }, (_, index): NewEvent => ({
      type: "agent.text_appended",
      agentId: "a1",
      delta: `${Math.sin(index).toString(36).slice(2, 10)} `,
    }));
    const log = logOf([{ type: "agent.started", agentId: "a1" }, ...words]);
    const text = log.map((event) => JSON.stringify(event)).join("\n");
    const page = await writeSessionPage(log, viewer);
    expect(new TextEncoder().encode(page).length).toBeLessThan(1.2 * gzipSync(text).length);
  });

  test("what holds no session is said to hold none", async () => {
    for (const text of ["", "hello", "{}", "[1, 2]", '{"a": 1}\n{"b": 2}', "<html></html>", "[", "null"]) {
      expect(await readSessionFile(text)).toBeNull();
    }
  });
});

describe("a log for a bug report", () => {
  test("hides what is secret by its name or its form, and nothing else", () => {
    const log = logOf([
      {
        type: "tool.started",
        callId: "c1",
        tool: "connect",
        input: { apiKey: "abc", user: "ada", nested: { DB_PASSWORD: ["p"] }, url: "https://bob:hunter2@x.example/a" },
        meta: { signature: "zzz" },
      },
      {
        type: "tool.completed",
        callId: "c1",
        output: { text: "Authorization: Bearer abcdefghijkl, tokens used: 12", usage: { inputTokens: 5 } },
      },
    ]);
    const text = JSON.stringify(redactEvents(log));
    for (const secret of ["abc", "hunter2", '"p"', "zzz", "abcdefghijkl"]) expect(text).not.toContain(secret);
    for (const plain of ["ada", "https://bob:", "x.example/a", "connect", "tool.completed"])
      expect(text).toContain(plain);
  });

  test("hides a secret that streams in pieces, wherever it is cut; places, times and lengths stay", () => {
    const json = '{"note":"hi","password":"hunter2 and more","key":"sk-abcdefghijklmnop"}';
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 40 }), (sizes) => {
        const deltas: string[] = [];
        for (let from = 0, at = 0; from < json.length; at++) {
          const size = sizes[at % sizes.length]!;
          deltas.push(json.slice(from, (from += size)));
        }
        const log = logOf([
          { type: "tool.requested", callId: "c1", tool: "save" },
          ...deltas.map((delta): NewEvent => ({ type: "tool.input_appended", callId: "c1", delta })),
        ]);
        const safe = redactEvents(log);
        const streamed = safe.flatMap((event) => (event.type === "tool.input_appended" ? [event.delta] : []));
        expect(streamed.map((delta) => delta.length)).toEqual(deltas.map((delta) => delta.length));
        expect(streamed.join("")).toMatch(/^\{"note":"hi","password":"•+","key":"•+"\}$/);
        expect(safe.map(({ seq, at }) => [seq, at])).toEqual(log.map(({ seq, at }) => [seq, at]));
      }),
    );
  });
});
