import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/paths.mjs";

const folder = mkdtempSync(join(tmpdir(), "callboard-kills-"));
const documents = join(folder, "documents");
const DOCUMENTS = 60;

const program = (data: string, after: string) => `
import { createStore, DEFAULT_TENANT_ID } from "./packages/server/dist/index.js";
import { folderDocuments, ingestDocuments } from "./packages/knowledge/dist/index.js";
const store = await createStore({ dataDir: ${JSON.stringify(data)} });
await ingestDocuments(store, folderDocuments(${JSON.stringify(documents)}), { onProgress: ({ done }) => console.log("at", done) });
${after}
await store.close();
`;
const COUNT = `
const rows = await store.database.asTenant(DEFAULT_TENANT_ID, (tx) => tx.query(
  "select p.path, d.state, p.chunks, (select count(*)::int from callboard.corpus_chunks c where c.document_id = p.path_part_id) as there, md5(d.text) as text from callboard.corpus_parts p join callboard.corpus_documents d using (tenant_id, path_part_id) order by p.path"));
console.log("RESULT" + JSON.stringify(rows));
`;

/** Runs a program; ends it without warning once it has said that it is at so many documents. */
async function run(code: string, killAt?: number): Promise<string> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (part: Buffer) => {
    said += part.toString();
    const at = Number([...said.matchAll(/at (\d+)/g)].at(-1)?.[1] ?? 0);
    if (killAt !== undefined && at >= killAt) void pause(Math.random() * 30).then(() => child.kill("SIGKILL"));
  });
  await new Promise((done) => child.on("close", done));
  return said;
}

beforeAll(() => {
  mkdirSync(documents);
  for (let at = 0; at < DOCUMENTS; at++) {
    const parts = at % 10 === 3 ? 300 : 5;
    const text = Array.from({ length: parts }, (_, part) => `## Part ${part}\n\nDocument ${at} says ${part}.\n`);
    writeFileSync(join(documents, `${String(at).padStart(3, "0")}.md`), text.join("\n"));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  "an ingest that is killed again and again ends with what an ingest at one go has",
  { timeout: 300_000 },
  async () => {
    const killed = join(folder, "killed");
    for (const at of [1, 15, 30, 45]) await run(program(killed, ""), at);
    const resultOf = (said: string) =>
      JSON.parse(said.slice(said.indexOf("RESULT") + 6)) as { state: string; chunks: number; there: number }[];
    const result = resultOf(await run(program(killed, COUNT)));
    expect(result).toEqual(resultOf(await run(program(join(folder, "whole"), COUNT))));
    expect(result).toHaveLength(DOCUMENTS);
    expect(result.every(({ state, chunks, there }) => state === "whole" && chunks === there)).toBe(true);
  },
);
