import { expect, test } from "vitest";

test("one import brings the kit's tokens and its layer", async () => {
  await import("./setup.ts");
  const root = document.createElement("div");
  root.className = "callboard";
  document.body.append(root);
  expect(getComputedStyle(root).getPropertyValue("--cb-accent")).not.toBe("");
  root.remove();
});
