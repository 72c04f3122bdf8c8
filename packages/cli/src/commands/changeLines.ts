import type { DefinitionChange } from "@callboard/core/client";

/** What differs between a published definition and today's, two lines a part. */
export const changeLines = (changes: readonly DefinitionChange[]): string[] =>
  changes.flatMap(({ path, published, now }) => [
    `  ${path || "/"}`,
    ...(published === null ? [] : [`    - ${published}`]),
    ...(now === null ? [] : [`    + ${now}`]),
  ]);
