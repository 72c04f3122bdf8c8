import type { Choice, ChoiceQuery } from "@callboard/core";
import { createRoot } from "react-dom/client";
import { afterEach, describe, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { FormSpecRenderer } from "../../form/ToolForm.tsx";
import { ToolProvider } from "../../provider/ToolProvider.tsx";

const cities = ["Oslo", "Rome", "Paris", "Prague", ...Array.from({ length: 40 }, (_, index) => `Town ${index}`)];
const people: Choice[] = [
  { value: "p1", label: "Ada Lovelace" },
  { value: "p2", label: "Grace Hopper" },
];
const choices = async (_kind: string, query: ChoiceQuery): Promise<Choice[]> =>
  typeof query === "string"
    ? people.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
    : people.filter(({ value }) => query.values.includes(value));

const spec = {
  fields: [
    {
      key: "cities",
      label: "Cities",
      type: "array" as const,
      variant: "multiselect",
      options: cities.map((label) => ({ value: label, label })),
    },
    { key: "owner", label: "Owner", type: "relation" as const, entity: "person" },
    { key: "tags", label: "Tags", type: "array" as const, variant: "tags", item: { type: "text" as const } },
  ],
};

/** A form of a choice of several, an entity and tags, with the value that it holds. */
function createForm() {
  const change = vi.fn();
  const form = (
    <ToolProvider client={{ choices }}>
      <FormSpecRenderer spec={spec} onChange={change} />
    </ToolProvider>
  );
  return { form, value: () => change.mock.lastCall?.[0] as Record<string, unknown> | undefined };
}

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const run of cleanups.splice(0)) run();
});

/** Draws a form in a place that `render` does not know: another document, or a shadow tree. */
function drawIn(place: HTMLElement, form: ReturnType<typeof createForm>["form"]): void {
  const root = createRoot(place);
  root.render(form);
  cleanups.unshift(() => root.unmount());
}

/** Fills all three fields by the keyboard. */
async function fillByKeyboard(root: ParentNode): Promise<void> {
  const focus = async (index: number): Promise<HTMLElement> => {
    const input = await vi.waitFor(() => {
      const found = root.querySelectorAll<HTMLInputElement>("input.cb-tag-input");
      expect(found).toHaveLength(3);
      return found[index]!;
    }, 10_000);
    input.focus();
    return input;
  };
  const options = () => [...root.querySelectorAll("[role=option]")].map((option) => option.textContent);
  await focus(0);
  await userEvent.keyboard("p{ArrowDown}{Enter}{Escape}");
  await focus(1);
  await userEvent.keyboard("hop");
  // An answer to the first letters shows the same option, which Enter does not pick yet.
  await vi.waitFor(() => expect(root.querySelector("[data-stale]")).toBeNull());
  expect(options()).toEqual(["Grace Hopper"]);
  await userEvent.keyboard("{Enter}");
  await focus(2);
  await userEvent.keyboard("one{Enter}two{Enter}");
}
const filled = { cities: ["Prague"], owner: "p2", tags: ["one", "two"] };

it("needs no inline style and no markup from text, under a policy that refuses both", async () => {
  const frame = document.createElement("iframe");
  frame.srcdoc =
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="style-src 'self'; ` +
    `require-trusted-types-for 'script'; trusted-types 'none'"><body><div></div>`;
  document.body.append(frame);
  cleanups.push(() => frame.remove());
  await new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  const inside = frame.contentDocument!;
  const refused: string[] = [];
  inside.addEventListener("securitypolicyviolation", (event) => refused.push(event.violatedDirective));

  // The policy is in force.
  const probe = inside.createElement("p");
  probe.setAttribute("style", "color: red");
  expect(() => (probe.innerHTML = "<b>bold</b>")).toThrow(/TrustedHTML/);
  await vi.waitFor(() => expect(refused.join()).toMatch(/style-src.*trusted-types|trusted-types.*style-src/));
  refused.length = 0;

  const { form, value } = createForm();
  drawIn(inside.querySelector("div")!, form);
  await fillByKeyboard(inside);
  await vi.waitFor(() => expect(value()).toEqual(filled));
  expect(refused).toEqual([]);
});

