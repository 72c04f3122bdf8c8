import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { HostRefusal, type RefusalCode } from "../hostRefusal.ts";
import { toHttpError } from "./toHttpError.ts";

it("is the only place that gives the code of a refusal its status", () => {
  const folder = new URL("..", import.meta.url).pathname;
  const inline = readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((path) => {
    if (!path.endsWith(".ts")) return [];

    const found = readFileSync(folder + path, "utf8").matchAll(/new HttpError\(\s*\d+,\s*"(\w+)"/g);
    return [...found].map(([, code]) => ({ path, code: code! }));
  });
  expect(inline.length).toBeGreaterThan(20);
  const isRefusal = (code: string) => toHttpError(new HostRefusal(code as RefusalCode, "")).status !== undefined;
  expect(isRefusal("not_yours")).toBe(true);
  expect(inline.filter(({ code }) => isRefusal(code))).toEqual([]);
});

it("says when to ask again as HTTP does", () => {
  const { status, headers } = toHttpError(new HostRefusal("too_many_requests", "Wait.", { retryAfter: 7 }));
  expect([status, headers]).toEqual([429, { "retry-after": "7" }]);
});
