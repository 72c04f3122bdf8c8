import { humanizeFieldName } from "../schema/humanize.ts";

/** The label of a key. One that is no identifier (a file name, a sentence, another script) is left as it is. */
export function labelOfKey(key: string): string {
  return /^[A-Za-z][A-Za-z0-9_-]*$/.test(key) ? humanizeFieldName(key) : key;
}

/** The label of a dotted path: that of its last step. */
export function labelOfPath(path: string): string {
  return /^[\w-]+(?:\.[\w-]+)+$/.test(path) ? labelOfKey(path.slice(path.lastIndexOf(".") + 1)) : labelOfKey(path);
}
