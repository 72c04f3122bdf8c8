import { expect, test } from "vitest";
import { wear } from "./wear.ts";

test("a page's colours are worn, and nothing that could load or end anything", () => {
  const root = document.createElement("div");
  wear(root, "dark", {
    accent: "#0a7d5a",
    font: '"Inter", sans-serif',
    background: "url(https://evil.example/a.png)",
    surface: "image-set('https://evil.example/b.png' 1x)",
    border: "red; position: fixed",
    text: "\\75rl(x)",
    "Not-A-Name": "red",
    "x; color": "red",
  });
  expect(root.dataset["theme"]).toBe("dark");
  expect([...root.style]).toEqual(["--callboard-accent", "--callboard-font"]);
  wear(root, "sepia", { radius: "4px" });
  expect(root.dataset["theme"]).toBe("auto");
  expect([...root.style]).toEqual(["--callboard-radius"]);
});
