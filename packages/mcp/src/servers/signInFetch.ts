import type { FetchLike } from "@modelcontextprotocol/client";

/** The most redirects that are followed from one address. */
const MOST_HOPS = 5;
/** The most that is read of one answer, in bytes. */
const LONGEST_ANSWER = 1_000_000;
const PATIENCE_MS = 15_000;

/**
 * Requests to the hosts where people sign in: each hop of a redirect goes by `inner`, which may refuse it, and an
 * answer has an end. What is sent, such as a code, is sent to nobody else.
 */
export function createSignInFetch(inner: FetchLike): FetchLike {
  return async (input, init = {}) => {
    const limit = AbortSignal.timeout(PATIENCE_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    const follows = (init.method ?? "GET").toUpperCase() === "GET";
    let url = new URL(input);
    for (let hop = 0; ; hop++) {
      const response = await inner(url, { ...init, redirect: "manual", signal });
      const location = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
      if (location === null || !follows) return await whole(response);
      await response.body?.cancel();
      if (hop >= MOST_HOPS) throw new Error(`${url.host} redirects without an end.`);
      url = new URL(location, url);
    }
  };
}

async function whole(response: Response): Promise<Response> {
  const { status, headers, body } = response;
  if (!body) return response;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.byteLength;
    if (length > LONGEST_ANSWER) throw new Error("Its answer is too long.");
    parts.push(part);
  }
  return new Response(new Blob(parts), { status, headers });
}
