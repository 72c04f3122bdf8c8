import { HttpError } from "./httpError.ts";

/** The names that a request may be addressed to without being listed: this machine's own. */
const OWN_NAMES = ["localhost", "127.0.0.1", "[::1]"];

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses requests that a page of somebody else makes a browser send, before they reach anything.
 *
 * - A name that is not this host's: a page whose name was made to lead here (DNS rebinding) counts as this site for
 *   the browser, and only the name gives it away.
 * - A change that a page of another origin asks for. A request with a credential of its own is not made in a
 *   visitor's name, and programs send no origin.
 *
 * `allowed` lists names beside this machine's own: `tools.example.com`, one port alone as `tools.example.com:8443`,
 * with all its subdomains as `.example.com`; `true` allows every name. Pages of a listed name may ask for changes too.
 */
export function strangerCheck(allowed: readonly string[] | true): (request: Request) => HttpError | undefined {
  const listed = allowed === true ? [] : allowed.map((name) => name.trim().toLowerCase()).filter(Boolean);
  return (request) => {
    const name = (request.headers.get("host") ?? new URL(request.url).host).toLowerCase();
    const address = parse(`http://${name}`);
    const isOwn = allowed === true || (address && [...OWN_NAMES, ...listed].some((one) => fits(address, one)));
    if (!isOwn) {
      const shown = name.slice(0, 200);
      return new HttpError(
        403,
        "unknown_host",
        `Nothing answers to the name "${shown}" here. If it is this host's, list it: CALLBOARD_ALLOWED_HOSTS=${address?.hostname ?? shown}, ` +
          "or allowedHosts of createHost.",
      );
    }
    if (SAFE_METHODS.has(request.method) || request.headers.has("authorization")) return undefined;
    const origin = request.headers.get("origin");
    if (origin === null) {
      const site = request.headers.get("sec-fetch-site");
      const isForeign = site !== null && site !== "same-origin" && site !== "none";
      return isForeign ? crossSite("a page of another site") : undefined;
    }
    const from = parse(origin);
    if (from && (from.host === parse(`${from.protocol}//${name}`)?.host || listed.some((one) => fits(from, one)))) {
      return undefined;
    }
    return crossSite(`a page of ${origin.slice(0, 200)}`, from?.host);
  };
}

function crossSite(who: string, host?: string): HttpError {
  const mend = host
    ? `If that page is yours, list its host: CALLBOARD_ALLOWED_HOSTS=${host}, or allowedHosts of createHost; or send`
    : "Send";
  return new HttpError(
    403,
    "cross_site",
    `This request comes from ${who}, which may not change anything here. ${mend} a credential: Authorization: Bearer <token>.`,
  );
}

/**
 * The refusal of a request that a page of somebody else makes a browser send, as `createHost` answers it, for what an
 * app answers beside the host; undefined where the request is none. `allowed` are the host's `allowedHosts`.
 */
export function refuseStrangers(
  allowed: readonly string[] | true = allowedHostsOfEnvironment(),
): (request: Request) => Response | undefined {
  const check = strangerCheck(allowed);
  return (request) => check(request)?.toResponse();
}

/** Whether a listed name is this machine's own, with any port: no other machine is reached by it. */
export function isOwnName(name: string): boolean {
  const address = parse(`http://${name.trim().toLowerCase()}`);
  return address !== undefined && OWN_NAMES.includes(address.hostname);
}

/** Whether an address has a listed name: with a port that port, with a dot in front any of its subdomains too. */
function fits({ hostname, host, port, protocol }: URL, listed: string): boolean {
  if (listed.startsWith(".")) return hostname === listed.slice(1) || hostname.endsWith(listed);
  return (
    hostname === listed || host === listed || `${hostname}:${port || (protocol === "https:" ? 443 : 80)}` === listed
  );
}

function parse(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // A name alone has neither a user nor a path.
  return url && url.username === "" && url.pathname === "/" && url.search === "" && url.hash === "" ? url : undefined;
}

/** The names that the environment lists, separated by commas; `*` allows every name. */
export function allowedHostsOfEnvironment(value = process.env["CALLBOARD_ALLOWED_HOSTS"]): string[] | true {
  const names = (value ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  return names.includes("*") ? true : names;
}
