import { humanizeFieldName } from "../schema/humanize.ts";

/** The words of a key, or of a path's last step. What is no identifier (a file's name, a sentence, another script) is left as it is. */
export function labelOfKey(key: string): string {
  const last = key.slice(key.lastIndexOf(".") + 1) || key;
  return /^[A-Za-z][A-Za-z0-9_-]*$/.test(last) ? humanizeFieldName(last) : last;
}
