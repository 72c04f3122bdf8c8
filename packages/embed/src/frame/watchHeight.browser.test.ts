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
