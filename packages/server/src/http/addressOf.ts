import { BlockList, isIP } from "node:net";

const addresses = new WeakMap<Request, string>();

/**
 * Which proxies in front of the host are believed about where a request came from: how many stand one behind the other,
 * or the addresses they have, such as `10.0.0.0/8` and `::1`.
 */
export type TrustedProxies = number | readonly string[];

/** Tells the address of whoever made a request, from the connection's own and the request's headers. */
export type ReadAddress = (connection: string | undefined, headers: Headers) => string | undefined;

/**
 * Reads addresses as far as the proxies are trusted. Each proxy adds at the right end whom it heard from, and anybody
 * may have written what stands left of that: the list is read from the right, one entry for each proxy that is
 * believed.
 * @throws Error for what is neither a number of proxies nor addresses.
 */
export function addressReader(trusted: TrustedProxies): ReadAddress {
  const isTrusted = typeof trusted === "number" ? hops(trusted) : ranges(trusted);
  return (connection, headers) => {
    let address = connection;
    const told = forwarded(headers);
    for (let hop = 0; address !== undefined && told.length > 0 && isTrusted(address, hop); hop++) {
      const next = told.pop()!;
      // What is no address names nobody: the last proxy that said who it was stands for it.
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

/**
 * Reads the setting of a command or an environment: `1`, or `10.0.0.0/8, ::1`.
 * @throws Error for what is neither a number of proxies nor addresses.
 */
export function readTrustedProxies(text: string): TrustedProxies {
  const trusted = /^\s*\d+\s*$/.test(text) ? Number(text) : text.split(",").map((part) => part.trim());
  addressReader(trusted);
  return trusted;
}

function hops(count: number): (address: string, hop: number) => boolean {
  if (!Number.isInteger(count) || count < 0 || count > 100) {
    throw new Error(`trustedProxies is a number of proxies from 0 to 100, or a list of addresses, not ${count}.`);
  }
  return (_address, hop) => hop < count;
}

function ranges(list: readonly string[]): (address: string) => boolean {
  const believed = new BlockList();
  for (const text of list) {
    const [address = "", bits] = text.split("/");
    const family = familyOf(address);
    const most = family === "ipv4" ? 32 : 128;
    const length = bits === undefined ? most : Number(bits);
    if (!family || bits === "" || !Number.isInteger(length) || length < 0 || length > most) {
      throw new Error(`trustedProxies names addresses and ranges such as 10.0.0.0/8 or ::1, not "${text}".`);
    }
    believed.addSubnet(address, length, family);
  }
  return (address) => {
    const plain = plainAddress(address);
    const family = familyOf(plain);
    return family !== null && believed.check(plain, family);
  };
}

const familyOf = (address: string): "ipv4" | "ipv6" | null => {
  const version = isIP(address);
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : null;
};

/** The addresses that the headers tell, the nearest last. */
function forwarded(headers: Headers): string[] {
  const listed = headers.get("x-forwarded-for");
  if (listed !== null) return listed.slice(-LONGEST).split(",").map(readEntry);
  const standard = headers.get("forwarded");
  if (standard === null) return [];
  return standard
    .slice(-LONGEST)
    .split(",")
    .map((element) => readEntry(/(?:^|;)\s*for\s*=\s*("[^"]*"|[^;\s]*)/i.exec(element)?.[1] ?? ""));
}
const LONGEST = 2_000;

/** `203.0.113.7`, `203.0.113.7:4711`, `[2001:db8::1]:4711`, each perhaps in quotes. */
function readEntry(entry: string): string {
  const text = entry.trim().replace(/^"|"$/g, "");
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1];
  return plainAddress(bracketed ?? (isIP(text) ? text : text.replace(/:\d+$/, "")));
}

/** An IPv4 address that stands in an IPv6 one, as itself. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");

/** Notes the network address that a request came from, for whoever has the connection. */
export function noteAddress(request: Request, address: string | undefined): void {
  if (address !== undefined) addresses.set(request, address);
}

/** The network address that a request came from; one and the same for all requests where nobody noted it. */
export function addressOf(request: Request): string {
  return addresses.get(request) ?? "unknown";
}

/**
 * Whether a request was made on this machine, as far as anybody can tell: neither its connection nor what proxies tell
 * names another. A request that came by no connection is this program's own.
 */
export function isFromHere(request: Request): boolean {
  const connection = addresses.get(request);
  const told = forwarded(request.headers);
  return (connection === undefined ? told : [connection, ...told]).every(isLoopback);
}

function isLoopback(address: string): boolean {
  const plain = plainAddress(address);
  const family = familyOf(plain);
  return family !== null && LOOPBACK.check(plain, family);
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");
