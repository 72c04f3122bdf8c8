import { serve as serveNode, type HttpBindings } from "@hono/node-server";
import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import type { Host } from "./host.ts";

/** A host that listens. */
export interface Serving {
  port: number;
  url: string;
  /** Stops listening, then closes the host; running calls end with `interrupted`. */
  close(): Promise<void>;
}

export interface ServeOptions {
  port: number;
  hostname?: string;
  /** Milliseconds; a reader of a stream that takes nothing for so long is dropped, and may come back with `Last-Event-ID`. A minute unless given. */
  stalledMs?: number;
}

/**
 * Serves a host over Node's HTTP. It listens at once; requests wait until the host is ready.
 * @throws when the port is taken or may not be used.
 */
export async function serve(host: Host, options: ServeOptions): Promise<Serving> {
  const { stalledMs = 60_000 } = options;
  const answer = async (request: Request, { outgoing }: HttpBindings): Promise<Response> => {
    const response = await host.fetch(request);
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    // A heartbeat is activity where somebody takes it: only a connection that is full falls silent.
    if (isStream) outgoing.setTimeout(stalledMs, () => outgoing.destroy());
    return response;
  };
  const server = await new Promise<Server>((resolve, reject) => {
    const listening = serveNode(
      {
        fetch: (request, bindings) => answer(request, bindings as HttpBindings),
        port: options.port,
        hostname: options.hostname,
      },
      () => resolve(listening),
    ) as Server;
    listening.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${options.port} is in use. Stop what listens there, or choose another (PORT).`, {
              cause: error,
            })
          : error,
      ),
    );
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${options.hostname ?? "localhost"}:${port}`,
    async close() {
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
      await host.close();
      server.closeAllConnections();
      await stopped;
    },
  };
}
