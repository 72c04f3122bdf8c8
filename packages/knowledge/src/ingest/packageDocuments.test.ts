import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageDocuments } from "./packageDocuments.ts";

it("lists Markdown but no licences, links, empty or giant files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "callboard-docs-"));
  try {
    await mkdir(join(folder, "pkg/docs"), { recursive: true });
    await mkdir(join(folder, "pkg/node_modules/inner"), { recursive: true });
    const files = {
      "pkg/README.md": "# P",
      "pkg/docs/a.mdx": "a",
      "pkg/LICENSE.md": "l",
      "pkg/empty.md": "",
      "pkg/index.js": "x",
      "pkg/huge.md": "x".repeat(1_500_001),
      "pkg/node_modules/inner/README.md": "# I",
    };
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
    await utimes(join(folder, "pkg/README.md"), 1_000, 1_000);
    await symlink(join(folder, "pkg"), join(folder, "linked"));
    await symlink(join(folder, "pkg"), join(folder, "pkg/loop"));
    const listed = await packageDocuments(folder).list();
    const paths = ["pkg/README.md", "pkg/docs/a.mdx", "pkg/node_modules/inner/README.md"];
    expect(listed.map(({ path }) => path)).toEqual(paths);
    expect(listed[0]).toMatchObject({ bytes: 3, modifiedAt: 1_000_000 });
    const first = await packageDocuments(folder, { first: ["pkg/docs/"] }).list();
    expect(first.map(({ path }) => path)).toEqual([paths[1], paths[0], paths[2]]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
