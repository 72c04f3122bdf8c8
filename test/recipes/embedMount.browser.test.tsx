import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { defineElement, type CallboardToolElement } from "@callboard/embed";
import { showTool } from "./embedMount.ts";
import { Tip } from "./embedReact.tsx";
import { showToVisitor } from "./embedVisitor.ts";

const framesIn = (element: Element) =>
  [...element.children].flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll("iframe") ?? [])]);

test("the guide's page opens the host's frame, and takes it away again", () => {
  const place = document.body.appendChild(document.createElement("div"));
  const unmount = showTool(place, vi.fn());
  const [frame] = framesIn(place);
  expect(frame?.src).toContain("https://tools.example.com/embed/tip-splitter?key=pk_");
  unmount();
  expect(place.childNodes).toHaveLength(0);
  place.remove();
});

test("the guide's component does so in React", async () => {
  const shown = await render(<Tip theme="dark" />);
  expect(framesIn(shown.container.firstElementChild!)[0]?.src).toContain("theme=dark");
  await shown.unmount();
  expect(shown.container.childNodes).toHaveLength(0);
});

test("the guide's element asks the page's own server for its visitor's token", async () => {
  defineElement("https://tools.example.com");
  const element = document.createElement("callboard-tool") as CallboardToolElement;
  const asked = vi.spyOn(window, "fetch").mockResolvedValue(new Response("cbe_1"));
  showToVisitor(element);
  expect(await element.getToken?.()).toBe("cbe_1");
  expect(asked).toHaveBeenCalledWith("/embed-token", { method: "POST" });
  expect(element.appearance).toMatchObject({ accent: "#0a7d5a" });
  asked.mockRestore();
});
