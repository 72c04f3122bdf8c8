import { expect, it } from "vitest";
import { addressIn } from "./addressText.ts";

it.each([
  ["https://a.example/x，谢谢", "https://a.example/x"],
  ["https://a.example/x).", "https://a.example/x"],
  ["https://a.example/x.)", "https://a.example/x"],
  ["https://a.example/x_(y))", "https://a.example/x_(y)"],
  ["https://a.example/x*", "https://a.example/x"],
  ["https://a.example/ページ・一", "https://a.example/ページ・一"],
])("%s begins with %s", (run, address) => expect(addressIn(run)).toBe(address));
