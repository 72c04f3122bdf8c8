import type { IncomingMessage } from "node:http";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Readable } from "node:stream";
import { AddressRefused, requestPublic, type PublicRequestOptions } from "@callboard/server";

export interface FetchedPage {
  /** The address that answered, after redirects. */
  url: string;
  mediaType: string;
  text: string;
}

/** Why a page is not fetched, in a sentence for whoever asked. */
export class PageRefused extends Error {
  override readonly name = "PageRefused";
}

export interface FetchPublicOptions extends Pick<PublicRequestOptions, "signal" | "resolve" | "isAllowed"> {
  /** Milliseconds for all of it. */
  timeLimit?: number;
}

const MOST_BYTES = 5_000_000;
const MOST_REDIRECTS = 5;
const TIME_LIMIT_MS = 20_000;
const TEXT = /^(?:text\/|application\/(?:json|xml|xhtml\+xml|[\w.-]+\+(?:json|xml))$)/;

/**
 * Fetches a text of the public internet. Each hop is checked where it is connected to.
 * @throws PageRefused
 */
export async function fetchPublic(address: string, options: FetchPublicOptions = {}): Promise<FetchedPage> {
  const { timeLimit = TIME_LIMIT_MS, signal } = options;
  const timeout = AbortSignal.timeout(timeLimit);
  const limit = signal ? AbortSignal.any([signal, timeout]) : timeout;
  try {
    let url = parseAddress(address);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const response = await send(url, options, limit);
      const { statusCode = 0, headers } = response;
      if (statusCode >= 300 && statusCode < 400 && headers.location) {
        response.destroy();
        url = parseAddress(headers.location, url);
        continue;
      }
      if (statusCode < 200 || statusCode >= 300) {
        response.destroy();
        throw new PageRefused(`${url.host} answered with ${statusCode}.`);
      }
      const mediaType = (headers["content-type"] ?? "text/html").split(";")[0]?.trim().toLowerCase() ?? "";
      if (!TEXT.test(mediaType)) {
        response.destroy();
        throw new PageRefused(`The page is ${mediaType || "of no known type"}, and only texts are read.`);
      }
      const bytes = await readAll(response, limit);
      return { url: url.href, mediaType, text: decode(bytes, headers["content-type"]) };
    }
    throw new PageRefused(`The page redirects more than ${MOST_REDIRECTS} times.`);
  } catch (error) {
    if (timeout.aborted) throw new PageRefused(`The page did not answer within ${timeLimit / 1000} s.`);
    throw error;
  }
}

function parseAddress(address: string, base?: URL): URL {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    throw new PageRefused("That is no address of a page. It begins with https:// or http://.");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new PageRefused(`Addresses that begin with ${url.protocol} are not fetched; https: and http: are.`);
  if (url.username || url.password) throw new PageRefused("An address with a name and password in it is not fetched.");
  return url;
}

const HEADERS = {
  accept: "text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.5",
  "accept-encoding": "gzip, deflate, br",
  "user-agent": "callboard-fetch",
};

async function send(url: URL, options: FetchPublicOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { resolve, isAllowed } = options;
  try {
    return await requestPublic(url, { headers: HEADERS, signal, resolve, isAllowed });
  } catch (error) {
    throw error instanceof AddressRefused ? new PageRefused(error.message) : error;
  }
}

async function readAll(response: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  const encoding = response.headers["content-encoding"];
  const unpack = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }[encoding ?? ""];
  const stream: Readable = unpack ? response.pipe(unpack()) : response;
  const parts: Buffer[] = [];
  let size = 0;
  const stop = () => stream.destroy(new PageRefused("The page was not read to its end."));
  response.on("error", stop);
  signal.addEventListener("abort", stop);
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MOST_BYTES) throw new PageRefused(`The page has more than ${MOST_BYTES / 1e6} MB.`);
      parts.push(part);
    }
    return Buffer.concat(parts);
  } finally {
    signal.removeEventListener("abort", stop);
    response.destroy();
  }
}

function decode(bytes: Buffer, contentType = ""): string {
  const [, said = "utf-8"] =
    /charset=["']?([\w-]+)/i.exec(contentType) ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(bytes.subarray(0, 2_000).toString("latin1")) ??
    [];
  try {
    return new TextDecoder(said).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
