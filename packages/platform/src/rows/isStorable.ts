import { storable } from "@callboard/server";

/** Whether the database can hold a text: neither NUL nor half a character. */
export const isStorable = (text: string): boolean => storable(text) === text;

/** Whether the database can hold JSON that was written: it has an escape for both, and two backslashes for one. */
export const isStorableJson = (json: string): boolean => !/\\u(?:0000|d[89a-f])/i.test(json.replaceAll("\\\\", ""));
