/** Where a command writes: the answer, and what went wrong. */
export interface Output {
  out(line: string): void;
  err(line: string): void;
}

/** One command of `callboard`. */
export interface Command {
  /** How it is called and what it takes, as `callboard <name> --help` prints it. */
  usage: string;
  /** Resolves with the exit code: 0 when all is well, 1 when the answer is bad news. */
  run(args: readonly string[], output: Output): Promise<number>;
}

/** Thrown where a command cannot do what it was told; the message says why, and how to mend it. Exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
