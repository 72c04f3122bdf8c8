import { features, type Feature } from "./carries.ts";
import { wireNames as names, wires, type WireName } from "./wires.ts";

/** The Markdown of docs/wires.md that says what each wire carries: a row for each thing, a column for each wire. */
export function wiresTable(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rows = (Object.keys(features) as Feature[]).map((feature) =>
    row([features[feature], ...names.map((name) => (feature in wires[name].lacks ? "–" : "yes"))]),
  );
  const head = ["", ...names.map((name) => wires[name].title)];
  return [row(head), row(head.map(() => "---")), ...rows].join("\n");
}

/** What a wire lacks, as a list: what, and what is shown in its place. The same words stand once. */
export function lacksList(name: WireName): string {
  const byWords = new Map<string, Feature[]>();
  for (const [feature, words] of Object.entries(wires[name].lacks)) {
    byWords.set(words, [...(byWords.get(words) ?? []), feature as Feature]);
  }
  if (byWords.size === 0) return "It carries all of it.";
  return [...byWords]
    .map(([words, lacking]) => `- **No ${lacking.map((feature) => features[feature]).join(", no ")}.** ${words}`)
    .join("\n");
}