it("works in a shadow tree, and puts nothing outside of it", async () => {
  const host = document.createElement("div");
  document.body.append(host);
  cleanups.push(() => host.remove());
  const shadow = host.attachShadow({ mode: "open" });
  const place = document.createElement("div");
  shadow.append(place);
  const before = document.querySelectorAll("*").length;
  const { form, value } = createForm();
  drawIn(place, form);
  await fillByKeyboard(shadow);
  await vi.waitFor(() => expect(value()).toEqual(filled));
  await userEvent.click(page.getByRole("combobox", { name: "Cities" }));
  await userEvent.click(page.getByRole("option", { name: "Oslo" }));
  await vi.waitFor(() => expect(value()).toEqual({ ...filled, cities: ["Oslo", "Prague"] }));
  await userEvent.click(page.getByRole("button", { name: "Remove Oslo" }));
  await vi.waitFor(() => expect(value()).toEqual(filled));
  expect(document.querySelectorAll("*")).toHaveLength(before);
});

describe("the list", () => {
  const mount = async () => {
    const { form, value } = createForm();
    await render(form);
    const box = page.getByRole("combobox", { name: "Cities" });
    await expect.element(box).toBeVisible();
    return { box, value };
  };
  const activeText = (): string | null | undefined => document.querySelector(".cb-option[data-active]")?.textContent;

  it("scrolls to the option that an arrow key reaches, past its end and back", async () => {
    const { box } = await mount();
    await userEvent.click(box);
    expect(activeText()).toContain("Oslo");
    await userEvent.keyboard("{ArrowUp}");
    expect(activeText()).toContain("Town 39");
    const list = page.getByRole("listbox", { name: "Cities" }).element();
    const last = page.getByRole("option", { name: "Town 39" }).element();
    expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(list.getBoundingClientRect().bottom + 1);
    expect(list.scrollTop).toBeGreaterThan(0);
    await userEvent.keyboard("{ArrowDown}");
    expect(activeText()).toContain("Oslo");
    expect(list.scrollTop).toBeLessThan(20);
  });

  it("leaves Home and End to the text, and Enter to what the keyboard reached", async () => {
    const { box, value } = await mount();
    await userEvent.click(box);
    await userEvent.keyboard("r{End}");
    const input = box.element() as HTMLInputElement;
    expect(input.selectionStart).toBe(1);
    await userEvent.keyboard("{Home}P");
    await expect.element(box).toHaveValue("Pr");
    expect(activeText()).toContain("Prague");
    await userEvent.clear(box);
    await userEvent.hover(page.getByRole("option", { name: "Paris" }));
    await userEvent.keyboard("{Enter}");
    expect(value()?.["cities"]).toEqual(["Oslo"]);
  });

  it("follows keys that come faster than it is drawn", async () => {
    const { box, value } = await mount();
    await userEvent.click(box);
    await userEvent.keyboard("p");
    for (const key of ["ArrowDown", "Enter"])
      box.element().dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    await vi.waitFor(() => expect(value()?.["cities"]).toEqual(["Prague"]));
  });

  it("closes by Escape, and hands on the next one", async () => {
    const { box } = await mount();
    const escape = vi.fn();
    const listen = (event: KeyboardEvent): void => {
      if (event.key === "Escape") escape(event.defaultPrevented);
    };
    document.addEventListener("keydown", listen);
    cleanups.push(() => document.removeEventListener("keydown", listen));
    await userEvent.click(box);
    await userEvent.keyboard("{Escape}");
    await expect.element(box).toHaveAttribute("aria-expanded", "false");
    expect(escape).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    expect(escape).toHaveBeenCalledExactlyOnceWith(false);
  });

  it("closes and forgets the typed words when the focus leaves the field", async () => {
    const { box, value } = await mount();
    await userEvent.click(box);
    await userEvent.keyboard("rom");
    await userEvent.tab();
    await expect.element(box).toHaveAttribute("aria-expanded", "false");
    await expect.element(box).toHaveValue("");
    expect(value()?.["cities"]).toBeUndefined();
  });

  it("says that no choice matches, and keeps what Enter cannot pick", async () => {
    const { box, value } = await mount();
    await userEvent.click(box);
    await userEvent.keyboard("xyz{Enter}");
    await expect.element(page.getByText("No choice matches")).toBeVisible();
    await expect.element(box).toHaveValue("xyz");
    await expect.element(box).toHaveAttribute("aria-expanded", "true");
    expect(value()?.["cities"]).toBeUndefined();
  });
});
