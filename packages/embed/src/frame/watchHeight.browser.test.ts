import { expect, test, vi } from "vitest";
import { watchHeight } from "./watchHeight.ts";

test("tells the height of the content, with what opens over it, and each once", async () => {
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = `<p style="margin: 0; block-size: 100px"></p><ul role="listbox" hidden style="position: absolute; margin: 0; block-size: 300px"></ul>`;
  const told: number[] = [];
  const stop = watchHeight(root, (height) => told.push(height));
  expect(told).toEqual([100]);
  const [text, list] = root.children as unknown as [HTMLElement, HTMLElement];
  list.hidden = false;
  await vi.waitFor(() => expect(told.at(-1)).toBeGreaterThanOrEqual(400));
  list.hidden = true;
  await vi.waitFor(() => expect(told.at(-1)).toBe(100));
  text.style.blockSize = "50px";
  await vi.waitFor(() => expect(told.at(-1)).toBe(50));
  expect(told).toHaveLength(4);
  stop();
  root.remove();
});

test("tells the height that a menu would have, which a low window squeezes", async () => {
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = `<p style="margin: 0; block-size: 100px"></p><div><button style="display: block; block-size: 20px">Menu</button>
    <div role="menu" hidden style="position: fixed; box-sizing: border-box; max-block-size: 30px; overflow: auto">
      <div style="inline-size: 100px; block-size: 300px"></div>
    </div></div>`;
  const told: number[] = [];
  const stop = watchHeight(root, (height) => told.push(height));
  expect(told).toEqual([120]);
  const menu = root.querySelector<HTMLElement>("[role=menu]")!;
  menu.hidden = false;
  menu.hidden = false;
  await vi.waitFor(() => expect(told.at(-1)).toBeGreaterThanOrEqual(420));
  menu.style.maxBlockSize = "";
  menu.hidden = true;
  await vi.waitFor(() => expect(told.at(-1)).toBe(120));
  stop();
  root.remove();
});
