import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { cdp } from "vitest/browser";
import { textsOf } from "../testing/fixtures/contrast.ts";
import { KitSample } from "../testing/fixtures/kitSample.tsx";
import shadcnTheme from "../testing/fixtures/shadcnTheme.css?inline";
import shadcn from "./shadcn.css?inline";

const page = document.documentElement;

const setMedia = (media: Record<string, string>) =>
  cdp().send("Emulation.setEmulatedMedia", {
    features: Object.entries({ "prefers-reduced-motion": "reduce", ...media }).map(([name, value]) => ({
      name,
      value,
    })),
  });
const setSystem = (scheme: "light" | "dark") => setMedia({ "prefers-color-scheme": scheme });

/** The rules of a host's own sheet. */
const style = document.createElement("style");
const hostSays = (css: string) => void (style.textContent = css);

beforeEach(() => document.head.append(style));
afterEach(async () => {
  await cleanup();
  style.remove();
  hostSays("");
  page.removeAttribute("class");
  page.removeAttribute("data-theme");
  await setMedia({});
});

const grounds = { light: "#ffffff", dark: "#0b0d12" };
const texts = { light: "#111111", dark: "#eeeeee" };
const bodyOf = (site: "light" | "dark") => `body { background: ${grounds[site]}; color: ${texts[site]}; }`;

/** Shows all of the kit and finds the texts that are hard to read. */
async function faintTexts() {
  const screen = await render(<KitSample />);
  await expect.element(screen.getByText("Requests are", { exact: false })).toBeVisible();
  await expect.element(screen.getByRole("toolbar")).toBeVisible();
  await expect.poll(() => [...textsOf(screen.container)].length).toBeGreaterThan(60);
  await new Promise((resolve) => setTimeout(resolve, 250));
  const all = [...textsOf(screen.container)];
  return all.filter(({ ratio }) => ratio < 4.5);
}

/**
 * How a site says which of the two it is. A light one may say nothing; a dark one at least says so of its own controls.
 */
const ways = {
  nothing: (site: "light" | "dark") => hostSays(bodyOf(site) + (site === "dark" ? "html { color-scheme: dark; }" : "")),
  "a class": (site: "light" | "dark") => {
    hostSays(bodyOf(site));
    page.className = site;
  },
  "an attribute": (site: "light" | "dark") => {
    hostSays(bodyOf(site));
    page.dataset["theme"] = site;
  },
};

describe.each(["light", "dark"] as const)("on a %s site", (site) => {
  describe.each(["light", "dark"] as const)("of a reader whose system is %s", (system) => {
    test.each(Object.keys(ways) as (keyof typeof ways)[])("every text is read well, with %s more", async (way) => {
      await setSystem(system);
      ways[way](site);
      expect(await faintTexts()).toEqual([]);
    });
  });
});

test("on a site that follows the system, so does the kit", async () => {
  await setSystem("dark");
  hostSays(":root { color-scheme: light dark; } body { background: light-dark(#fff, #0b0d12); }");
  expect(await faintTexts()).toEqual([]);
});

test("on a dark site that says so nowhere the kit is light, for every reader alike", async () => {
  hostSays(bodyOf("dark"));
  await render(<div className="callboard" />);
  const seen = [];
  for (const system of ["light", "dark"] as const) {
    await setSystem(system);
    seen.push(colourOf(".callboard"));
  }
  expect(seen).toEqual(["rgb(22, 24, 27)", "rgb(22, 24, 27)"]);
});

test("the check finds what cannot be read: a kit that follows the system on a site that does not", async () => {
  await setSystem("dark");
  hostSays(`${bodyOf("light")} .callboard { color-scheme: light dark; }`);
  expect((await faintTexts()).length).toBeGreaterThan(20);
});

test.each([
  ["light", ""],
  ["dark", ""],
  ["light", ":root { --primary: oklch(0.795 0.184 86.047); --primary-foreground: oklch(0.421 0.095 57.708); }"],
])("on a %s page of shadcn/ui the kit wears its tokens, and every text is read well", async (theme, brand) => {
  hostSays(`${shadcnTheme} ${brand} ${shadcn}`);
  page.className = theme;
  expect(await faintTexts()).toEqual([]);
  const { backgroundColor } = getComputedStyle(document.body);
  expect(getComputedStyle(document.querySelector(".cb-input")!).backgroundColor).toBe(backgroundColor);
});

