import { expect, it } from "vitest";
import { DOCUMENTS_OF_EXAMPLES, exampleStates } from "./exampleStates.ts";

/** Documents of which these are there. */
const knowledge = (...paths: string[]): Parameters<typeof exampleStates>[0] => ({
  reading: () => ({ done: paths.length, total: 9 }),
  find: (_tenantId, name) => {
    const documents = paths.filter((path) => path.includes(name)).map((path) => ({ path }) as never);
    return Promise.resolve({ documents, total: documents.length });
  },
});

it("lets an example wait until its own documents are there, and the search until all of them are", async () => {
  const documents = ["compare", "search", "publish", "analystPublishes", "mend"];
  expect(await exampleStates(knowledge(), "t", true)).toEqual({ reading: { done: 0, total: 9 }, waiting: documents });
  expect((await exampleStates(knowledge("other/zod/README.md"), "t", true)).waiting).toEqual(documents);
  expect((await exampleStates(knowledge("zod/README.md"), "t", true)).waiting).toEqual(["compare", "search"]);
  expect((await exampleStates(knowledge(...DOCUMENTS_OF_EXAMPLES), "t", true)).waiting).toEqual(["search"]);
  expect(await exampleStates(knowledge(), "t", false)).toEqual({ reading: null, waiting: [] });
});
