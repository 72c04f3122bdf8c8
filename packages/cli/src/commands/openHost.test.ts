import { afterEach, expect, test, vi } from "vitest";
import { UsageError } from "./command.ts";
import { publicUrl } from "./openHost.ts";

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["", {}],
  ["https://tools.example", { publicUrl: "https://tools.example" }],
  ["https://tools.example/", { publicUrl: "https://tools.example" }],
])("CALLBOARD_PUBLIC_URL=%j is %j", (text, found) => {
  vi.stubEnv("CALLBOARD_PUBLIC_URL", text);
  expect(publicUrl()).toEqual(found);
});

test.each(["tools.example", "ftp://tools.example", "https://"])("CALLBOARD_PUBLIC_URL=%j is refused", (text) => {
  vi.stubEnv("CALLBOARD_PUBLIC_URL", text);
  expect(() => publicUrl()).toThrow(UsageError);
});
