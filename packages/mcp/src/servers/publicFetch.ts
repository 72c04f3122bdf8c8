import type { Readable } from "node:stream";
import { AddressRefused, requestPublic, type PublicRequestOptions } from "@callboard/server";
import type { FetchLike } from "@modelcontextprotocol/client";

/**
 * Requests that reach public addresses alone, wherever a name leads now. A redirect is an answer here: whoever follows
 * it asks again, and is checked again.
 */
export function createPublicFetch(options: Pick<PublicRequestOptions, "resolve" | "isAllowed"> = {}): FetchLike {
  return async (input, init = {}) => {
    const url = new URL(input);
    if (!/^https?:$/.test(url.protocol))
      throw new AddressRefused(`Addresses that begin with ${url.protocol} are not asked.`);
    const { method = "GET", body, signal } = init;
    const sent = new Request(url, {
      method,
      ...(body != null && { body }),
      ...(init.headers && { headers: init.headers }),
    });
    const response = await requestPublic(url, {
      ...options,
      method,
      headers: { ...Object.fromEntries(sent.headers), "accept-encoding": "identity" },
      ...(body != null && { body: new Uint8Array(await sent.arrayBuffer()) }),
      signal: signal ?? undefined,
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      for (const each of [value ?? []].flat()) headers.append(name, each);
    }
    const { statusCode: status = 502 } = response;
    const isEmpty = status === 204 || status === 205 || status === 304;
    if (isEmpty) response.resume();
    return new Response(isEmpty ? null : toWeb(response), { status, headers });
  };
}

function toWeb(response: Readable): ReadableStream<Uint8Array> {
  const parts = response[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = (await parts.next()) as IteratorResult<Uint8Array, undefined>;
      if (done) controller.close();
      else controller.enqueue(new Uint8Array(value));
    },
    cancel: () => void response.destroy(),
  });
}
