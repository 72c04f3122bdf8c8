import { parseArgs } from "node:util";
import type { Publication, PublishedTool } from "@callboard/core/client";
import { embedLine } from "@callboard/core/host";
import { UsageError, type Command, type Output } from "./command.ts";
import { changeLines } from "./changeLines.ts";
import { hostOptions, hostUsage, reachHost } from "./reachHost.ts";

export const command: Command = {
  usage: [
    "callboard publish <slug> --origin <origin>... [--limit <number>] [--share] [--tenant <uuid> --tenant-slug <slug>]",
    "callboard publish --again <key>",
    "",
    "Publishes a tool, as it is defined now, for pages of other origins, and prints the line that shows it there. A definition that changes",
    "later is not served until it is published again.",
    "",
    "  --origin           an origin whose pages may show it, such as https://www.example.com; may be given again",
    "  --limit            runs a minute that the key takes; default: 120",
    "  --share            lets a visitor make a read-only link of a completed run",
    "  --tenant           the tenant that its runs belong to, with its --tenant-slug; default: the default tenant",
    "  --again            serve the tool of a publish key as it is defined now, and say what has changed",
    "  --public <url>     the address that visitors reach the host by, for the printed line; default: that of --host",
    hostUsage,
    "",
    "The secret key that it prints is for your own server, which gets tokens with it. It is kept nowhere and shown this once.",
  ].join("\n"),
  async run(args, { out }) {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...hostOptions,
        origin: { type: "string", multiple: true },
        limit: { type: "string" },
        share: { type: "boolean" },
        tenant: { type: "string" },
        "tenant-slug": { type: "string" },
        again: { type: "string" },
        public: { type: "string" },
      },
    });
    const [tool, ...others] = positionals;
    const key = values.again;
    if (key !== undefined) {
      if (tool !== undefined)
        throw new UsageError("--again names a publish key, which has its tool: leave the slug out.");
      const { ask } = await reachHost(values);
      const again = await ask(({ published }) => published.publishAgain(key));
      if (values.json) out(JSON.stringify(again, null, 2));
      else {
        out(`"${again.tool}" is served as it is defined now (key ${again.key}).`);
        out(again.published.length === 0 ? "Nothing had changed." : "What had changed:");
        for (const line of changeLines(again.published)) out(line);
      }
      return 0;
    }
    if (tool === undefined || others.length > 0) throw new UsageError("Name one tool by its slug.");
    if (!values.origin)
      throw new UsageError("Name the origins of the pages with --origin, such as https://www.example.com.");
    const perMinute = values.limit === undefined ? undefined : Number(values.limit);
    if (perMinute !== undefined && !Number.isInteger(perMinute)) {
      throw new UsageError(`--limit has to be a whole number, and is "${values.limit}".`);
    }
    const host = await reachHost(values);
    const publication: Publication = {
      tool,
      origins: values.origin,
      perMinute,
      tenantId: values.tenant,
      tenantSlug: values["tenant-slug"],
      ...(values.share && { actions: ["run", "cancel", "share"] }),
    };
    const published = await host.ask((clients) => clients.published.publish(publication));
    const line =
      published.loader && embedLine({ ...published, loader: published.loader, host: values.public ?? host.url });
    if (values.json) out(JSON.stringify({ ...published, line }, null, 2));
    else tell(published, line, out);
    return 0;
  },
};

function tell(key: PublishedTool & { secretKey: string }, line: string | null, out: Output["out"]): void {
  out(
    `Published "${key.tool}" for ${key.origins.join(", ")}: ${key.perMinute} runs a minute, tenant ${key.tenantSlug}.`,
  );
  out(`Publish key   ${key.key}`);
  out(`Definition    ${key.definition}`);
  out("");
  if (line === null)
    out("This host serves no frames yet: give createHost the files of embeds, or use callboard serve.");
  else {
    out("Put this line where the tool is to be:");
    out("");
    out(line);
  }
  out("");
  out("For your own server, to get tokens with; it is shown this once:");
  out("");
  out(key.secretKey);
}