test("a theme of the kit's own wins over shadcn's", async () => {
  hostSays(`${shadcnTheme} ${shadcn} body { --callboard-text: rgb(1, 2, 3); }`);
  await render(<div className="callboard" />);
  expect(colourOf(".callboard")).toBe("rgb(1, 2, 3)");
});

const colourOf = (selector: string) => getComputedStyle(document.querySelector(selector)!).color;

test("the nearest class or attribute counts, however they are nested, and a root's own", async () => {
  await render(
    <div className="light">
      <div className="callboard" id="a" />
      <div className="dark">
        <div className="callboard" id="b" />
        <div data-theme="light">
          <div className="callboard" id="c" />
          <div className="callboard" id="d" data-callboard-theme="dark" />
        </div>
      </div>
    </div>,
  );
  const schemes = ["a", "b", "c", "d"].map((id) => getComputedStyle(document.getElementById(id)!).colorScheme);
  expect(schemes).toEqual(["light", "dark", "light", "dark"]);
});

test.each([":root", "body", ".wrapper", ".callboard"])("a colour of the theme may be set on %s", async (selector) => {
  hostSays(`${selector} { --callboard-text: rgb(1, 2, 3); --callboard-accent: rgb(200, 0, 0); }`);
  await render(
    <div className="wrapper">
      <div className="callboard">
        <button type="button" className="cb-button" data-variant="primary">
          Go
        </button>
      </div>
    </div>,
  );
  expect(colourOf(".callboard")).toBe("rgb(1, 2, 3)");
  expect(getComputedStyle(document.querySelector(".cb-button")!).backgroundColor).toBe("rgb(200, 0, 0)");
});

test("one colour of a brand is enough: what stands on it and what is written in it can be read", async () => {
  await render(
    <div id="brand">
      <div className="callboard" style={{ background: "var(--cb-background)" }}>
        <button type="button" className="cb-button" data-variant="primary">
          On it
        </button>
        <a href="#there">In it</a>
      </div>
    </div>,
  );
  hostSays(".cb-button { transition: none !important; }");
  const brand = document.getElementById("brand")!;
  for (const theme of ["light", "dark"]) {
    brand.className = theme;
    for (let hue = 0; hue < 360; hue += 15) {
      for (const lightness of [0.2, 0.45, 0.6, 0.75, 0.95]) {
        brand.style.setProperty("--callboard-accent", `oklch(${lightness} 0.17 ${hue})`);
        const faint = [...textsOf(brand)].filter(({ ratio }) => ratio < 4.5);
        expect(faint, `${theme}, lightness ${lightness}, hue ${hue}`).toEqual([]);
      }
    }
  }
});

test("the page around the kit is as it was: no rule reaches an element that is not the kit's", async () => {
  const sheets = [...document.styleSheets].filter((sheet) => [...sheet.cssRules].some(isOurs));
  expect(sheets.length).toBeGreaterThan(0);
  await render(
    <div className="host">
      {["h1", "p", "a", "ul", "table", "fieldset", "summary", "pre", "button", "input", "progress"].map((Tag) => (
        <Tag key={Tag} />
      ))}
    </div>,
  );
  const look = () =>
    [page, document.body, ...document.querySelectorAll(".host, .host *")].map((element) => {
      const computed = getComputedStyle(element);
      // Defaults of a bundler's own properties, which draw nothing.
      const drawn = [...computed].filter((name) => !name.startsWith("--lightningcss-"));
      return drawn.map((name) => `${name}: ${computed.getPropertyValue(name)}`).join("; ");
    });
  const dressed = look();
  for (const sheet of sheets) sheet.disabled = true;
  const plain = look();
  for (const sheet of sheets) sheet.disabled = false;
  expect(dressed).toEqual(plain);
});

const isOurs = (rule: CSSRule): boolean => rule instanceof CSSLayerBlockRule && rule.name === "callboard";
