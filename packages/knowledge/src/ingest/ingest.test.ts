import { expect, it } from "vitest";
import type { CorpusWriter, DocumentStamp, NewDocument } from "../corpus/corpusWriter.ts";
import { ingest } from "./ingest.ts";

/** Keeps stamps as the tables do. */
function memoryWriter() {
  const stamps = new Map<string, DocumentStamp>();
  const written: NewDocument[] = [];
  const writer: CorpusWriter = {
    stamps: async () => [...stamps.values()],
    async write(_source, documents) {
      written.push(...documents);
      for (const { path, bytes, modifiedAt, hash, layout, problem = null } of documents)
        stamps.set(path, { path, bytes, modifiedAt, hash, state: layout ? "whole" : "failed", problem });
    },
    touch: async () => {},
    remove: async () => {},
  };
  return { writer, written };
}

it("a file that could not be read is tried again, and written anew only where something changed", async () => {
  const { writer, written } = memoryWriter();
  let isLocked = true;
  const file = {
    path: "a.md",
    bytes: 7,
    modifiedAt: 1,
    read: () => (isLocked ? Promise.reject(new Error("EACCES: permission denied")) : Promise.resolve("# A\n\nb")),
  };
  const run = () =>
    ingest(writer, { tenantId: "t", name: "s", spaceId: null }, { name: "s", list: async () => [file] });
  const failed = [{ path: "a.md", problem: "EACCES: permission denied" }];
  expect(await run()).toMatchObject({ failed });
  expect(await run()).toMatchObject({ failed });
  expect(written).toHaveLength(1);
  isLocked = false;
  expect(await run()).toMatchObject({ failed: [], written: 1 });
  expect(await run()).toMatchObject({ unchanged: 1, written: 0 });
});
