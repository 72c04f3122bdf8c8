import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SessionEvent } from "@callboard/core";
import { TEST_ENGINES, type TestStore } from "../testing/fixtures/engines.ts";

/** A host process under test. */
interface HostProcess {
  child: ChildProcess;
  url: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
}

const children = new Set<ChildProcess>();
let bundle: string;
let scratch: string;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "callboard-crash-"));
  // Beside the installed packages, so that what stays external is found from there.
  const outDir = fileURLToPath(
    new URL(`../../../../node_modules/.cache/callboard-crash-${process.pid}`, import.meta.url),
  );
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { resolve: { conditions: ["@callboard/source"] }, noExternal: [/^@callboard\//] },
    build: {
      ssr: fileURLToPath(new URL("../testing/fixtures/hostProcess.ts", import.meta.url)),
      outDir,
      emptyOutDir: true,
      target: "node20",
      rollupOptions: { output: { entryFileNames: "hostProcess.mjs" } },
    },
  });
  bundle = join(outDir, "hostProcess.mjs");
}, 60_000);

afterEach(async () => {
  await Promise.all([...children].map((child) => end(child)));
});
afterAll(async () => {
  if (bundle) await rm(join(bundle, ".."), { recursive: true, force: true });
  await rm(scratch, { recursive: true, force: true });
});

function end(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

async function start(environment: Record<string, string>): Promise<HostProcess> {
  const child = spawn(process.execPath, [bundle], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.add(child);
  const said = await new Promise<{ port?: number; error?: string }>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`The host process ended with ${code} before it was ready.`)));
    child.stdout!.once("data", (data: Buffer) => resolve(JSON.parse(data.toString()) as { port?: number }));
  });
  if (said.port === undefined) throw new Error(said.error);
  return {
    child,
    url: `http://127.0.0.1:${said.port}`,
    kill: () => end(child),
    signal: (name) => void child.kill(name),
  };
}

async function run(host: HostProcess, sessionId?: string) {
  const response = await fetch(`${host.url}/api/tools/ticker/run`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ input: {}, sessionId }),
  });
  expect(response.status).toBe(202);
  return (await response.json()) as { sessionId: string; callId: string };
}

/** The session as lines of JSON text, exactly as stored. */
async function linesOf(host: HostProcess, sessionId: string): Promise<string[]> {
  const response = await fetch(`${host.url}/api/sessions/${sessionId}/events`, {
    headers: { accept: "application/json" },
  });
  expect(response.status).toBe(200);
  const text = await response.text();
  return text.slice(1, text.lastIndexOf("]")).split(",\n").filter(Boolean);
}
const eventsOf = async (host: HostProcess, sessionId: string) =>
  (await linesOf(host, sessionId)).map((line) => JSON.parse(line) as SessionEvent);

/** Reads the stream until the process dies: what came was acknowledged. */
async function readUntilDeath(host: HostProcess, sessionId: string): Promise<string[]> {
  const lines: string[] = [];
  let buffer = "";
  try {
    const response = await fetch(`${host.url}/api/sessions/${sessionId}/events`);
    const decoder = new TextDecoder();
    for await (const chunk of response.body!) {
      buffer += decoder.decode(chunk as Uint8Array, { stream: true });
      const blocks = buffer.split("\n\n");
      buffer = blocks.pop()!;
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined) lines.push(data);
      }
    }
  } catch {
    // The connection breaks when the process is killed.
  }
  return lines;
}

const interruptions = (callId: string) => [
  { type: "tool.interrupted", callId: `inner ${callId}` },
  { type: "agent.interrupted", agentId: `sub ${callId}` },
  { type: "tool.interrupted", callId, reason: expect.stringContaining("process that ran this call ended") },
];

