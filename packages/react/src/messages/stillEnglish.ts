import type { Translation } from "./translation.ts";

/** What stands until the parts of an output are fetched. */
export const stillEnglish = { "view.column.name": "Name" } satisfies Record<string, Translation>;
