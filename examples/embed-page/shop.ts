import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRegistry, defineTool } from "@callboard/core";
import { embedLine, type EmbedFiles } from "@callboard/core/host";
import { createEmbeds, createHost, DEFAULT_TENANT_ID, serve, type Store } from "@callboard/server";
import { z } from "zod";

const quote = defineTool({
  slug: "quote",
  name: "Get a quote",
  description: "Use this to work out what a room costs to paint.",
  category: "example",
  icon: "paintbrush",
  inputSchema: z.object({ area: z.number().positive().meta({ title: "Square metres" }) }),
  outputSchema: z.object({ euros: z.number() }),
  execute: ({ area }) => ({ euros: Math.round(area * 12.5) }),
});

/** A shop's page with a tool in it, and the host that it comes from: two servers, as of two companies. */
export async function openShop(store: Store, files: EmbedFiles) {
  const registry = createRegistry();
  const tool = registry.register(quote);
  const tools = await serve(createHost({ registry, store, embed: { files } }), { port: 0, hostname: "127.0.0.1" });

  let page = "";
  const shop = createServer((_request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end(page);
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  const url = `http://localhost:${(shop.address() as AddressInfo).port}`;

  const { key } = await createEmbeds(store).publish({ tool, tenantId: DEFAULT_TENANT_ID, origins: [url] });
  const line = embedLine({ host: tools.url, loader: files.loader, tool: tool.slug, key: key.id });
  page = `<!doctype html><html lang="en"><title>Paint shop</title><h1>Paint shop</h1>${line}`;
  const close = async () => {
    shop.close();
    await tools.close();
  };
  return { url, close };
}
