import { parseArgs } from "node:util";
import { changeLines } from "./changeLines.ts";
import type { Command } from "./command.ts";
import { hostOptions, hostUsage, reachHost } from "./reachHost.ts";

export const command: Command = {
  usage: [
    "callboard published [--host <url>] [--data <folder>] [--json]",
    "",
    "Lists the publish keys of a host: origins, runs, errors and tokens of each, and what has changed in the tool since it was published.",
    "",
    hostUsage,
    "",
    "Exits with 1 where a tool is not served because it has changed or is gone.",
  ].join("\n"),
  async run(args, { out }) {
    const { values } = parseArgs({ args: [...args], options: hostOptions });
    const { ask } = await reachHost(values);
    const keys = await ask(({ published }) => published.list());
    if (values.json) out(JSON.stringify(keys, null, 2));
    else if (keys.length === 0)
      out("Nothing is published. callboard publish <slug> --origin <origin> publishes a tool.");
    else
      for (const key of keys) {
        out(`${key.key}  ${key.tool}  ${key.tenantSlug}`);
        out(`  ${key.origins.join(", ")}`);
        out(
          `  runs ${key.runs}, failed ${key.failedRuns}, tokens ${key.tokens}, refused ${key.refusals}; ${key.perMinute} a minute`,
        );
        if (key.isMissing) out("  not served: the host has no such tool any more");
        if (key.changes.length > 0) {
          out(`  not served: the tool has changed. Publish it again: callboard publish --again ${key.key}`);
          for (const line of changeLines(key.changes)) out(line);
        }
      }
    return keys.some(({ isMissing, changes }) => isMissing || changes.length > 0) ? 1 : 0;
  },
};
