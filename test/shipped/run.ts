import { spawn } from "node:child_process";

/** Runs a command and gives what it said; throws with all of it where it ends with an error. */
export function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((done, fail) => {
    // A project of a stranger knows nothing of the test that runs it.
    const { NODE_ENV: _mode, NODE_OPTIONS: _options, VITEST: _vitest, ...env } = process.env;
    const child = spawn(command, args, { cwd, env: { ...env, NO_COLOR: "1" }, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.once("error", fail);
    child.once("close", (code) =>
      code === 0 ? done(said) : fail(new Error(`${command} ${args.join(" ")} ended with ${code}:\n${said}`)),
    );
  });
}
