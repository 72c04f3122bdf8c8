import { serve as serveNode } from "@hono/node-server";
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

/**
 * Serves a host over Node's HTTP. It listens at once; requests wait until the host is ready.
 * @throws when the port is taken or may not be used.
 */
export async function serve(host: Host, options: { port: number; hostname?: string }): Promise<Serving> {
  const server = await new Promise<Server>((resolve, reject) => {
    const listening = serveNode(
      { fetch: (request) => host.fetch(request), port: options.port, hostname: options.hostname },
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
