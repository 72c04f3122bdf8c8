import { getEventListeners } from "node:events";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ToolClientError } from "../tool/toolClientError.ts";
import type { ConnectionState } from "./toolClient.ts";
import type { NewEvent, SessionEvent } from "../events/event.ts";
import { chatTurn } from "../timeline/testing/fixtures/chatTurn.ts";
import { logOf } from "../timeline/testing/fixtures/logOf.ts";
import { createTimeline } from "../timeline/timeline.ts";
import { streamSession, type SessionStreamOptions } from "./sessionStream.ts";

type Open = SessionStreamOptions["open"];

const line = (event: SessionEvent) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
const bytes = (text: string) => new TextEncoder().encode(text);
const afterOf = (url: string) => Number(new URL(url, "http://x").searchParams.get("after"));

/** A body of these pieces, which then ends, breaks, or stays open without another byte. */
const body = (pieces: readonly (string | Uint8Array)[], then: "end" | "break" | "hang" = "end") => {
  const left = [...pieces];
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = left.shift();
        if (piece !== undefined) controller.enqueue(typeof piece === "string" ? bytes(piece) : piece);
        else if (then === "end") controller.close();
        else if (then === "break") controller.error(new TypeError("network error"));
        else return new Promise(() => {});
      },
    },
    { highWaterMark: 0 },
  );
};
const respond = (...args: Parameters<typeof body>) => new Response(body(...args));

/** Reads until the last event of `log` has come, then aborts. */
const read = async (log: readonly SessionEvent[], open: Open, options: Partial<SessionStreamOptions> = {}) => {
  const stop = new AbortController();
  const seen: SessionEvent[] = [];
  const states: ConnectionState[] = [];
  const stream = streamSession({
    url: "/events",
    sessionId: "s1",
    open,
    signal: stop.signal,
    onState: (state) => states.push(state),
    patience: 0,
    minDelay: 0,
    maxDelay: 0,
    ...options,
  });
  for await (const batch of stream) {
    seen.push(...batch);
    if (seen.at(-1)?.seq === log.at(-1)?.seq) stop.abort();
  }
  expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  return { seen, states };
};

const log = logOf([
  ...chatTurn.slice(0, 4),
  { type: "agent.text_appended", agentId: "a1", delta: "Ångström — 漢字 🎭", itemId: "t9" } as NewEvent,
  ...chatTurn.slice(4, 8),
]);
const recorded = bytes(`: hello\n\n${log.map(line).join("")}`);

