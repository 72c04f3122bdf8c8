import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tool } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { everything } from "../testing/fixtures/everything.ts";
import { question, report, serveTools, text, type ServedTools } from "../testing/fixtures/serveTools.ts";
import { createConnection, type ServerConnection } from "./connection.ts";
import type { McpServer } from "./mcpServer.ts";

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

function connect(transport: McpServer["transport"]) {
  const lists: string[][] = [];
  const away: string[] = [];
  const connection = createConnection(
    { name: "test", transport },
    {
      onTools: (tools: readonly Tool[]) => void lists.push(tools.map(({ name }) => name)),
      onProblem: (why) => void away.push(why),
      onElicit: async () => ({ action: "cancel" }),
      onScope: () => {},
    },
  );
  opened.push(() => connection.close());
  return { connection, lists, away };
}
async function serve(tools: ServedTools["tools"]) {
  const served = await serveTools(tools);
  opened.push(() => served.stop().catch(() => {}));
  return served;
}
/** A path in a folder that goes with the test. */
function newFile(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), "callboard-mcp-"));
  opened.push(async () => rmSync(folder, { recursive: true }));
  return join(folder, name);
}
const options = { timeout: 20_000 };
const now = new Date(0).toISOString();
const soon = { timeout: 20_000, interval: 20 };
const failure = async (connection: ServerConnection, name: string) =>
  connection.call({ name }, options).then(
    () => "",
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe("a server of 2026-07-28 over HTTP", () => {
  it("is listed, run with progress, and listed anew when it says so", async () => {
    const served = await serve({
      count: {
        run: async (_input, context) => {
          await report(context, 1, 2, "Half");
          return text("two");
        },
      },
    });
    const { connection, lists, away } = connect({ url: served.url });
    await connection.start();
    expect([lists, away, connection.isOpen()]).toEqual([[["count"]], [], true]);
    const progress: unknown[] = [];
    const result = await connection.call(
      { name: "count", arguments: {} },
      { ...options, onprogress: (step) => void progress.push(step) },
    );
    expect(result.content).toEqual([{ type: "text", text: "two" }]);
    expect(progress).toEqual([expect.objectContaining({ progress: 1, total: 2, message: "Half" })]);
    served.tools["more"] = {};
    served.changed();
    await vi.waitFor(() => expect(lists.at(-1)).toEqual(["count", "more"]), soon);
  });

  it("hears of a cancelled call", async () => {
    const stopped = vi.fn();
    const served = await serve({
      wait: {
        run: (_input, { mcpReq }) =>
          new Promise((resolve) => {
            mcpReq.signal.addEventListener("abort", () => {
              stopped();
              resolve(text("stopped"));
            });
          }),
      },
    });
    const { connection } = connect({ url: served.url });
    await connection.start();
    const stop = new AbortController();
    const running = connection.call({ name: "wait", arguments: {} }, { ...options, signal: stop.signal });
    running.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    stop.abort();
    await expect(running).rejects.toThrow();
    await vi.waitFor(() => expect(stopped).toHaveBeenCalled(), soon);
    expect(connection.isOpen()).toBe(true);
  });

  it("hands its questions and its tasks on, and a call of what is not there is refused in words", async () => {
    const task = {
      resultType: "task",
      taskId: "t",
      status: "working",
      createdAt: now,
      lastUpdatedAt: now,
      ttlMs: 60_000,
    };
    const served = await serve({ ask: { run: () => question() as never }, later: { run: () => task as never } });
    const { connection } = connect({ url: served.url });
    await connection.start();
    expect(await connection.call({ name: "ask" }, options)).toMatchObject({
      resultType: "input_required",
      inputRequests: { city: { method: "elicitation/create" } },
    });
    expect(await connection.call({ name: "later" }, options)).toMatchObject({
      task: { taskId: "t", status: "working" },
    });
    expect(await failure(connection, "none")).toMatch(/^ToolError: .*refused the call: .*none/);
    expect(connection.isOpen()).toBe(true);
  });

  it("ends a call truthfully that it leaves, is told of once, and comes back by itself", async () => {
    const served = await serve({ wait: { run: () => new Promise(() => {}) } });
    const { connection, lists, away } = connect({ url: served.url });
    await connection.start();
    const running = failure(connection, "wait");
    await new Promise((resolve) => setTimeout(resolve, 100));
    await served.stop();
    expect(await running).toMatch(/^ToolError: .*broke off during the call: .*may have run/);
    expect(connection.isOpen()).toBe(false);
    expect(await failure(connection, "wait")).toMatch(/not connected. Nothing has run/);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(away).toHaveLength(1);
    await served.restart();
    await vi.waitFor(() => expect(connection.isOpen()).toBe(true), soon);
    expect(lists).toHaveLength(2);
  });

  it.each([413, 429, 500])("a %i of one call ends no other", async (status) => {
    let finish: (() => void) | undefined;
    const served = await serve({
      wait: { run: () => new Promise((resolve) => (finish = () => resolve(text("finished")))) },
    });
    const { connection, away } = connect({ url: served.url });
    await connection.start();
    const running = connection.call({ name: "wait", arguments: {} }, options);
    await vi.waitFor(() => expect(finish).toBeDefined(), soon);
    const fetching = vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(new Response("No.", { status }));
    try {
      expect(await failure(connection, "wait")).toMatch(/^ToolError: .*no result that can be read/);
      expect(fetching).toHaveBeenCalledOnce();
    } finally {
      fetching.mockRestore();
    }
    finish?.();
    expect((await running).content).toEqual([{ type: "text", text: "finished" }]);
    expect([away, connection.isOpen()]).toEqual([[], true]);
  });

  it("has a time for each call", async () => {
    const served = await serve({ wait: { run: () => new Promise(() => {}) } });
    const { connection } = connect({ url: served.url });
    await connection.start();
    await expect(connection.call({ name: "wait", arguments: {} }, { timeout: 200 })).rejects.toThrow(
      /no result that can be read: .*timed out/,
    );
    expect(connection.isOpen()).toBe(true);
  });
});

describe("a server of 2025-11-25 as a process", () => {
  it("is listed, run and, when it dies in a call, started again", async () => {
    const pids = newFile("pids");
    const [main] = everything.args ?? [];
    const code = `fs.appendFileSync(${JSON.stringify(pids)}, process.pid + "\\n"); import(${JSON.stringify(main)})`;
    const { connection, lists, away } = connect({ command: process.execPath, args: ["-e", code] });
    await connection.start();
    expect(away).toEqual([]);
    expect(lists[0]).toEqual(expect.arrayContaining(["echo", "get-sum", "get-structured-content"]));
    const chicago = { location: "Chicago" };
    const { structuredContent } = await connection.call(
      { name: "get-structured-content", arguments: chicago },
      options,
    );
    expect(structuredContent).toMatchObject({ temperature: expect.any(Number) as number });

    const long = connection.call(
      { name: "trigger-long-running-operation", arguments: { duration: 20, steps: 5 } },
      options,
    );
    long.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 200));
    process.kill(Number(readFileSync(pids, "utf8").trim().split("\n").at(-1)), "SIGKILL");
    await expect(long).rejects.toThrow(/broke off during the call.*may have run/);
    await vi.waitFor(() => expect(connection.isOpen()).toBe(true), soon);
    expect(away).toEqual([expect.stringContaining("its connection has ended")]);
    expect((await connection.call({ name: "echo", arguments: { message: "again" } }, options)).content).toEqual([
      { type: "text", text: "Echo: again" },
    ]);
  });
});

describe("a server that is not there", () => {
  it("is told of with what its process said, once, and is tried again", async () => {
    const starts = newFile("starts");
    const code = `fs.appendFileSync(${JSON.stringify(starts)}, "."); console.error("The key is missing."); process.exit(3)`;
    const { connection, away } = connect({ command: process.execPath, args: ["-e", code] });
    await connection.start();
    expect(connection.isOpen()).toBe(false);
    await vi.waitFor(() => expect(readFileSync(starts, "utf8").length).toBeGreaterThan(1), soon);
    expect(away).toEqual([expect.stringContaining("The key is missing.")]);
  });

  it("is told of where there is no such program or address", async () => {
    const program = connect({ command: "callboard-no-such-program" });
    await program.connection.start();
    expect(program.away).toEqual([expect.stringContaining("ENOENT")]);
    const address = connect({ url: "http://127.0.0.1:1/mcp" });
    await address.connection.start();
    expect(address.away).toHaveLength(1);
  });
});
