import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Demo } from "../demo.ts";
import { closeServer, listen } from "../listen.ts";

export interface OpenEmbedSiteOptions {
  /** Where the page's own files are. */
  folder: string;
  hostname: string;
  /** The port of the host itself; the page is on the next one, or on any where that is taken. */
  hostPort: number;
}

/** Opens the port of another origin; undefined where the demo has no frames to show there. */
export async function openEmbedSite(
  demo: Pick<Demo, "embedSite">,
  { folder, hostname, hostPort }: OpenEmbedSiteOptions,
): Promise<{ url: string; close: () => Promise<void> } | undefined> {
  const starting = async () => new Response("Starting.\n", { status: 503, headers: { "retry-after": "1" } });
  let answer: (request: Request) => Promise<Response> = starting;
  const server = createServer(getRequestListener((request) => answer(request)));
  const url = await listen(server, hostPort + 1, hostname).catch(() => listen(server, 0, hostname));
  const site = await demo.embedSite({ folder, hostPort, port: Number(new URL(url).port) });
  const close = () => closeServer(server, async () => {});
  if (!site) {
    await close();
    return undefined;
  }
  answer = site;
  return { url, close };
}
