import { format } from "@cfworker/json-schema";

/**
 * Formats that the engine's library checks otherwise than people and Zod mean them, by name. Both engines ask these
 * functions.
 */
const own: Readonly<Record<string, (text: string) => boolean>> = {
  uri: isAddress,
  iri: isAddress,
  url: (text) => /^\s*(?:https?|ftp):\/\/[^\s/?#]/i.test(text) && isAddress(text),
  "uri-reference": isReference,
  "iri-reference": isReference,
  email: isEmail,
  "idn-email": isEmail,
  jwt: isJwt,
};

/** Formats of the library that hang on some texts. */
const unsafe: ReadonlySet<string> = new Set(["url"]);

/** The check of a format, for both engines; undefined for one that neither checks. */
export function formatCheck(name: string): ((text: string) => boolean) | undefined {
  if (Object.hasOwn(own, name)) return own[name];
  return Object.hasOwn(format, name) && !unsafe.has(name) ? format[name] : undefined;
}

/** Whether a format is checked by a function of ours. */
export const isOwnFormat = (name: string): boolean => Object.hasOwn(own, name);

/** A full address as browsers and Zod take it: letters of any script, and spaces around it. */
function isAddress(text: string): boolean {
  try {
    return Boolean(new URL(text.trim()));
  } catch {
    return false;
  }
}

/** An address or a part of one, in letters of any script. */
function isReference(text: string): boolean {
  const isAscii = format["uri-reference"]!;
  return isAscii(text.replace(/[\u{a0}-\u{d7ff}\u{f900}-\u{10ffff}]/gu, "x"));
}

const hostLabel = "[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}-]*";
const hostName = new RegExp(`^${hostLabel}(?:[.。]${hostLabel})*$`, "u");
const localPart = /^(?:[!#$%&'*+\-./\w=?^`{|}~]|[^\0-\x7f\s])+$/u;
const quotedPart = /^"(?:[ !#-[\]-~]|[^\0-\x7f]|\\[ -~])*"$/u;

/** An email address, in letters of any script; with no limit of length, which mail servers set themselves. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const name = text.slice(0, Math.max(0, at));
  const host = text.slice(at + 1);
  const isDotted = name.startsWith(".") || name.endsWith(".") || name.includes("..");
  if (!quotedPart.test(name) && (isDotted || !localPart.test(name))) return false;
  if (!host.startsWith("[")) return hostName.test(host);
  const address = /^\[(ipv6:)?(.*)\]$/i.exec(host);
  return address !== null && format[address[1] === undefined ? "ipv4" : "ipv6"]!(address[2]!);
}

/** A signed token: three parts of Base64, the first of them JSON that names the algorithm. */
function isJwt(text: string): boolean {
  const parts = text.split(".");
  if (parts.length !== 3) return false;
  try {
    const header = JSON.parse(atob(parts[0]!)) as Record<string, unknown>;
    return Boolean(header["alg"]) && (!("typ" in header) || header["typ"] === "JWT");
  } catch {
    return false;
  }
}
