import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { root } from "../../scripts/paths.mjs";
import { fillDataFolder } from "./dataFolder.ts";

/**
 * A test's host ends before it pays to compile the database again for speed, which is near half of the work of a start.
 */
const shortLived = ["--liftoff-only"];

/** A port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("The system gave no port.");
  return address.port;
};

/** The built demo, running over a data folder of its own. */
export interface Host {
  /** Where it answers, without a trailing slash; the same after a restart. */
  url: string;
  /** The data folder, kept over restarts. */
  data: string;
  /** All that it has printed, over restarts. */
  output(): string;
  /** Ends it as a deployment would (SIGTERM), and gives its exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a power cut would (SIGKILL). */
  kill(): Promise<void>;
  /** Starts it again over the same data and port, and waits until it is ready. */
  restart(): Promise<void>;
  /** Kills what still runs and removes the data. */
  dispose(): Promise<void>;
}

export interface HostOptions {
  env?: NodeJS.ProcessEnv;
  /** Milliseconds until `/healthz` has to answer. */
  readyWithin?: number;
  /** The script that Node runs, from the root. */
  script?: string;
  /** The folder that takes the repository's place, such as a copy of it. */
  root?: string;
  /** Its processes are one group, which ends as a whole: for a script that starts others. */
  group?: boolean;
  /** It starts on an empty data folder; else on one whose documents an earlier start has read. */
  firstStart?: boolean;
  /** Done before the start, with the data folder. */
  prepare?: (data: string) => Promise<void>;
}

/** Starts `node apps/demo/dist/server.js`, the very file that `npm start` runs, and waits for `/healthz`. */
export async function startHost(options: HostOptions = {}): Promise<Host> {
  const data = mkdtempSync(join(tmpdir(), "callboard-e2e-"));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const readyWithin = options.readyWithin ?? 90_000;
  let child: ChildProcess | undefined;
  let output = "";

  const start = async () => {
    const env = { ...process.env, DATABASE_URL: undefined, ...options.env, PORT: String(port), CALLBOARD_DATA: data };
    const cwd = options.root ?? root;
    const started = spawn(
      process.execPath,
      [...shortLived, resolve(cwd, options.script ?? "apps/demo/dist/server.js")],
      {
        cwd,
        env,
        stdio: ["ignore", "pipe", "pipe"],
        detached: options.group ?? false,
      },
    );
    child = started;
    for (const stream of [started.stdout, started.stderr])
      stream.on("data", (text: Buffer) => (output += text.toString()));
    const deadline = Date.now() + readyWithin;
    while (!(await isReady(url))) {
      if (started.exitCode !== null) throw new Error(`The host ended with code ${started.exitCode}:\n${output}`);
      if (Date.now() > deadline) throw new Error(`The host was not ready within ${readyWithin} ms:\n${output}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null;
    const exited = once(ending, "exit");
    ending.kill(signal);
    await exited;
    return ending.exitCode;
  };

  const host: Host = {
    url,
    data,
    output: () => output,
    stop: () => end("SIGTERM"),
    kill: async () => void (await end("SIGKILL")),
    restart: async () => {
      await end("SIGTERM");
      await start();
    },
    dispose: async () => {
      if (options.group) await end("SIGTERM");
      await end("SIGKILL");
      if (options.group) endGroup(child);
      rmSync(data, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  try {
    if (!options.firstStart) fillDataFolder(data);
    await options.prepare?.(data);
    await start();
  } catch (error) {
    await host.dispose();
    throw error;
  }
  return host;
}

const isReady = async (url: string) => {
  try {
    return (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) })).status === 200;
  } catch {
    return false;
  }
};

/** Kills what a group's first process has left behind. */
function endGroup(first: ChildProcess | undefined): void {
  if (first?.pid === undefined) return;
  try {
    process.kill(-first.pid, "SIGKILL");
  } catch {
    // Nothing was left.
  }
}
