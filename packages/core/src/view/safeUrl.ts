/** An address that is safe to link: http, https or mailto, with its real host or mailbox. */
export interface SafeLink {
  href: string;
  host: string;
}

/** An image that is safe to show: its bytes, or an address that is opened on request only. */
export type ImageSource =
  | { kind: "data"; src: string; mediaType: string }
  | { kind: "remote"; link: SafeLink }
  | { kind: "refused"; mediaType: string };

// Characters that no address contains unescaped, among them controls, bidi marks and zero-width characters.
// eslint-disable-next-line no-control-regex -- the pattern refuses control characters
const unfit = /[\s\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff<>"`\\^{|}]/;
const longest = 2048;

/**
 * The link that a text is, or null where it is anything else. Addresses with a user name in them are refused: they read
 * as another host.
 */
export function toSafeLink(text: unknown): SafeLink | null {
  if (typeof text !== "string" || text.length > longest || unfit.test(text)) return null;
  if (/^mailto:/i.test(text)) {
    const mailbox = /^mailto:([\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+)$/i.exec(text)?.[1];
    return mailbox ? { href: `mailto:${mailbox}`, host: mailbox } : null;
  }
  if (!/^https?:\/\/[^/]/i.test(text)) return null;
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return null;
  }
  if ((url.protocol !== "https:" && url.protocol !== "http:") || url.username || url.password || !url.host) return null;
  return { href: url.href, host: url.host };
}

const rasterTypes = /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/;
const largest = 16_000_000;

/**
 * Makes an image of a data URL, an address, or base64 bytes with their media type. SVG is refused, as it is a document;
 * null is not an image at all.
 */
export function toImageSource(text: unknown, mediaType?: string): ImageSource | null {
  if (typeof text !== "string" || text === "") return null;
  const head = /^data:([a-z]+\/[a-z0-9.+-]+)(?:;[a-z0-9=-]+)*;base64,/i.exec(text.slice(0, 200));
  if (text.slice(0, 11).toLowerCase() === "data:image/" || head?.[1]?.toLowerCase().startsWith("image/")) {
    return head ? fromBytes(text.slice(head[0].length), head[1]!) : { kind: "refused", mediaType: "image" };
  }
  const link = toSafeLink(text);
  if (link && !link.href.startsWith("mailto:")) return { kind: "remote", link };
  return mediaType?.toLowerCase().startsWith("image/") ? fromBytes(text, mediaType) : null;
}

/** The media type of a picture whose bytes a base64 text is, by their first ones; undefined for any other text. */
export function typeOfPicture(text: string): string | undefined {
  if (text.length < 60 || text.length > largest || !/^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR)/.test(text)) return undefined;
  if (!/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(text)) return undefined;
  return text.startsWith("i")
    ? "image/png"
    : text.startsWith("/")
      ? "image/jpeg"
      : text.startsWith("R")
        ? "image/gif"
        : "image/webp";
}

function fromBytes(base64: string, mediaType: string): ImageSource {
  const type = mediaType.toLowerCase() === "image/jpg" ? "image/jpeg" : mediaType.toLowerCase();
  const fits = rasterTypes.test(type) && base64.length <= largest && /^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(base64);
  return fits
    ? { kind: "data", src: `data:${type};base64,${base64}`, mediaType: type }
    : { kind: "refused", mediaType: type };
}
