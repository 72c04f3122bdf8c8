import { spawn } from "node:child_process";
import { root } from "./paths.mjs";

/** A child writes into a pipe and cannot see whether a person reads it. */
const colours = process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1", FORCE_COLOR: undefined };

/**
 * Runs a command in the root without stdin and waits for it. With `show` its output goes straight to the terminal;
 * either way it is also kept.
 * @param {string} command
 * @param {string[]} args
 * @param {{ show?: boolean, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export const run = (command, args, { show = false, env } = {}) =>
  new Promise((done) => {
    // npm is a .cmd on Windows, which only a shell can start.
    const shell = process.platform === "win32" && command === "npm";
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...colours, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell,
    });
    /** @type {Buffer[]} */
    const chunks = [];
    /** @param {NodeJS.WriteStream} terminal */
    const keep = (terminal) => (/** @type {Buffer} */ chunk) => {
      chunks.push(chunk);
      if (show) terminal.write(chunk);
    };
    child.stdout.on("data", keep(process.stdout));
    child.stderr.on("data", keep(process.stderr));
    // Whoever stops a script stops all of it, not only the command it is at.
    const stop = () => {
      child.once("close", () => process.exit(130));
      child.kill("SIGTERM");
    };
    process.once("SIGINT", stop).once("SIGTERM", stop);
    /** @param {number} code @param {string} [why] */
    const end = (code, why = "") => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      done({ code, output: Buffer.concat(chunks).toString("utf8") + why });
    };
    child.once("error", (error) => end(1, `Could not start "${command}": ${error.message}\n`));
    child.once("close", (code, signal) => end(code ?? 1, signal ? `"${command}" was ended by ${signal}.\n` : ""));
  });

/**
 * Runs a command as `run` does and throws where it fails, with its output.
 * @param {string} command
 * @param {string[]} args
 * @param {{ show?: boolean, env?: NodeJS.ProcessEnv }} [options]
 */
export const runOrThrow = async (command, args, options = {}) => {
  const { code, output } = await run(command, args, options);
  if (code !== 0) {
    const said = options.show ? "" : `\n${output}`;
    throw new Error(`"${[command, ...args].join(" ")}" ended with code ${code}.${said}`);
  }
};

/**
 * The arguments with which Node runs a development dependency's own command line.
 * @param {"tsc" | "vitest" | "oxlint" | "prettier" | "knip" | "publint" | "size-limit"} name
 */
export const bin = (name) => `${root}/node_modules/${commandLines[name]}`;

const commandLines = {
  tsc: "typescript/bin/tsc",
  vitest: "vitest/vitest.mjs",
  oxlint: "oxlint/bin/oxlint",
  prettier: "prettier/bin/prettier.cjs",
  knip: "knip/bin/knip.js",
  publint: "publint/src/cli.js",
  "size-limit": "size-limit/bin.js",
};
