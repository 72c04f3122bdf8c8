import { ToolForm } from "@callboard/react";
import { afterEach, expect, test } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import shadcnTheme from "../../packages/react/src/testing/fixtures/shadcnTheme.css?inline";
import brand from "./themeBrand.css?inline";
import shadcn from "./themeShadcn.css?inline";
import tailwind from "./themeTailwind.css?inline";

// A frame of its own: in the page of the tests the order of layers is settled before.
afterEach(async () => {
  await cleanup();
  for (const frame of document.querySelectorAll("iframe")) frame.remove();
});

const schema = { type: "object", properties: { email: { type: "string", title: "E-mail" } } };

async function mount(css: string, theme = "") {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const page = frame.contentDocument!;
  page.documentElement.className = theme;
  const style = page.createElement("style");
  style.textContent = css;
  page.head.append(style);
  const container = page.createElement("div");
  page.body.append(container);
  await render(<ToolForm schema={schema} onSubmit={() => {}} submitLabel="Save" />, {
    container,
    baseElement: page.body,
  });
  const look = (selector: string) => frame.contentWindow!.getComputedStyle(page.querySelector(selector)!);
  return { button: look(".cb-form-submit"), input: look(".cb-input"), form: look(".cb-form"), body: look("body") };
}

test("a brand's colours and corners, in the letters of the page", async () => {
  const styles = (await import("@callboard/react/styles.css?inline")).default;
  const { button, form, body } = await mount(`${styles} ${brand} body { font-family: Georgia; }`);
  expect([button.backgroundColor, button.borderRadius]).toEqual(["rgb(194, 24, 91)", "14px"]);
  expect(form.fontFamily).toBe(body.fontFamily);
});

test("Tailwind's reset leaves the kit's controls alone, and its tokens dress them", async () => {
  const { button, input } = await mount(tailwind);
  expect([input.borderTopWidth, input.paddingLeft, button.paddingLeft]).toEqual(["1px", "10px", "24px"]);
  expect(button.borderRadius).toBe("6px");
});

test.each(["light", "dark"])("shadcn's tokens, in %s", async (theme) => {
  const { button, input, body } = await mount(`${shadcn} ${shadcnTheme}`, theme);
  expect(input.backgroundColor).toBe(body.backgroundColor);
  expect(button.backgroundColor).toBe(theme === "dark" ? "oklch(0.922 0 0)" : "oklch(0.205 0 0)");
});