describe("streamSession", () => {
  test("cut at every byte, it goes on from the last event that it has seen", { timeout: 60_000 }, async () => {
    for (let cut = 0; cut <= recorded.length; cut++) {
      const asked: number[] = [];
      const open: Open = async (url, { headers }) => {
        const after = afterOf(url);
        asked.push(after);
        expect(headers["last-event-id"]).toBe(after > 0 ? String(after) : undefined);
        if (asked.length === 1) return respond([recorded.slice(0, cut)], cut % 2 ? "break" : "end");
        return respond([log.slice(after).map(line).join("")], "hang");
      };
      const { seen } = await read(log, open);
      expect(seen).toEqual(log);
      if (asked.length > 1) expect(asked[1]).toBe(Math.max(0, ...seen.slice(0, asked[1]).map(({ seq }) => seq)));
    }
  });

  test("in pieces of every size it reads the same", async () => {
    for (let size = 1; size < 64; size++) {
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < recorded.length; at += size) pieces.push(recorded.slice(at, at + size));
      expect((await read(log, async () => respond(pieces, "hang"))).seen).toEqual(log);
    }
  });

  test("begins after what the reader has already", async () => {
    const urls: string[] = [];
    const open: Open = async (url) => {
      urls.push(url);
      return respond([log.slice(3).map(line).join("")], "hang");
    };
    const { seen } = await read(log, open, { after: 3, url: "/events?share=x" });
    expect(urls).toEqual(["/events?share=x&after=3"]);
    expect(seen).toEqual(log.slice(3));
  });

  test("takes an event that comes again for the one it is", async () => {
    const twice = log.flatMap((event, index) => [event, event, log[Math.max(0, index - 2)]!]);
    expect((await read(log, async () => respond(twice.map(line), "hang"))).seen).toEqual(log);
  });

  test("fetches anew what is missing, and never skips it", async () => {
    const asked: number[] = [];
    const open: Open = async (url) => {
      const after = afterOf(url);
      asked.push(after);
      const rest = log.slice(after);
      return respond([(asked.length < 4 ? rest.filter(({ seq }) => seq !== 3) : rest).map(line).join("")], "hang");
    };
    expect((await read(log, open)).seen).toEqual(log);
    expect(asked).toEqual([0, 2, 2, 2]);
  });

  test("events that overtake one another are put in order, over one connection", async () => {
    const overtaking = fc.array(fc.nat(5), { minLength: log.length, maxLength: log.length });
    const cuts = fc.integer({ min: 1, max: 400 });
    await fc.assert(
      fc.asyncProperty(overtaking, cuts, async (ahead, size) => {
        const order = log.map((event, index) => ({ event, at: index + ahead[index]! })).toSorted((a, b) => a.at - b.at);
        const sent = bytes(order.map(({ event }) => line(event)).join(""));
        const pieces: Uint8Array[] = [];
        for (let at = 0; at < sent.length; at += size) pieces.push(sent.slice(at, at + size));
        const open = vi.fn<Open>(async () => respond(pieces, "hang"));
        expect((await read(log, open, { patience: 60_000 })).seen).toEqual(log);
        expect(open).toHaveBeenCalledTimes(1);
      }),
    );
  });

  test("an event that the host never tells ends it with a word, and not by asking for ever", async () => {
    const asked: number[] = [];
    const open: Open = async (url) => {
      const after = afterOf(url);
      asked.push(after);
      const rest = log.slice(after).filter(({ seq }) => seq !== 5);
      return respond([rest.map(line).join("")], "hang");
    };
    const seen: number[] = [];
    const reading = (async () => {
      const options = { url: "/e", sessionId: "s1", open, patience: 0, minDelay: 0, maxDelay: 0 };
      for await (const batch of streamSession(options)) seen.push(...batch.map(({ seq }) => seq));
    })();
    await expect(reading).rejects.toMatchObject({
      name: "ToolClientError",
      code: "missing_event",
      message: expect.stringContaining("event 6 of this session 6 times, and never event 5"),
    });
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(asked).toEqual([0, 4, 4, 4, 4, 4]);
  });

  test("a line that is no JSON keeps its place, as an event of a type that nobody knows", async () => {
    const bad = [
      ...["{broken", "7", "null", '"text"', '{"type":"x"}', '{"type":"x","seq":"3","sessionId":"s1"}'],
      ...['{"seq":3,"sessionId":"s1"}', '{"seq":3,"sessionId":"s1","type":7}'],
    ];
    for (const data of bad) {
      const lines = log.map((event) => (event.seq === 3 ? `id: 3\ndata: ${data}\n\n` : line(event)));
      const { seen } = await read(log, async () => respond([lines.join("")], "hang"));
      expect(seen.map(({ seq }) => seq)).toEqual(log.map(({ seq }) => seq));
      expect(seen[2]).toEqual({ seq: 3, sessionId: "s1", at: 0, type: "unreadable" });
      const timeline = createTimeline({ sessionId: "s1" });
      timeline.apply(seen);
      expect(timeline.snapshot()).toMatchObject({ lastSeq: log.length, notices: [{ code: "unknown_type", seq: 3 }] });
    }
  });

  test("a line that was garbled on its way is fetched anew", async () => {
    const asked: number[] = [];
    const open: Open = async (url) => {
      const after = afterOf(url);
      asked.push(after);
      const lines = log.slice(after).map(line);
      if (asked.length === 1) lines[2] = lines[2]!.replace('{"', '{"{"');
      return respond([lines.join("")], "hang");
    };
    expect((await read(log, open)).seen).toEqual(log);
    expect(asked).toEqual([0, 2]);
  });

  test("what has no place in the session is dropped, and the session goes on", async () => {
    const foreign = { ...log[1]!, sessionId: "s2" };
    const strays = `data: {broken\n\nid: x\ndata: {broken\n\ndata: 7\n\nid: -1\ndata: []\n\n${line(foreign)}`;
    const lines = [line(log[0]!), strays, ...log.slice(1).map(line)];
    expect((await read(log, async () => respond([lines.join("")], "hang"))).seen).toEqual(log);
  });

  test("tells how the connection does", async () => {
    let opened = 0;
    const open: Open = async (url) => {
      if (++opened === 1) throw new TypeError("fetch failed");
      return respond([log.slice(afterOf(url)).map(line).join("")], "hang");
    };
    expect((await read(log, open)).states).toEqual(["connecting", "waiting", "connecting", "live", "closed"]);
  });

  test.each([401, 403, 404, 410])(
    "a ToolClientError of status %i ends it, for trying again is of no use",
    async (status) => {
      const states: ConnectionState[] = [];
      const open = vi
        .fn<Open>()
        .mockRejectedValue(new ToolClientError("No such session.", { code: "not_found", status }));
      const stream = streamSession({ url: "/e", sessionId: "s1", open, onState: (state) => states.push(state) });
      await expect(stream.next()).rejects.toMatchObject({
        name: "ToolClientError",
        status,
        message: "No such session.",
      });
      expect(open).toHaveBeenCalledTimes(1);
      expect(states).toEqual(["connecting", "closed"]);
    },
  );

  test("an answer that is no success is one too, where `open` is fetch itself", async () => {
    const open: Open = async () => new Response("<h1>Not found</h1>", { status: 404 });
    await expect(streamSession({ url: "/e", sessionId: "s1", open }).next()).rejects.toMatchObject({
      status: 404,
      code: "bad_answer",
    });
  });

  describe("in time", () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });

    const failures: [string, () => Promise<Response>][] = [
      ["a network error", () => Promise.reject(new TypeError("fetch failed"))],
      [
        "a host that is not reached",
        () => Promise.reject(new ToolClientError("x", { code: "unreachable", status: 0 })),
      ],
      ["503", () => Promise.reject(new ToolClientError("x", { code: "busy", status: 503 }))],
      ["429", async () => new Response("", { status: 429 })],
      ["408", async () => new Response("", { status: 408 })],
      ["an end without an event", async () => respond([])],
      ["a broken stream", async () => respond([": hello\n\n"], "break")],
      ["no body", async () => new Response(null)],
    ];
    test.each(failures)("%s is tried again: twice as late each time, up to a limit, each jittered", async (_, fail) => {
      for (const random of [0, 0.5, 1]) {
        vi.spyOn(Math, "random").mockReturnValue(random);
        const at: number[] = [];
        const begun = Date.now();
        const stop = new AbortController();
        const open: Open = () => {
          at.push(Date.now() - begun);
          return fail();
        };
        const options = { url: "/e", sessionId: "s1", open, signal: stop.signal, minDelay: 100, maxDelay: 1000 };
        const next = streamSession(options).next();
        await vi.advanceTimersByTimeAsync(5000);
        const waits = at.slice(1).map((time, index) => time - at[index]!);
        const factor = 0.5 + random / 2;
        expect(waits.slice(0, 6)).toEqual([100, 200, 400, 800, 1000, 1000].map((wait) => wait * factor));
        stop.abort();
        expect(await next).toMatchObject({ done: true });
        expect(vi.getTimerCount()).toBe(0);
      }
    });

    test("begins again with short waits once an event came", async () => {
      vi.spyOn(Math, "random").mockReturnValue(1);
      const at: number[] = [];
      const open: Open = async (url) => {
        at.push(Date.now());
        if (at.length !== 4) throw new TypeError("fetch failed");
        return respond([line(log[afterOf(url)]!)], "break");
      };
      const stop = new AbortController();
      const stream = streamSession({ url: "/e", sessionId: "s1", open, signal: stop.signal, minDelay: 100 });
      const first = stream.next();
      await vi.advanceTimersByTimeAsync(800);
      expect((await first).value).toEqual([log[0]]);
      const second = stream.next();
      await vi.advanceTimersByTimeAsync(100);
      expect(at.map((time) => time - at[0]!)).toEqual([0, 100, 300, 700, 900]);
      stop.abort();
      await second;
    });

    test("begins again with short waits after a quiet connection that held long", async () => {
      vi.spyOn(Math, "random").mockReturnValue(1);
      const at: number[] = [];
      const open: Open = async () => {
        at.push(Date.now());
        return respond([": hello\n\n"], "hang");
      };
      const stop = new AbortController();
      const options = { url: "/e", sessionId: "s1", open, signal: stop.signal, minDelay: 100, maxDelay: 1000 };
      const next = streamSession({ ...options, silence: 5000 }).next();
      await vi.advanceTimersByTimeAsync(21_000);
      expect(at.map((time) => time - at[0]!)).toEqual([0, 5100, 10_200, 15_300, 20_400]);
      stop.abort();
      await next;
    });

    test("a connection without a byte is given up for another, also where nothing heeds the signal", async () => {
      let opened = 0;
      let cancelled = 0;
      const silent = () => new ReadableStream<Uint8Array>({ cancel: () => void cancelled++ });
      const open: Open = () => {
        opened++;
        if (opened === 1) return new Promise(() => {});
        if (opened === 2) return Promise.resolve(new Response(silent()));
        return Promise.resolve(respond([line(log[0]!)], "hang"));
      };
      const stop = new AbortController();
      const options = { url: "/e", sessionId: "s1", open, signal: stop.signal, minDelay: 0, silence: 1000 };
      const stream = streamSession(options);
      const next = stream.next();
      await vi.advanceTimersByTimeAsync(999);
      expect(opened).toBe(1);
      await vi.advanceTimersByTimeAsync(10);
      expect(opened).toBe(2);
      await vi.advanceTimersByTimeAsync(1000);
      expect([opened, cancelled]).toEqual([3, 1]);
      expect((await next).value).toEqual([log[0]]);
      await stream.return();
      expect(vi.getTimerCount()).toBe(0);
    });

    test("an event that was overtaken has a while to come; then it is fetched anew", async () => {
      vi.spyOn(Math, "random").mockReturnValue(1);
      const at: number[] = [];
      const open: Open = async (url) => {
        at.push(Date.now());
        const rest = log.slice(afterOf(url), 5);
        if (at.length > 1) return respond(rest.map(line), "hang");
        return respond([log[0]!, log[2]!, log[1]!, log[4]!].map(line), "hang");
      };
      const stop = new AbortController();
      const options = { url: "/e", sessionId: "s1", open, signal: stop.signal, minDelay: 100, patience: 1000 };
      const seen: number[] = [];
      const reading = (async () => {
        for await (const batch of streamSession(options)) seen.push(...batch.map(({ seq }) => seq));
      })();
      await vi.advanceTimersByTimeAsync(999);
      expect([seen, at.length]).toEqual([[1, 2, 3], 1]);
      await vi.advanceTimersByTimeAsync(200);
      expect([seen, at.map((time) => time - at[0]!)]).toEqual([
        [1, 2, 3, 4, 5],
        [0, 1100],
      ]);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(at).toHaveLength(2);
      stop.abort();
      await reading;
      expect(vi.getTimerCount()).toBe(0);
    });

    test("a heartbeat keeps a quiet connection", async () => {
      const open = vi.fn<Open>(async () => {
        return new Response(
          new ReadableStream<Uint8Array>({
            async pull(controller) {
              await new Promise((resolve) => setTimeout(resolve, 900));
              controller.enqueue(bytes(": still here\n\n"));
            },
          }),
        );
      });
      const stop = new AbortController();
      const next = streamSession({ url: "/e", sessionId: "s1", open, signal: stop.signal, silence: 1000 }).next();
      await vi.advanceTimersByTimeAsync(30_000);
      expect(open).toHaveBeenCalledTimes(1);
      stop.abort();
      expect(await next).toMatchObject({ done: true });
    });

    test("a slow reader is not taken for a dead connection", async () => {
      const open = vi.fn<Open>(async () => respond(log.map(line), "hang"));
      const stop = new AbortController();
      const seen: number[] = [];
      const reading = (async () => {
        const options = { url: "/e", sessionId: "s1", open, signal: stop.signal, silence: 1000 };
        for await (const batch of streamSession(options)) {
          seen.push(...batch.map(({ seq }) => seq));
          await new Promise((resolve) => setTimeout(resolve, 1500));
          if (seen.length === log.length) stop.abort();
        }
      })();
      await vi.advanceTimersByTimeAsync(60_000);
      await reading;
      expect(seen).toEqual(log.map(({ seq }) => seq));
      expect(open).toHaveBeenCalledTimes(1);
    });

    test("the network's return ends a wait, and being offline is told", async () => {
      vi.stubGlobal("navigator", { onLine: false });
      const target = new EventTarget();
      vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
      vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
      try {
        const states: ConnectionState[] = [];
        const open = vi.fn<Open>().mockRejectedValueOnce(new TypeError("offline"));
        open.mockImplementation(async () => respond([line(log[0]!)], "hang"));
        const onState = (state: ConnectionState) => void states.push(state);
        const stream = streamSession({ url: "/e", sessionId: "s1", open, onState, minDelay: 10_000 });
        const next = stream.next();
        await vi.advanceTimersByTimeAsync(1);
        expect(states).toEqual(["connecting", "offline"]);
        target.dispatchEvent(new Event("online"));
        expect((await next).value).toEqual([log[0]]);
        await stream.return();
        expect(states).toEqual(["connecting", "offline", "connecting", "live", "closed"]);
      } finally {
        vi.unstubAllGlobals();
      }
    });

    test("the network's loss ends a connection that would only fall silent", async () => {
      const target = new EventTarget();
      vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
      vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
      try {
        const states: ConnectionState[] = [];
        const open = vi.fn<Open>(async (url) => respond([log.slice(afterOf(url), 2).map(line).join("")], "hang"));
        const onState = (state: ConnectionState) => void states.push(state);
        const stream = streamSession({ url: "/e", sessionId: "s1", open, onState });
        expect((await stream.next()).value).toEqual(log.slice(0, 2));
        const next = stream.next();
        await vi.advanceTimersByTimeAsync(1);
        vi.stubGlobal("navigator", { onLine: false });
        open.mockRejectedValueOnce(new TypeError("offline"));
        target.dispatchEvent(new Event("offline"));
        await vi.advanceTimersByTimeAsync(1);
        expect(states).toEqual(["connecting", "live", "offline"]);
        await vi.advanceTimersByTimeAsync(600);
        expect(states.at(-1)).toBe("offline");
        open.mockImplementation(async (url) => respond([log.slice(afterOf(url), 3).map(line).join("")], "hang"));
        target.dispatchEvent(new Event("online"));
        expect((await next).value).toEqual([log[2]]);
        await stream.return();
      } finally {
        vi.unstubAllGlobals();
      }
    });

    test.each(["while it connects", "while it listens", "while it waits"])(
      "an abort %s ends it at once",
      async (when) => {
        const stop = new AbortController();
        const states: ConnectionState[] = [];
        const signals: AbortSignal[] = [];
        const open: Open = async (_url, { signal }) => {
          signals.push(signal);
          if (when === "while it connects") return new Promise(() => {});
          if (when === "while it waits") throw new TypeError("fetch failed");
          return respond([], "hang");
        };
        const next = streamSession({
          url: "/e",
          sessionId: "s1",
          open,
          signal: stop.signal,
          minDelay: 10_000,
          onState: (state) => states.push(state),
        }).next();
        await vi.advanceTimersByTimeAsync(10);
        stop.abort();
        expect(await next).toEqual({ done: true, value: undefined });
        expect(states.at(-1)).toBe("closed");
        expect(signals.every((signal) => signal.aborted)).toBe(true);
        expect(vi.getTimerCount()).toBe(0);
        expect(getEventListeners(stop.signal, "abort")).toEqual([]);
      },
    );

    test("one that is aborted before it begins opens nothing", async () => {
      const open = vi.fn<Open>();
      const stream = streamSession({ url: "/e", sessionId: "s1", open, signal: AbortSignal.abort() });
      expect(await stream.next()).toMatchObject({ done: true });
      expect(open).not.toHaveBeenCalled();
    });
  });
});
