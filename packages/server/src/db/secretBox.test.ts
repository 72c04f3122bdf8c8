import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createSecretBox, readSecretKey, secretKeyOfFolder } from "./secretBox.ts";

const box = createSecretBox(randomBytes(32));

it("gives any text back, and seals the same one differently each time", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.string(), (text, place) => {
      const [sealed, again] = [box.seal(text, place), box.seal(text, place)];
      expect(sealed).not.toBe(again);
      expect([box.open(sealed, place), box.open(again, place)]).toEqual([text, text]);
      expect(text.length > 3 && Buffer.from(sealed, "base64").includes(text)).toBe(false);
    }),
    { numRuns: 100 },
  );
});

it("opens nothing with another key or for another place, nor what was changed by a bit or cut", () => {
  const sealed = box.seal("app-password", "tenant/one");
  expect(() => createSecretBox(randomBytes(32)).open(sealed, "tenant/one")).toThrow();
  expect(() => box.open(sealed, "tenant/two")).toThrow();
  const bytes = Buffer.from(sealed, "base64");
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(() => box.open(changed.toString("base64"), "tenant/one")).toThrow();
  }
  for (let length = 0; length < bytes.length; length++)
    expect(() => box.open(bytes.subarray(0, length).toString("base64"), "tenant/one")).toThrow();
});

it("reads a key as Base64 or hexadecimal digits, and says of no other what it is", () => {
  const key = randomBytes(32);
  for (const text of [key.toString("hex"), key.toString("base64"), ` ${key.toString("base64url")}\n`])
    expect(Buffer.from(readSecretKey(text, "KEY")).equals(key)).toBe(true);
  for (const text of ["", "hunter2", key.toString("hex").slice(2), `${key.toString("base64")}AA`, "!".repeat(43)]) {
    expect(() => readSecretKey(text, "KEY")).toThrow(/^KEY is no key.*openssl rand/);
    if (text !== "") expect(() => readSecretKey(text, "KEY")).not.toThrow(text);
  }
});

it("makes a folder's key once, for its owner's eyes only", async () => {
  const folder = await mkdtemp(join(tmpdir(), "callboard-key-"));
  try {
    const key = await secretKeyOfFolder(folder);
    expect(await secretKeyOfFolder(folder)).toEqual(key);
    expect(await readdir(folder)).toEqual(["secret.key"]);
    if (process.platform !== "win32") expect((await stat(join(folder, "secret.key"))).mode & 0o777).toBe(0o600);
    await rm(join(folder, "secret.key"));
    expect(await secretKeyOfFolder(folder)).not.toEqual(key);
    expect(await readFile(join(folder, "secret.key"), "utf8")).toMatch(/^[\w+/]{43}=\n$/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