describe("a host that is killed, on PGlite", () => {
  it("has every acknowledged event once, in order, to the byte, and then says that the call was interrupted", async () => {
    const environment = { CALLBOARD_DATA: join(scratch, "killed") };
    let host = await start(environment);
    let sessionId: string | undefined;
    for (let kills = 0; kills < 6; kills++) {
      const started = await run(host, sessionId);
      sessionId = started.sessionId;
      const reading = readUntilDeath(host, sessionId);
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 250));
      await host.kill();
      const acknowledged = await reading;

      host = await start(environment);
      const lines = await linesOf(host, sessionId);
      expect(lines.slice(0, acknowledged.length)).toEqual(acknowledged);
      const events = lines.map((line) => JSON.parse(line) as SessionEvent);
      expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
      const own = events.filter((event) => "callId" in event && event.callId === started.callId);
      expect(own.slice(0, 3).map((event) => event.type)).toEqual([
        "tool.requested",
        "tool.input_ready",
        "tool.started",
      ]);
      const deltas = own.flatMap((event) => (event.type === "tool.output_appended" ? [event.delta] : []));
      expect(deltas).toEqual(deltas.map((_, index) => `${index};`));
      expect(openWork(events)).toEqual([]);
      expect(events.at(-1)).toMatchObject(interruptions(started.callId).at(-1)!);
    }
    const [call] = (await (await fetch(`${host.url}/api/tools/ticker/calls?limit=1`)).json()) as { status: string }[];
    expect(call!.status).toBe("interrupted");
  }, 120_000);

  it("refuses its folder to a second process while it lives, and gives it up when it is asked to stop", async () => {
    const environment = { CALLBOARD_DATA: join(scratch, "shared") };
    const first = await start(environment);
    await expect(start(environment)).rejects.toThrow(`in use by process ${first.child.pid}`);
    const { sessionId, callId } = await run(first);
    const stopped = new Promise((resolve) => first.child.once("exit", resolve));
    first.signal("SIGTERM");
    expect(await stopped).toBe(0);
    const second = await start(environment);
    expect((await eventsOf(second, sessionId)).at(-1)).toMatchObject({
      type: "tool.interrupted",
      callId,
      reason: expect.stringContaining("shut down"),
    });
  }, 60_000);
});

/** The agents and calls that a log leaves going. */
function openWork(events: readonly SessionEvent[]): string[] {
  const open = new Set<string>();
  for (const event of events) {
    const id = "callId" in event ? event.callId : "agentId" in event ? event.agentId : "";
    if (/\.(requested|started)$/.test(event.type)) open.add(id);
    else if (/\.(completed|failed|cancelled|interrupted)$/.test(event.type)) open.delete(id);
  }
  return [...open];
}

const server = TEST_ENGINES[1]!;
describe.skipIf(!server.open)(`several hosts on ${server.name}`, () => {
  let test: TestStore;
  beforeAll(async () => (test = await server.open!()), 60_000);
  afterAll(() => test?.end());
  const environment = () => ({ DATABASE_URL: test.databaseUrl!, LEASE_MS: "900" });
  const lastType = async (host: HostProcess, sessionId: string) => (await eventsOf(host, sessionId)).at(-1)?.type;

  it("leave each other's running calls alone, and end those of one that was killed within its lease", async () => {
    const first = await start(environment());
    const dying = await run(first);
    const second = await start(environment());
    const living = await run(second);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await lastType(second, dying.sessionId)).toBe("tool.output_appended");

    await first.kill();
    await expect.poll(() => lastType(second, dying.sessionId), { timeout: 15_000 }).toBe("tool.interrupted");
    expect((await eventsOf(second, dying.sessionId)).slice(-3)).toMatchObject(interruptions(dying.callId));
    expect(await lastType(second, living.sessionId)).toBe("tool.output_appended");
  }, 60_000);

  it("refuse the late writes of one that was paused and given up, which then works on under a new name", async () => {
    const paused = await start(environment());
    const { sessionId, callId } = await run(paused);
    const other = await start(environment());
    paused.signal("SIGSTOP");
    await expect.poll(() => lastType(other, sessionId), { timeout: 15_000 }).toBe("tool.interrupted");
    const frozen = await linesOf(other, sessionId);
    paused.signal("SIGCONT");
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await linesOf(other, sessionId)).toEqual(frozen);
    expect((await eventsOf(other, sessionId)).slice(-3)).toMatchObject(interruptions(callId));

    const again = await run(paused);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await lastType(other, again.sessionId)).toBe("tool.output_appended");
  }, 60_000);

  it("cancel a call that runs in another process, even one that does not answer", async () => {
    const runs = await start(environment());
    const asks = await start(environment());
    const cancel = (callId: string) => fetch(`${asks.url}/api/calls/${callId}/cancel`, { method: "POST" });
    const first = await run(runs);
    expect((await cancel(first.callId)).status).toBe(202);
    expect((await eventsOf(asks, first.sessionId)).at(-1)).toMatchObject({
      type: "tool.cancelled",
      reason: "Cancelled by demo.",
    });
    expect((await cancel(first.callId)).status).toBe(409);

    const slow = await start({ ...environment(), LEASE_MS: "60000" });
    const second = await run(slow);
    slow.signal("SIGSTOP");
    expect((await cancel(second.callId)).status).toBe(202);
    const frozen = await linesOf(asks, second.sessionId);
    expect(JSON.parse(frozen.at(-1)!)).toMatchObject({ type: "tool.cancelled", callId: second.callId });
    slow.signal("SIGCONT");
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await linesOf(asks, second.sessionId)).toEqual(frozen);
  }, 60_000);

  it("stream each other's events as they are committed", async () => {
    const runs = await start(environment());
    const reads = await start(environment());
    const { sessionId } = await run(runs);
    const reading = readUntilDeath(reads, sessionId);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await reads.kill();
    expect((await reading).length).toBeGreaterThan(20);
  }, 60_000);
});
