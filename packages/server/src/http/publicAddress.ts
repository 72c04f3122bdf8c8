import ipaddr from "ipaddr.js";

/**
 * Whether an address is one that everybody on the internet reaches: no network of one's own, no machine of one's own,
 * and none of the ranges that lead to such by another way of writing.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address.replace(/%.*$/, ""));
  if (parsed instanceof ipaddr.IPv6) {
    if (parsed.isIPv4MappedAddress()) return isPublicAddress(parsed.toIPv4Address().toString());
    // ::/96, an IPv4 address as it was once written, and fec0::/10, networks of one's own before fc00::/7.
    const [first = 0, ...rest] = parsed.parts;
    if (first === 0 && rest.slice(0, 5).every((part) => part === 0)) return false;
    if ((first & 0xffc0) === 0xfec0) return false;
  }
  return parsed.range() === "unicast";
}
