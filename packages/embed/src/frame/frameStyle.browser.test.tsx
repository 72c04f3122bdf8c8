import { ToolOutput } from "@callboard/react";
import { within } from "@testing-library/dom";
import { createRoot } from "react-dom/client";
import { expect, test } from "vitest";
import frameStyle from "./frame.css?raw";
import resultStyle from "./results.css?raw";

const sheets = import.meta.glob<string>("../../../react/src/styles/*.css", { query: "?raw", import: "default" });

/** A stylesheet with those that it imports, as the frame's build puts them together. */
async function whole(style: string): Promise<string> {
  const names = [...style.matchAll(/@import "@callboard\/react\/styles\/([\w.]+)";/g)].map(([, name]) => name);
  const imported = await Promise.all(names.map((name) => sheets[`../../../react/src/styles/${name}`]?.()));
  return [...imported, style.replaceAll(/@import .*;/g, "")].join("\n");
}

test("a menu looks in a frame as it does on any page", async () => {
  const frame = document.body.appendChild(document.createElement("iframe"));
  frame.width = "600";
  frame.height = "400";
  const { contentDocument: inside, contentWindow: view } = frame;
  if (!inside || !view) throw new Error("The frame has no document.");
  for (const css of await Promise.all([frameStyle, resultStyle].map(whole)))
    inside.head.append(Object.assign(inside.createElement("style"), { textContent: css }));
  const root = createRoot(inside.body);
  const block = { type: "table" as const, config: { columns: ["a"] } };
  const tool = { slug: "t", viewSpec: { blocks: [block], downloads: true } };
  root.render(<ToolOutput mode="embed" tool={tool} output={[{ a: 1, b: 2 }]} />);
  const { findByRole } = within(inside.body);
  (await findByRole("button", { name: "Output menu" })).click();
  const menu = await findByRole("menu");
  const item = await findByRole("menuitem", { name: "Download as CSV" });
  const { position, overflowY, boxShadow, borderTopLeftRadius } = view.getComputedStyle(menu);
  expect([position, overflowY]).toEqual(["fixed", "auto"]);
  expect([boxShadow === "none", borderTopLeftRadius === "0px"]).toEqual([false, false]);
  expect(view.getComputedStyle(item).display).toBe("flex");
  expect(item.getBoundingClientRect().width).toBeGreaterThan(150);
  root.unmount();
  frame.remove();
});
