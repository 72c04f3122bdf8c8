import { lookup as systemLookup } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./publicAddress.ts";

/** Why an address is not asked, in a sentence for whoever named it. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

export interface PublicRequestOptions {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  signal?: AbortSignal | undefined;
  /** Resolves a host name; the system's unless given. */
  resolve?: ((hostname: string) => Promise<readonly { address: string; family: number }[]>) | undefined;
  /** Whether an address may be connected to; those that everybody on the internet reaches unless given. */
  isAllowed?: ((address: string) => boolean) | undefined;
}

/**
 * Sends one request to the public internet, and follows no redirect. The name is resolved once, every address that it
 * has must be public, and the connection goes to the one that was checked.
 * @throws AddressRefused where it leads elsewhere or nothing answers there.
 */
export async function requestPublic(url: URL, options: PublicRequestOptions = {}): Promise<IncomingMessage> {
  const { method = "GET", headers = {}, body, signal } = options;
  const chosen = await publicAddressOf(url, options);
  signal?.throwIfAborted();
  // The connection asks again where a name leads; it is told what was checked.
  const lookup: LookupFunction = (_hostname, { all }, done) => {
    if (all) done(null, [chosen]);
    else done(null, chosen.address, chosen.family);
  };
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  return await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      url,
      { method, lookup, ...(signal && { signal }), agent: false, headers: { ...headers } },
      resolve,
    );
    sent.on("error", (error) => reject(new AddressRefused(`${url.host} does not answer: ${error.message}.`)));
    sent.end(body);
  });
}

/**
 * Where an address leads, if that is public.
 * @throws AddressRefused where one of the addresses that its name has is not, or it has none.
 */
export async function publicAddressOf(
  url: URL,
  options: Pick<PublicRequestOptions, "resolve" | "isAllowed"> = {},
): Promise<{ address: string; family: number }> {
  const { isAllowed = isPublicAddress } = options;
  const addresses = await addressesOf(url, options);
  const [chosen] = addresses;
  if (chosen && addresses.every(({ address }) => isAllowed(address))) return chosen;
  throw new AddressRefused(`${url.hostname} leads to a private network, where nothing is fetched from.`);
}

async function addressesOf(url: URL, { resolve }: PublicRequestOptions) {
  const hostname = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(hostname);
  if (family !== 0) return [{ address: hostname, family }];
  try {
    return resolve ? await resolve(hostname) : await systemLookup(hostname, { all: true });
  } catch {
    throw new AddressRefused(`There is no host ${hostname}.`);
  }
}
