import type { ExampleName, ExampleStates } from "../examples.ts";

/** What the example conversations read, by the beginning of its path; `all` is everything that is installed. */
const needs: Readonly<Record<ExampleName, readonly string[] | "all">> = {
  calculate: [],
  find: [],
  compare: ["hono/README.md", "vite/README.md"],
  search: "all",
  publish: ["zod/README.md"],
  analystPublishes: ["zod/README.md"],
  tables: [],
  survey: [],
  question: [],
  mend: ["zod/README.md"],
};

/** The documents that are read first, so that the examples soon work. */
export const DOCUMENTS_OF_EXAMPLES: readonly string[] = [
  ...new Set(Object.values(needs).flatMap((paths) => (paths === "all" ? [] : paths))),
];

/** Which examples wait for documents that are still being read. Once all is read none does, whatever was found. */
export function exampleStates(reading: ExampleStates["reading"]): ExampleStates {
  if (!reading) return { reading: null, waiting: [] };
  const isBegun = reading.done >= DOCUMENTS_OF_EXAMPLES.length;
  const isReady = (paths: readonly string[] | "all") => paths !== "all" && (paths.length === 0 || isBegun);
  const names = Object.keys(needs) as ExampleName[];
  return { reading, waiting: names.filter((name) => !isReady(needs[name])) };
}
