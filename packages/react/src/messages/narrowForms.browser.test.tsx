import { composeStories, type Meta } from "@storybook/react-vite";
import type { ComponentType } from "react";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { rjsfForm } from "../rjsf/wholeForm.ts";
import { arabic } from "./ar.ts";
import { english } from "./english.ts";
import { directionOf } from "./direction.ts";
import { german } from "./de.ts";

/** 1280 CSS pixels at a zoom of 400 %. */
const WIDTH = 320;

const catalogues = { en: english, de: german, ar: arabic };
const modules = import.meta.glob<{ default: Meta }>("../{form,field,filter,editor,rjsf}/*.stories.tsx", {
  eager: true,
});
const files = Object.entries(modules).map(([path, module]) => {
  const stories = composeStories(module) as unknown as Record<string, ComponentType>;
  return { file: path.slice(3), stories: Object.entries(stories) };
});

beforeAll(() => page.viewport(WIDTH, 640));
afterAll(async () => {
  document.documentElement.dir = "";
  await page.viewport(1280, 800);
});

/** What is drawn beyond the page's sides, and in nothing that scrolls or cuts by itself. */
function cutElements(): string[] {
  const isOutside = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 1 && (right > WIDTH + 1 || left < -1);
  };
  const isHeld = (element: Element): boolean => {
    for (let above = element.parentElement; above; above = above.parentElement)
      if (getComputedStyle(above).overflowX !== "visible" && !isOutside(above)) return true;
    return false;
  };
  return [...document.querySelectorAll("body *")]
    .filter((element) => isOutside(element) && !isHeld(element))
    .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
}

it("finds the forms' stories", () => {
  expect(files.length).toBeGreaterThan(6);
  expect(files.flatMap(({ stories }) => stories).length).toBeGreaterThan(80);
});

describe.each(Object.entries(catalogues))("at 320 px in %s", (locale, messages) => {
  it.each(files)("nothing of $file stands out at the side", async ({ stories }) => {
    document.documentElement.dir = directionOf(locale);
    for (const [name, Story] of stories) {
      await render(
        <ToolProvider locale={locale} messages={messages} fallbackForm={rjsfForm}>
          <div style={{ padding: 8 }}>
            <Story />
          </div>
        </ToolProvider>,
      );
      await expect.poll(() => document.querySelector(".callboard") !== null).toBe(true);
      expect([name, document.documentElement.scrollWidth, cutElements()]).toEqual([name, WIDTH, []]);
      await cleanup();
    }
  });
});
