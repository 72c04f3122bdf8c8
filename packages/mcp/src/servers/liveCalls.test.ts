import type { InputRequest } from "@modelcontextprotocol/client";
import { describe, expect, it, vi } from "vitest";
import { createLiveCalls, type Listener } from "./liveCalls.ts";

const question = (message: string) =>
  ({
    method: "elicitation/create",
    params: { mode: "form", message, requestedSchema: { type: "object", properties: {} } },
  }) as InputRequest;
const listener = (signal = new AbortController().signal): Listener => ({ signal, onProgress: () => {} });
const accept = { action: "accept", content: { ok: true } } as const;

describe("a call that asks while it runs", () => {
  it("is left with its question, and gone on with by its answer", async () => {
    const live = createLiveCalls<string>();
    const begin = async () => {
      const { action, content } = await live.elicit(question("Sure?"));
      return `${action} ${JSON.stringify(content)}`;
    };
    const asked = await live.begin({ id: "c", person: "ada", begin }, listener());
    expect(asked).toEqual({ asked: { "question-1": question("Sure?") } });
    expect(await live.resume("c", { "question-1": accept }, listener())).toEqual({ result: 'accept {"ok":true}' });
    expect(live.resume("c", {}, listener())).toBeUndefined();
  });

  it("asks together what it asks at once", async () => {
    const live = createLiveCalls<string[]>();
    const begin = async () => {
      const answers = await Promise.all([live.elicit(question("a")), live.elicit(question("b"))]);
      return answers.map(({ action }) => action);
    };
    const asked = await live.begin({ id: "c", person: "ada", begin }, listener());
    expect(asked).toMatchObject({ asked: { "question-1": {}, "question-2": {} } });
    const answers = { "question-1": accept, "question-2": { action: "decline" } } as const;
    expect(await live.resume("c", answers, listener())).toEqual({ result: ["accept", "decline"] });
  });

  it("is stopped where its person stops it, running or waiting", async () => {
    const live = createLiveCalls<string>();
    const stopped: string[] = [];
    const begin = (name: string) => async (heard: Listener) => {
      heard.signal.addEventListener("abort", () => stopped.push(name));
      await live.elicit(question("?"));
      return name;
    };
    await live.begin({ id: "a", person: "ada", begin: begin("a") }, listener());
    live.stop("a");
    const stop = new AbortController();
    void live.begin({ id: "b", person: "ada", begin: begin("b") }, listener(stop.signal));
    await Promise.resolve();
    stop.abort();
    await vi.waitFor(() => expect(stopped).toEqual(["a", "b"]));
  });

  it("tells whoever waits for it that it has ended, and how", async () => {
    const live = createLiveCalls<string>();
    let fail = (_error: Error) => {};
    const begin = () => {
      void live.elicit(question("?"));
      return new Promise<string>((_resolve, reject) => (fail = reject));
    };
    await live.begin({ id: "c", person: "ada", begin }, listener());
    const told = new Promise((resolve) => live.onEnd("c", resolve));
    fail(new Error("gone"));
    expect(await told).toEqual(new Error("gone"));
  });

  it("reports to whoever hears it now", async () => {
    const live = createLiveCalls<string>();
    const begin = async (heard: Listener) => {
      heard.onProgress({ progress: 1 });
      await live.elicit(question("?"));
      heard.onProgress({ progress: 2 });
      return "done";
    };
    const heard: unknown[] = [];
    const hearing = (name: string): Listener => ({
      ...listener(),
      onProgress: ({ progress }) => heard.push([name, progress]),
    });
    await live.begin({ id: "c", person: "ada", begin }, hearing("first"));
    await live.resume("c", { "question-1": accept }, hearing("second"));
    expect(heard).toEqual([
      ["first", 1],
      ["second", 2],
    ]);
  });
});

describe("a question that could be of several calls", () => {
  const run = (live: ReturnType<typeof createLiveCalls<string>>, id: string, person: string) =>
    live.begin({ id, person, begin: () => new Promise(() => {}) }, listener());

  it("is never asked of another person", async () => {
    const unclear = vi.fn();
    const live = createLiveCalls<string>(unclear);
    void run(live, "a", "ada");
    void run(live, "b", "eve");
    expect(await live.elicit(question("?"))).toEqual({ action: "cancel" });
    expect(unclear).toHaveBeenCalledOnce();
  });

  it("is asked where all are one person's, and nowhere without a call", async () => {
    const live = createLiveCalls<string>();
    expect(await live.elicit(question("?"))).toEqual({ action: "cancel" });
    const first = run(live, "a", "ada");
    void run(live, "b", "ada");
    void live.elicit(question("?"));
    const asked = await Promise.race([first, new Promise((resolve) => setTimeout(resolve, 100, "not there"))]);
    expect(asked).toBe("not there");
  });
});
