import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { HostRefusal } from "../hostRefusal.ts";
import { standardModules } from "../modules/standardModules.ts";
import { refusalStatuses, toHttpError } from "./toHttpError.ts";

const statuses = refusalStatuses(standardModules({}));

it("is the only place that gives the code of a refusal its status", () => {
  const folder = new URL("..", import.meta.url).pathname;
  const inline = readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((path) => {
    if (!path.endsWith(".ts")) return [];

    const found = readFileSync(folder + path, "utf8").matchAll(/new HttpError\(\s*\d+,\s*"(\w+)"/g);
    return [...found].map(([, code]) => ({ path, code: code! }));
  });
  expect(inline.length).toBeGreaterThan(20);
  const isRefusal = (code: string) => Object.hasOwn(statuses, code);
  expect(isRefusal("not_yours")).toBe(true);
  expect(inline.filter(({ code }) => isRefusal(code))).toEqual([]);
});

it("knows every code that the host throws, of the kernel or of a module", () => {
  const folder = new URL("..", import.meta.url).pathname;
  const thrown = readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((path) => {
    if (!path.endsWith(".ts") || /\.test\.ts$|testing\//.test(path)) return [];
    const found = readFileSync(folder + path, "utf8").matchAll(/new HostRefusal\(\s*"(\w+)"/g);
    return [...found].map(([, code]) => code!);
  });
  expect(thrown.length).toBeGreaterThan(30);
  expect(thrown.filter((code) => !Object.hasOwn(statuses, code))).toEqual([]);
});

it("refuses modules that take a code which is in use, or give it a status that is no refusal", () => {
  expect(() => refusalStatuses([{ name: "mine", refusals: { not_found: 404 } }])).toThrow('the code "not_found"');
  expect(() => refusalStatuses([{ name: "mine", refusals: { mine_gone: 204 } }])).toThrow("from 400 to 599");
  const alike = ["one", "other"].map((name) => ({ name, refusals: { moved_on: 412 } }));
  expect(refusalStatuses(alike)["moved_on"]).toBe(412);
  const unlike = { name: "third", refusals: { moved_on: 409 } };
  expect(() => refusalStatuses([...alike, unlike])).toThrow('The module "third" takes the code "moved_on"');
});

it("says when to ask again as HTTP does", () => {
  const { status, headers } = toHttpError(new HostRefusal("too_many_requests", "Wait.", { retryAfter: 7 }), statuses);
  expect([status, headers]).toEqual([429, { "retry-after": "7" }]);
});
