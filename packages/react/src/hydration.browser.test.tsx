import { createLocalClient, createRegistry } from "@callboard/core";
import type { ReactNode } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { ToolLibrary } from "./page/ToolLibrary.tsx";
import { ToolPage } from "./page/ToolPage.tsx";
import { ToolProvider } from "./provider/ToolProvider.tsx";
import { german } from "./messages/de.ts";
import { KitSample } from "./testing/fixtures/kitSample.tsx";

const registry = createRegistry();
const client = createLocalClient(registry);
const pages = (
  <ToolProvider client={client} locale="de" messages={german}>
    <ToolLibrary href={({ slug }) => `/tools/${slug}`} />
    <ToolPage slug="nothing" />
  </ToolProvider>
);

let root: Root | undefined;
const host = document.createElement("div");
afterEach(() => {
  root?.unmount();
  host.remove();
});

/** A lazy part is drawn by the browser alone, and React reports that like an error. */
const isLazyPart = (words: string) => words.includes("does not support Suspense");

/** What React says while it takes over the markup of a server: warnings, and what it had to draw again. */
async function complaintsOf(served: ReactNode, drawn: ReactNode): Promise<string[]> {
  const complaints: string[] = [];
  const log = vi.spyOn(console, "error").mockImplementation((...words) => void complaints.push(words.join(" ")));
  host.innerHTML = renderToString(served);
  document.body.append(host);
  const onRecoverableError = (error: unknown) => void complaints.push(String(error));
  root = hydrateRoot(host, drawn, { onRecoverableError });
  await new Promise((resolve) => setTimeout(resolve, 500));
  log.mockRestore();
  return complaints.filter((words) => !isLazyPart(words));
}

test.each([
  ["the whole kit", () => <KitSample />],
  ["pages in another language", () => pages],
])("a browser takes over what a server drew, without a warning: %s", async (_name, draw) => {
  const drawn = draw();
  expect(await complaintsOf(drawn, drawn)).toEqual([]);
  expect(host.querySelector(".callboard")).not.toBeNull();
});

test("the check finds what a server drew otherwise", async () => {
  const drawn = (words: string) => <p className="callboard">{words}</p>;
  expect((await complaintsOf(drawn("then"), drawn("now"))).length).toBeGreaterThan(0);
});
