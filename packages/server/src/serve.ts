import { getRequestListener, RequestError, type HttpBindings } from "@hono/node-server";
import type { AddressInfo } from "node:net";
import { createServer } from "node:http";
import type { Host } from "./host.ts";
import { addressReader, noteAddress, readTrustedProxies, type TrustedProxies } from "./http/addressOf.ts";
import { HttpError } from "./http/httpError.ts";
import { asHostWork, watchStrayErrors } from "./strayErrors.ts";

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
  /**
   * Milliseconds after which the reader of a stream that reads nothing is dropped, or twice as many at the most; it may resume with
   * `Last-Event-ID`. A minute unless given.
   */
  stalledMs?: number;
  /**
   * The proxies in front that are believed about where requests come from (`X-Forwarded-For`, `Forwarded`): how many
   * stand one behind the other, or their addresses, such as `["10.0.0.0/8"]`. None unless given, or unless
   * `CALLBOARD_TRUST_PROXY` says it: then every request comes from whoever opened its connection.
   */
  trustedProxies?: TrustedProxies;
  /** Called with what tools and the host throw where nobody can catch it; `console.error` unless given. */
  onProblem?: (message: string, error: unknown) => void;
}

const trustedOfEnvironment = (): TrustedProxies => readTrustedProxies(process.env["CALLBOARD_TRUST_PROXY"] || "0");

/** The answer to a request whose address no URL can be made of. */
const UNREADABLE = new HttpError(
  400,
  "invalid_address",
  "The address of this request cannot be read. Send a path that begins with a slash, and the name of this host as Host.",
);

/**
 * Whoever reads what this process says may go away. An error of writing there would be reported there, which is an error again, without
 * end.
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
  const { stalledMs = 60_000, onProblem = console.error } = options;
  const readAddress = addressReader(options.trustedProxies ?? trustedOfEnvironment());
  const answer = async (request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> => {
    noteAddress(request, readAddress(incoming.socket.remoteAddress, request.headers));
    const response = await asHostWork(() => host.fetch(request));
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    // Heartbeats count as activity while somebody reads them: only a connection that is full is silent.
    if (isStream) outgoing.setTimeout(stalledMs, () => outgoing.destroy());
    return response;
  };
  const listener = getRequestListener((request, bindings) => answer(request, bindings as HttpBindings), {
    hostname: options.hostname,
    errorHandler(error) {
      if (error instanceof RequestError) return UNREADABLE.toResponse();
      onProblem("A request could not be answered.", error);
      return new Response(null, { status: 500 });
    },
  });
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
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
