import { directionOf, ToolProvider } from "@callboard/react";
import { arabic } from "@callboard/react/messages/ar";
import { german } from "@callboard/react/messages/de";
import { composeStories } from "@storybook/react-vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { cutElements, NARROW } from "../../../../test/narrow/cutElements.ts";
import { rjsfForm } from "./wholeForm.ts";
import * as modules from "./Rjsf.stories.tsx";

const stories = Object.entries(composeStories(modules));

beforeAll(() => page.viewport(NARROW, 640));
afterAll(async () => {
  document.documentElement.dir = "";
  await page.viewport(1280, 800);
});

describe.each([
  ["en", undefined],
  ["de", german],
  ["ar", arabic],
] as const)("at 320 px in %s", (locale, messages) => {
  it.each(stories)("nothing of the form %s stands out at the side", async (_, Story) => {
    document.documentElement.dir = directionOf(locale);
    await render(
      <ToolProvider locale={locale} fallbackForm={rjsfForm} {...(messages && { messages })}>
        <div style={{ padding: 8 }}>
          <Story />
        </div>
      </ToolProvider>,
    );
    await expect.poll(() => document.querySelector(".callboard input, .callboard fieldset") !== null).toBe(true);
    expect([document.documentElement.scrollWidth, cutElements()]).toEqual([NARROW, []]);
    await cleanup();
  });
});
