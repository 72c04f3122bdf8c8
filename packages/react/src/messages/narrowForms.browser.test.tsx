import { composeStories, type Meta } from "@storybook/react-vite";
import type { ComponentType } from "react";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { cutElements, NARROW } from "../../../../test/narrow/cutElements.ts";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { arabic } from "./ar.ts";
import { english } from "./english.ts";
import { directionOf } from "./direction.ts";
import { german } from "./de.ts";

const catalogues = { en: english, de: german, ar: arabic };
const modules = import.meta.glob<{ default: Meta }>("../{form,field,filter,editor}/*.stories.tsx", {
  eager: true,
});
const files = Object.entries(modules).map(([path, module]) => {
  const stories = composeStories(module) as unknown as Record<string, ComponentType>;
  return { file: path.slice(3), stories: Object.entries(stories) };
});

beforeAll(() => page.viewport(NARROW, 640));
afterAll(async () => {
  document.documentElement.dir = "";
  await page.viewport(1280, 800);
});

it("finds the forms' stories", () => {
  expect(files.length).toBeGreaterThan(6);
  expect(files.flatMap(({ stories }) => stories).length).toBeGreaterThan(80);
});

describe.each(Object.entries(catalogues))("at 320 px in %s", (locale, messages) => {
  it.each(files)("nothing of $file stands out at the side", async ({ stories }) => {
    document.documentElement.dir = directionOf(locale);
    for (const [name, Story] of stories) {
      await render(
        <ToolProvider locale={locale} messages={messages}>
          <div style={{ padding: 8 }}>
            <Story />
          </div>
        </ToolProvider>,
      );
      await expect.poll(() => document.querySelector(".callboard") !== null).toBe(true);
      expect([name, document.documentElement.scrollWidth, cutElements()]).toEqual([name, NARROW, []]);
      await cleanup();
    }
  });
});
