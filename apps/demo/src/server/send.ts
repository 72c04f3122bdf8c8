/** Sends a request to an address that somebody saved, where that is allowed. */
export type Send = (url: string, init?: RequestInit) => Promise<Response>;

export interface SendOptions {
  /** The hosts that may be called, each as `host` or `host:port`. */
  allowed: readonly string[];
  /** Answers what goes to this origin, without a network. */
  local?: { origin: string; fetch: (request: Request) => Promise<Response> };
  /** The longest that an answer may take, in milliseconds. */
  timeoutMs?: number;
}

/**
 * Calls the hosts that an operator listed and no others: a visitor's address never makes this host look around in its
 * own network. A redirect is an answer and is not followed.
 */
export function createSend({ allowed, local, timeoutMs = 20_000 }: SendOptions): Send {
  const listed = new Set(allowed.map((host) => host.trim().toLowerCase()).filter(Boolean));
  return async (address, init = {}) => {
    const url = new URL(address);
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const request: RequestInit = { ...init, signal, redirect: "manual" };
    if (local && url.origin === local.origin) return local.fetch(new Request(url, request));
    if (!/^https?:$/.test(url.protocol) || (!listed.has(url.host) && !listed.has(url.hostname))) {
      throw new Error(
        `This host may not send to ${url.host}. Its operator has to list it: CALLBOARD_PUBLISH_TO=${url.host}. ` +
          "The demo's own destinations need no listing.",
      );
    }
    try {
      return await fetch(url, request);
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      const why = timeout.aborted ? `did not answer within ${timeoutMs / 1000} s` : "could not be reached";
      throw new Error(`${url.host} ${why}. Check the address of the connection, and try again.`, { cause });
    }
  };
}
