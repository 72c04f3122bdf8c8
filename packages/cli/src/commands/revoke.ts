import { parseArgs } from "node:util";
import { UsageError, type Command } from "./command.ts";
import { hostOptions, hostUsage, reachHost } from "./reachHost.ts";

export const command: Command = {
  usage: [
    "callboard revoke <key> [--host <url>] [--data <folder>]",
    "",
    "Takes a publish key back: its tokens and the links to its results end at once, what is open within 5 seconds.",
    "",
    hostUsage,
  ].join("\n"),
  async run(args, { out }) {
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options: hostOptions });
    const [key, ...others] = positionals;
    if (key === undefined || others.length > 0) throw new UsageError("Name one publish key, such as pk_…");
    const { ask } = await reachHost(values);
    await ask(({ published }) => published.revoke(key));
    out(values.json ? JSON.stringify({ revoked: key }) : `${key} is revoked.`);
    return 0;
  },
};
