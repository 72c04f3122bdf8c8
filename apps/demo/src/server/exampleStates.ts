import type { Knowledge } from "@callboard/server";
import type { ExampleName, ExampleStates } from "../examples.ts";

/** What the example conversations read, by the beginning of its path; `all` is everything that is installed. */
const needs: Readonly<Record<ExampleName, readonly string[] | "all">> = {
  calculate: [],
  find: [],
  compare: ["hono/README.md", "vite/README.md"],
  search: "all",
  publish: ["zod/README.md"],
  analystPublishes: ["zod/README.md"],
  survey: [],
  question: [],
  mend: ["zod/README.md"],
};

/** The documents that are read first, so that the examples soon work. */
export const DOCUMENTS_OF_EXAMPLES: readonly string[] = [
  ...new Set(Object.values(needs).flatMap((paths) => (paths === "all" ? [] : paths))),
];

/** Which examples wait for documents that are still being read. Once all is read none does, whatever was found. */
export async function exampleStates(
  knowledge: Pick<Knowledge, "reading" | "find">,
  tenantId: string,
  isReading: boolean,
): Promise<ExampleStates> {
  const reading = knowledge.reading(tenantId);
  if (!isReading) return { reading: null, waiting: [] };
  const there = new Set<string>();
  for (const path of DOCUMENTS_OF_EXAMPLES) {
    const { documents } = await knowledge.find(tenantId, path, { limit: 20, offset: 0 });
    if (documents.some((document) => document.path === path)) there.add(path);
  }
  const isReady = (paths: readonly string[] | "all") => paths !== "all" && paths.every((path) => there.has(path));
  const names = Object.keys(needs) as ExampleName[];
  return { reading, waiting: names.filter((name) => !isReady(needs[name])) };
}
