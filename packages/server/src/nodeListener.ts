import { getRequestListener, RequestError, type HttpBindings } from "@hono/node-server";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { Host } from "./host.ts";
import { addressReader, noteAddress, readTrustedProxies, type TrustedProxies } from "./http/addressOf.ts";
import { HttpError } from "./http/httpError.ts";
import { asHostWork } from "./strayErrors.ts";

export interface NodeListenerOptions {
  /** The name by which the host is asked where a request says none. */
  hostname?: string;
  /**
   * Milliseconds after which the reader of a stream that reads nothing is dropped, or twice as many at the most; it may
   * resume with `Last-Event-ID`. A minute unless given.
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

/** The answer to a request whose body somebody else has read: the host would wait for it for ever. */
const ALREADY_READ = new HttpError(
  500,
  "body_already_read",
  "The body of this request was read before the host got it. Mount the host before body parsers such as express.json(), " +
    "or give these to the routes that need them.",
);

/**
 * A host as a listener of Node's HTTP, for a server that has more to answer: `createServer(listener)`, or Express,
 * after its own routes: `app.use(createNodeListener(host))`. It reads the body itself, so nothing before it may have
 * read it.
 */
export function createNodeListener(
  host: Pick<Host, "fetch">,
  options: NodeListenerOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const { stalledMs = 60_000, onProblem = console.error } = options;
  const readAddress = addressReader(options.trustedProxies ?? trustedOfEnvironment());
  const answer = async (request: Request, { incoming, outgoing }: HttpBindings): Promise<Response> => {
    if (Readable.isDisturbed(incoming)) {
      onProblem(ALREADY_READ.message, ALREADY_READ);
      return ALREADY_READ.toResponse();
    }
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
  return (incoming, outgoing) => void listener(incoming, outgoing);
}
