import { expect, it } from "vitest";
import { DOCUMENTS_OF_EXAMPLES, exampleStates } from "./exampleStates.ts";

it("lets an example wait until the documents that come first are there, and the search until all of them are", () => {
  const documents = ["compare", "search", "publish", "analystPublishes", "mend"];
  const first = { done: DOCUMENTS_OF_EXAMPLES.length, total: 900 };
  expect(exampleStates({ done: 0, total: 0 })).toEqual({ reading: { done: 0, total: 0 }, waiting: documents });
  expect(exampleStates({ ...first, done: first.done - 1 }).waiting).toEqual(documents);
  expect(exampleStates(first)).toEqual({ reading: first, waiting: ["search"] });
  expect(exampleStates(null)).toEqual({ reading: null, waiting: [] });
});
