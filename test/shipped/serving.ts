import { spawn } from "node:child_process";
import { join } from "node:path";

/** `callboard serve` in a stranger's project. */
export interface ServingCommand {
  url: string;
  /** All that it has said. */
  output(): string;
  /** Ends it as a deployment would, and gives its exit code. */
  stop(): Promise<number | null>;
}

/** Starts `callboard serve` with these arguments, and waits until it says where it answers. */
export async function startServing(folder: string, ...args: string[]): Promise<ServingCommand> {
  const { NODE_ENV: _mode, NODE_OPTIONS: _options, VITEST: _vitest, ...env } = process.env;
  const script = join(folder, "node_modules/.bin/callboard");
  const child = spawn(process.execPath, [script, "serve", ...args], { cwd: folder, env });
  let said = "";
  const ended = new Promise<number | null>((done) => child.once("close", done));
  const url = await new Promise<string>((done, fail) => {
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /Callboard is ready: (\S+)/.exec(said);
      if (ready) done(ready[1]!);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    void ended.then((code) => fail(new Error(`callboard serve ended with ${code}:\n${said}`)));
  });
  return {
    url,
    output: () => said,
    stop() {
      child.kill();
      return ended;
    },
  };
}
