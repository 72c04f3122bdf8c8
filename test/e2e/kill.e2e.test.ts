import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { api, until, type Started } from "./api.ts";
import { brokenPromises } from "./brokenPromises.ts";
import { followSession } from "./followSession.ts";
import { visitDemo } from "./visitDemo.ts";

const KILLS = Number(process.env["CALLBOARD_KILLS"] ?? 1);
/**
 * So many events of a run its readers have, at most, when the kill comes: early in the first rounds, later in the last.
 */
const MOST_GIVEN = 80;

describe("a server that is killed", () => {
  const demo = visitDemo();

  /** Whole logs of earlier rounds, which no later crash may touch. */
  const settled = new Map<string, string[]>();

  /** How many events readers had before the kills, in all rounds. */
  const given = { stream: 0, arrays: 0 };

  /** What readers of a session were given before the crash. */
  const listen = (run: Started) => {
    const stream = followSession(demo.host, run.sessionId);
    const arrays: string[] = [];
    let gone = false;
    const asking = (async () => {
      while (!gone) {
        const asked = performance.now();
        const lines = await api.lines(demo.host, run.sessionId).catch(() => null);
        if (lines === null) return;
        arrays.push(...lines.slice(arrays.length));
        // Asked without as long a pause as its answer took, the host would do little else, and the runs would not get
        // on.
        await new Promise((resolve) => setTimeout(resolve, Math.max(25, performance.now() - asked)));
      }
    })();
    return {
      stream: stream.lines,
      arrays,
      async stop() {
        gone = true;
        await Promise.all([stream.ended, asking]);
      },
    };
  };

  test.each(Array.from({ length: KILLS }, (_, round) => round))(
    "keeps all that it had acknowledged, and says that the run was interrupted (kill %i)",
    async (round) => {
      const long = await api.run(demo.host, "corpus-survey", { pauseMs: 15, maxFiles: 5000 });
      // Writes as fast as it can, so that the kill meets transactions that are under way; it may be through before.
      const fast = await api.run(demo.host, "corpus-survey", { pauseMs: 0, maxFiles: 5000 });
      const readers = { [long.sessionId]: listen(long), [fast.sessionId]: listen(fast) };
      const tab = round % 3 === 0 ? await openRun(long) : undefined;

      const wanted = Math.round(((round + 0.2 + 0.8 * Math.random()) * MOST_GIVEN) / KILLS);
      const ofLong = readers[long.sessionId]!;
      const has = async () => Math.min(ofLong.stream.length, ofLong.arrays.length) >= wanted;
      try {
        await until(`${wanted} events`, has, 60_000);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 50));
      } finally {
        await demo.host.kill();
        await Promise.all(Object.values(readers).map((reader) => reader.stop()));
        await demo.host.restart();
      }

      for (const run of [long, fast]) {
        const kept = await api.lines(demo.host, run.sessionId);
        const { stream, arrays } = readers[run.sessionId]!;
        const where = `killed at ${wanted} events, of ${kept.length} events ${stream.length} streamed, ${arrays.length} as JSON`;
        expect(brokenPromises(stream, kept), where).toEqual([]);
        expect(brokenPromises(arrays, kept), where).toEqual([]);
        const events = kept.map((line) => JSON.parse(line) as { type: string; callId?: string });
        // The answer to the start was an acknowledgement too.
        expect(events[0], where).toMatchObject({ type: "tool.requested", callId: run.callId });
        const finished = run === fast && events.at(-1)?.type === "tool.completed";
        expect(events.at(-1), where).toMatchObject({
          type: finished ? "tool.completed" : "tool.interrupted",
          callId: run.callId,
        });
        const listed = (await api.calls(demo.host, "corpus-survey")).find((call) => call.callId === run.callId);
        expect(listed?.status).toBe(finished ? "completed" : "interrupted");
        settled.set(run.sessionId, kept);
      }
      for (const { stream, arrays } of Object.values(readers)) {
        given.stream += stream.length;
        given.arrays += arrays.length;
      }

      for (const [sessionId, lines] of settled) expect(await api.lines(demo.host, sessionId)).toEqual(lines);
      if (tab) await findsOutByItself(tab);
    },
  );

  test("had acknowledged enough for that to mean something", () => {
    expect(given.stream).toBeGreaterThan(KILLS * 10);
    expect(given.arrays).toBeGreaterThan(KILLS * 10);
  });

  /** Opens the page of a run, and writes down each state that its card has shown. */
  const openRun = async (run: Started): Promise<Page> => {
    const { tab } = await demo.open(`/tools/corpus-survey?run=${run.callId}`);
    await tab.getByRole("button", { name: /^Corpus Survey all packages Running/ }).waitFor();
    await tab.evaluate(() => {
      const shown: string[] = [];
      (window as unknown as { shown: string[] }).shown = shown;
      const note = () => {
        const status = document.querySelector("[data-card]")?.getAttribute("data-status");
        if (status && shown.at(-1) !== status) shown.push(status);
      };
      note();
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    return tab;
  };

  /** The page was left alone: it comes back to the host, says what happened, and says it again after a reload. */
  const findsOutByItself = async (tab: Page) => {
    const card = tab.getByRole("group", { name: "Corpus Survey", exact: true });
    const interrupted = card.getByRole("button", { name: /^Corpus Survey all packages Interrupted/ });
    await interrupted.waitFor({ timeout: 60_000 });
    expect(await tab.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual([
      "running",
      "interrupted",
    ]);
    expect(await card.getByRole("progressbar").count()).toBe(0);
    expect(await tab.getByRole("button", { name: "Cancel" }).count()).toBe(0);
    const row = tab.getByRole("region", { name: "Run history" }).locator("[aria-current]");
    await expect.poll(() => row.textContent(), { timeout: 15_000 }).toMatch(/^Interrupted/);
    const lines = card.getByRole("region", { name: "Output so far" });
    const text = (await lines.count()) > 0 ? await lines.textContent() : "";

    await tab.reload();
    await interrupted.waitFor();
    expect((await lines.count()) > 0 ? await lines.textContent() : "").toBe(text);
    await tab.close();
  };
});

describe("the check of a log", () => {
  const line = (seq: number, type: string) =>
    JSON.stringify({ v: 1, seq, sessionId: "s", at: 1_000 + seq, type, callId: "c" });
  const log = [
    line(1, "tool.requested"),
    line(2, "tool.started"),
    line(3, "tool.progressed"),
    line(4, "tool.interrupted"),
  ];
  const given = log.slice(0, 3);

  test("finds nothing where everything is there once and in order", () => {
    expect(brokenPromises(given, log)).toEqual([]);
  });

  test.each([
    ["the last acknowledged event is lost", [log[0]!, log[1]!], /progressed.*not in the log/],
    ["one in the middle is lost", [log[0]!, log[2]!, log[3]!], /Place 2/],
    [
      "one is lost and the rest is numbered anew",
      [log[0]!, line(2, "tool.progressed"), line(3, "tool.interrupted")],
      /not in the log/,
    ],
    ["one is there twice", [log[0]!, log[1]!, log[1]!, log[2]!, log[3]!], /2 times/],
    [
      "one is there twice, the second time under a new number",
      [...given, line(4, "tool.started"), line(6, "tool.interrupted")],
      /Place 5/,
    ],
    ["two changed places", [log[0]!, log[2]!, log[1]!, log[3]!], /stands before/],
    ["one was changed by a byte", [log[0]!, log[1]!.replace("1002", "1003"), log[2]!, log[3]!], /not in the log/],
    ["it does not begin at 1", log.slice(1), /Place 1/],
    ["the call goes on after its end", [...log, line(5, "tool.progressed")], /after the end/],
    ["the call ends twice", [...log, line(5, "tool.completed")], /after the end/],
    ["an event of another session is among them", [...given, log[3]!.replace('"s"', '"t"')], /several sessions/],
  ])("fails where %s", (_what, forged, why) => {
    expect(brokenPromises(given, forged).join("\n")).toMatch(why);
  });

  test("fails where a reader was given events in another order than the log's", () => {
    expect(brokenPromises([log[1]!, log[0]!], log).join()).toMatch(/stands before/);
  });
});
