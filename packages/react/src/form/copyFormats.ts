import { withoutSecrets, type FormStore } from "@callboard/core/form";

export type CopyFormat = "json" | "curl" | "call";

/**
 * A form's value as text to paste elsewhere. Secrets are left out: many programs read clipboards and shell histories.
 */
export function formatCopy(
  store: FormStore,
  format: CopyFormat,
  tool: { slug: string; url: string },
): { text: string; complete: boolean } {
  const output = store.getOutput();
  const value = withoutSecrets(store.model.root, output);
  const complete = Object.is(value, output);
  if (format === "json") return { text: JSON.stringify(value, null, 2) ?? "", complete };
  if (format === "call") {
    return {
      text: `await client.run(${JSON.stringify(tool.slug)}, ${JSON.stringify(value, null, 2) ?? "{}"});`,
      complete,
    };
  }
  const body = JSON.stringify({ input: value }, null, 2);
  const lines = [
    `curl -X POST ${shellQuoted(tool.url)}`,
    `  -H 'content-type: application/json'`,
    `  -d ${shellQuoted(body)}`,
  ];
  return { text: lines.join(" \\\n"), complete };
}

/** Quotes any text as one word of a POSIX shell. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
