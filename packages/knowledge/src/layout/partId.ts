import { createHash } from "node:crypto";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text can be the id of a folder, document, section or chunk. */
export const isPartId = (text: string): boolean => UUID.test(text);

/**
 * A UUID that what it names always has: the same place keeps its id from ingest to ingest, so that a citation stays
 * good.
 */
export function partId(...names: readonly string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(names)).digest("hex");
  const variant = ((Number.parseInt(hex[16] ?? "0", 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join("-");
}
