import { parseArgs } from "node:util";
import type { McpKey } from "@callboard/core/client";
import { UsageError, type Command, type Output } from "./command.ts";
import { hostOptions, hostUsage, reachHost, type ReachedHost } from "./reachHost.ts";

const options = {
  ...hostOptions,
  user: { type: "string" },
  tool: { type: "string", multiple: true },
  permission: { type: "string", multiple: true },
  tenant: { type: "string" },
  "tenant-slug": { type: "string" },
} as const;

export const command: Command = {
  usage: [
    "callboard keys [--host <url>] [--data <folder>] [--json]",
    "callboard keys add <name> [--user <id>] [--tool <slug>...] [--permission <name>...] [--tenant <uuid> --tenant-slug <slug>]",
    "callboard keys revoke <id>",
    "",
    "Lists the keys by which clients of the Model Context Protocol run a host's tools at /mcp, makes one, or takes one back.",
    "",
    "  --user             as whom the key runs tools; default: demo, who is everybody that asks a host without a credential",
    "  --tool             a tool that the key is for, by its slug; may be given again. Default: all tools",
    "  --permission       a permission that the key has; may be given again",
    "  --tenant           the tenant that its calls belong to, with its --tenant-slug; default: the default tenant",
    hostUsage,
    "",
    "A new key is shown this once, and kept as its hash.",
  ].join("\n"),
  async run(args, { out }) {
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [act = "list", what, ...others] = positionals;
    if (others.length > 0) throw new UsageError("Name one key. Put a name of several words in quotes.");
    if (act === "list" && what === undefined) return await list(await reachHost(values), values.json ?? false, out);
    if (act === "revoke") {
      if (what === undefined) throw new UsageError("Name the key by its id, which callboard keys lists.");
      const { ask } = await reachHost(values);
      await ask(({ keys }) => keys.revoke(what));
      out(values.json ? JSON.stringify({ revoked: what }) : `${what} is revoked.`);
      return 0;
    }
    if (act !== "add") throw new UsageError(`callboard keys knows add and revoke, and not "${act}".`);
    if (what === undefined) throw new UsageError('Name the key, such as callboard keys add "Ada\'s laptop".');
    const { ask, url } = await reachHost(values);
    const made = await ask(({ keys }) =>
      keys.create({
        name: what,
        userId: values.user ?? "demo",
        tools: values.tool,
        permissions: values.permission,
        tenantId: values.tenant,
        tenantSlug: values["tenant-slug"],
      }),
    );
    if (values.json) out(JSON.stringify(made, null, 2));
    else {
      out(`${made.secret}`);
      out("");
      out(`This is the key, shown only now. A client that is given ${url}/mcp sends it as`);
      out(`  Authorization: Bearer ${made.secret}`);
      out(`${described(made)}. Take it back with: callboard keys revoke ${made.id}`);
    }
    return 0;
  },
};

async function list({ ask }: ReachedHost, isJson: boolean, out: Output["out"]): Promise<number> {
  const all = await ask(({ keys }) => keys.list());
  if (isJson) out(JSON.stringify(all, null, 2));
  else if (all.length === 0) out("There are no keys. callboard keys add <name> makes one.");
  else {
    for (const key of all) {
      out(`${key.id}  ${key.name}  …${key.hint}`);
      const used = key.lastUsedAt === null ? "never used" : `last used ${new Date(key.lastUsedAt).toISOString()}`;
      out(`  ${described(key)}; made ${new Date(key.createdAt).toISOString()}, ${used}`);
    }
  }
  return 0;
}

function described({ userId, tenantSlug, tools }: McpKey): string {
  return `It runs ${tools ? tools.join(", ") : "all tools"} as ${userId} of ${tenantSlug}`;
}
