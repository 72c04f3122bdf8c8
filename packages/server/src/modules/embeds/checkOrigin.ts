import { HostRefusal } from "../../hostRefusal.ts";

/**
 * Pages of these schemes alone have an origin that a browser vouches for; a page on this machine may do without TLS.
 */
function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A URL may have `*` in its name, which a policy reads as every name.
  if (!url || url.origin !== text || !/^(?:[a-z\d.-]+|\[[\da-f:.]+\])$/.test(url.hostname)) return false;
  const isLocal = url.hostname === "localhost" || url.hostname.endsWith(".localhost") || url.hostname === "127.0.0.1";
  return url.protocol === "https:" || (url.protocol === "http:" && isLocal);
}

/**
 * The origins that a tool is published for.
 * @throws HostRefusal for one that is none, such as with a path, or that anybody on the way could change.
 */
export function checkOrigins(origins: readonly string[]): readonly string[] {
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (origins.length === 0 || origins.length > 50 || wrong !== undefined) {
    const what = wrong === undefined ? `${origins.length} origins` : `"${wrong.slice(0, 200)}"`;
    throw new HostRefusal(
      "origin_not_allowed",
      `${what} cannot be published for. Name 1 to 50 origins, each as https://www.example.com without a path; http:// is for localhost alone.`,
      { path: "/origins" },
    );
  }
  return [...new Set(origins)];
}
