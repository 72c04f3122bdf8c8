import { expect, it } from "vitest";
import { createBuilds } from "./builds.ts";

const file = (size: number) => ({ bytes: new Uint8Array(size), title: null });

it("makes the same file once, for those who ask while it is made and for those who ask after", async () => {
  const builds = createBuilds();
  let made = 0;
  const make = async () => (await Promise.resolve(), made++, file(1));
  const files = await Promise.all([builds.get("a", make), builds.get("a", make), builds.get("a", make)]);
  expect(new Set([...files, await builds.get("a", make)]).size).toBe(1);
  await builds.get("b", make);
  expect(made).toBe(2);
});

it("makes few at a time, lets some wait, and refuses the rest until there is room", async () => {
  const builds = createBuilds({ atOnce: 2, waiting: 3 });
  let [atOnce, most] = [0, 0];
  const ends: (() => void)[] = [];
  const make = async () => {
    most = Math.max(most, ++atOnce);
    await new Promise<void>((resolve) => ends.push(resolve));
    atOnce--;
    return file(1);
  };
  const wanted = Array.from({ length: 8 }, (_, index) => builds.get(String(index), make));
  const outcomes = Promise.allSettled(wanted);
  while (await Promise.race([outcomes.then(() => false), new Promise((resolve) => setTimeout(resolve, 1, true))])) {
    ends.shift()?.();
  }
  const settled = await outcomes;
  expect(most).toBe(2);
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  expect(settled.at(-1)).toMatchObject({ reason: { code: "too_many_requests", retryAfter: 10 } });
  const after = builds.get("9", make);
  setTimeout(() => ends.shift()?.(), 5);
  await after;
});

it("goes on after one that fails, which is not kept", async () => {
  const builds = createBuilds({ atOnce: 1 });
  await expect(builds.get("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect((await builds.get("a", () => Promise.resolve(file(3)))).bytes).toHaveLength(3);
});

it("keeps so many bytes and no more, the newest, for so long", async () => {
  let time = 0;
  const builds = createBuilds({ keptBytes: 100, keptMs: 1_000 }, () => time);
  let made = 0;
  const get = (key: string, size: number) => builds.get(key, () => Promise.resolve((made++, file(size))));
  for (const key of ["a", "b", "c"]) await get(key, 40);
  await get("giant", 90);
  expect(made).toBe(4);
  for (const key of ["c", "b"]) await get(key, 40);
  expect(made).toBe(4);
  await get("a", 40);
  await get("giant", 90);
  expect(made).toBe(6);
  time = 2_000;
  await get("a", 40);
  expect(made).toBe(7);
});
