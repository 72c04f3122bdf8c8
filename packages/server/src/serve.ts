import type { AddressInfo } from "node:net";
import { createServer } from "node:http";
import type { Host } from "./host.ts";
import { createNodeListener, type NodeListenerOptions } from "./nodeListener.ts";
import { watchStrayErrors } from "./strayErrors.ts";

/** A host that listens. */
export interface Serving {
  port: number;
  url: string;
  /** Stops listening, then closes the host; running calls end with `interrupted`. */
  close(): Promise<void>;
}

export interface ServeOptions extends NodeListenerOptions {
  port: number;
  hostname?: string;
}

/**
 * Whoever reads what this process says may go away. An error of writing there would be reported there, which is an
 * error again, without end.
 */
const outputs = [process.stdout, process.stderr];
const ignore = () => {};

/**
 * Serves a host over Node's HTTP. It listens at once; requests wait until the host is ready. While it serves, what a
 * tool throws where nobody can catch it is reported with the tool's name and does not end the process: everybody's
 * calls run in it, and what they did is in the log. What the app throws itself ends the process, as ever.
 * @throws when the port is taken or may not be used.
 */
export async function serve(host: Pick<Host, "fetch" | "close">, options: ServeOptions): Promise<Serving> {
  const { onProblem = console.error } = options;
  const listener = createNodeListener(host, options);
  const server = createServer(listener);
  await new Promise<void>((resolve, reject) => {
    server.listen(options.port, options.hostname, resolve);
    server.once("error", (error: NodeJS.ErrnoException) =>
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
  const stopWatching = watchStrayErrors(onProblem);
  for (const output of outputs) output.on("error", ignore);
  return {
    port,
    url: `http://${options.hostname ?? "localhost"}:${port}`,
    async close() {
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
      await host.close();
      server.closeAllConnections();
      await stopped;
      stopWatching();
      for (const output of outputs) output.off("error", ignore);
    },
  };
}
