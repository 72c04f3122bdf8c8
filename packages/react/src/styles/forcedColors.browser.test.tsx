import { afterEach, beforeEach, expect, test } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { cdp } from "vitest/browser";
import { KitSample } from "../testing/fixtures/kitSample.tsx";

const setMedia = (media: Record<string, string>) =>
  cdp().send("Emulation.setEmulatedMedia", {
    features: Object.entries({ "prefers-reduced-motion": "reduce", ...media }).map(([name, value]) => ({
      name,
      value,
    })),
  });

beforeEach(() => setMedia({ "forced-colors": "active" }));
afterEach(async () => {
  await cleanup();
  await setMedia({});
});

const groundOf = (element: Element | null, pseudo?: string) => getComputedStyle(element!, pseudo).backgroundColor;

test("in high contrast the chosen one of several has another ground than the others", async () => {
  expect(matchMedia("(forced-colors: active)").matches).toBe(true);
  const screen = await render(
    <div className="callboard">
      <div className="cb-segmented">
        <label className="cb-choice">
          <input type="radio" className="cb-radio" name="one" defaultChecked /> <span>One</span>
        </label>
        <label className="cb-choice">
          <input type="radio" className="cb-radio" name="one" /> <span>Other</span>
        </label>
      </div>
      <nav className="cb-chats">
        <ul>
          <li data-selected="">One</li>
          <li>Other</li>
        </ul>
      </nav>
      <div className="cb-history">
        <button type="button" className="cb-history-row" aria-current="true">
          One
        </button>
        <button type="button" className="cb-history-row">
          Other
        </button>
      </div>
      <div className="cb-picker-list">
        <div className="cb-option" data-active="">
          One
        </div>
        <div className="cb-option">Other</div>
      </div>
      <KitSample />
      <i id="highlight" style={{ forcedColorAdjust: "none", background: "Highlight" }} />
    </div>,
  );
  const view = screen.getByRole("group", { name: "View" });
  await expect.element(view.getByRole("button", { name: "JSON" })).toBeVisible();
  const lists = [
    view.element(),
    ...[".cb-segmented", ".cb-chats ul", ".cb-history", ".cb-picker-list"].map((one) =>
      screen.container.querySelector(one)!,
    ),
  ];
  for (const list of lists) {
    const [chosen, other] = [...list.children];
    const highlight = groundOf(screen.container.querySelector("#highlight"));
    expect([groundOf(chosen!), groundOf(other!) === highlight], list.className).toEqual([highlight, false]);
  }
});

test("in high contrast what is nothing but paint is still there: swatches, bars, switches, marks", async () => {
  const { container } = await render(
    <div className="callboard" style={{ background: "var(--cb-background)" }}>
      <ul className="cb-legend">
        <li data-series="1">One</li>
        <li data-series="2">Other</li>
      </ul>
      <ul className="cb-list">
        <li>Point</li>
      </ul>
      <span className="cb-field-by">Filled in</span>
      <input type="checkbox" className="cb-switch" id="off" />
      <input type="checkbox" className="cb-switch" id="on" defaultChecked />
      <div className="cb-row" data-drop="before" />
      <div className="cb-call-progress">
        <progress value={0.5} />
      </div>
    </div>,
  );
  const page = groundOf(container.querySelector(".callboard"));
  const swatches = [...container.querySelectorAll(".cb-legend > li")].map((item) => groundOf(item, "::before"));
  expect(new Set([...swatches, page]).size).toBe(3);
  for (const selector of [".cb-list > li", ".cb-field-by", ".cb-row"])
    expect(groundOf(container.querySelector(selector), "::before"), selector).not.toBe(page);
  const [off, on] = ["#off", "#on"].map((id) => groundOf(container.querySelector(id)));
  expect(new Set([off, on, page]).size).toBe(3);
  expect(groundOf(container.querySelector("progress"))).not.toBe(page);
});
