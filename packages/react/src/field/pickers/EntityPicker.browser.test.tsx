import { ToolClientError, type Choice, type ChoiceQuery } from "@callboard/core";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { ToolForm } from "../../form/ToolForm.tsx";
import { ToolProvider } from "../../provider/ToolProvider.tsx";
import { EntityPicker, type EntityPickerProps } from "./EntityPicker.tsx";

const people: Choice[] = [
  { value: "p1", label: "Ada Lovelace", description: "London" },
  { value: "p2", label: "Grace Hopper" },
  { value: "p3", label: "Zoë Müller" },
];
const search = (query: ChoiceQuery): Choice[] =>
  typeof query === "string"
    ? people.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()))
    : people.filter(({ value }) => query.values.includes(value));

/** A host that answers at once, or when a test says so. */
function fakeHost(answer: (query: ChoiceQuery) => Choice[] | Promise<Choice[]> = search) {
  return vi.fn(async (_kind: string, query: ChoiceQuery, _options?: { signal?: AbortSignal }) => answer(query));
}
const searches = (choices: ReturnType<typeof fakeHost>): unknown[] =>
  choices.mock.calls.map(([, query]) => query).filter((query) => typeof query === "string");

async function mount(props: Partial<EntityPickerProps> = {}, choices = fakeHost()) {
  const change = vi.fn();
  function Held() {
    const [value, setValue] = useState(props.value);
    return (
      <EntityPicker
        kind="person"
        label="Person"
        {...props}
        choices={choices}
        value={value}
        onChange={(next) => {
          change(next);
          setValue(next);
        }}
      />
    );
  }
  await render(<Held />);
  return { change, choices, value: () => change.mock.lastCall?.[0] as unknown };
}
const box = () => page.getByRole("combobox", { name: "Person" });
const option = (name: string | RegExp) => page.getByRole("option", { name });
const active = () => {
  const id = box().element().getAttribute("aria-activedescendant");
  return id === null ? null : (document.getElementById(id)?.textContent ?? null);
};

describe("a picker", () => {
  it("is a combobox that searches while one types, and holds the id of what is picked", async () => {
    const { value } = await mount();
    await expect.element(box()).toHaveAttribute("aria-expanded", "false");
    await userEvent.fill(box(), "hop");
    await expect.element(box()).toHaveAttribute("aria-expanded", "true");
    await expect.element(option("Grace Hopper")).toBeVisible();
    await expect.element(page.getByRole("status").filter({ hasText: "1 choice" })).toBeInTheDocument();
    await userEvent.click(option("Grace Hopper"));
    expect(value()).toBe("p2");
    await expect.element(box()).toHaveValue("Grace Hopper");
    await expect.element(box()).toHaveAttribute("aria-expanded", "false");
    await expect.element(box()).toHaveFocus();
  });

  it("is used by the keyboard alone", async () => {
    const { value } = await mount();
    (box().element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(option(/Ada Lovelace/)).toBeVisible();
    expect(active()).toBeNull();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(active()).toContain("Grace Hopper");
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    expect(active()).toContain("Zoë Müller");
    await userEvent.keyboard("{Enter}");
    expect(value()).toBe("p3");
    await userEvent.keyboard("{ArrowDown}x");
    await userEvent.keyboard("{Escape}");
    await expect.element(box()).toHaveValue("Zoë Müller");
    await expect.element(box()).toHaveAttribute("aria-expanded", "false");
    expect(value()).toBe("p3");
  });

  it("gives back what stood there when it is left in the middle of a word, and nothing when it was emptied", async () => {
    const { value, change } = await mount({ value: "p1" });
    await expect.element(box()).toHaveValue("Ada Lovelace");
    await userEvent.fill(box(), "zo");
    await userEvent.tab();
    await userEvent.tab();
    await expect.element(box()).toHaveValue("Ada Lovelace");
    expect(change).not.toHaveBeenCalled();
    await userEvent.clear(box());
    expect(change).toHaveBeenCalledOnce();
    expect(value()).toBeUndefined();
  });

  it("asks after a pause, not at every key", async () => {
    const { choices } = await mount();
    await userEvent.click(box());
    await userEvent.keyboard("grace");
    await expect.element(option("Grace Hopper")).toBeVisible();
    await vi.waitFor(() => expect(searches(choices).at(-1)).toBe("grace"));
    expect(searches(choices).length).toBeLessThan(5);
  });

  it("drops an answer to older words that comes late, and picks none of it by Enter", async () => {
    const answers = new Map<string, (choices: Choice[]) => void>();
    const choices = fakeHost((query) =>
      typeof query === "string" ? new Promise((resolve) => answers.set(query, resolve)) : [],
    );
    const { change } = await mount({}, choices);
    await userEvent.fill(box(), "a");
    await vi.waitFor(() => expect(answers.has("a")).toBe(true));
    await userEvent.fill(box(), "gr");
    await vi.waitFor(() => expect(answers.has("gr")).toBe(true));
    expect(choices.mock.calls[0]![2]?.signal?.aborted).toBe(true);
    answers.get("gr")!([people[1]!]);
    await expect.element(option("Grace Hopper")).toBeVisible();
    answers.get("a")!([people[0]!]);
    await userEvent.fill(box(), "grx");
    await userEvent.keyboard("{Enter}");
    expect(change).not.toHaveBeenCalled();
    expect(option(/Ada/).query()).toBeNull();
  });

  it("says that nothing was found, and that there may be more", async () => {
    await mount();
    await userEvent.fill(box(), "nobody");
    await expect.element(page.getByText("Nothing found for “nobody”")).toBeVisible();
    await cleanup();
    const many = Array.from({ length: 20 }, (_, at) => ({ value: `${at}`, label: `Person ${at}` }));
    await mount(
      {},
      fakeHost(() => many),
    );
    await userEvent.click(box());
    await expect.element(page.getByText(/There may be more/)).toBeVisible();
  });

  it("says when a search fails, tries again, and takes an id as it is meanwhile", async () => {
    let isBroken = true;
    const { value } = await mount(
      {},
      fakeHost((query) => {
        if (isBroken) throw new ToolClientError("no", { code: "unreachable", status: 0 });
        return search(query);
      }),
    );
    await userEvent.fill(box(), "p9");
    await expect.element(page.getByText(/The search failed/)).toBeVisible();
    await userEvent.click(option("Use “p9” as it is"));
    expect(value()).toBe("p9");
    isBroken = false;
    await userEvent.fill(box(), "ada");
    await expect.element(option(/Ada Lovelace/)).toBeVisible();
    expect(option(/as it is/).query()).toBeNull();
  });

  it("shows what stored ids are called, and says of an unknown one that it is", async () => {
    await mount({ value: "p3" });
    await expect.element(box()).toHaveValue("Zoë Müller");
    await cleanup();
    await mount({ value: "gone" });
    await expect.element(box()).toHaveValue("gone");
    await expect.element(page.getByText(/gone was not found/)).toBeVisible();
    await expect.element(box()).toHaveAccessibleDescription(/gone was not found/);
  });

  it("takes several as chips, which Backspace and their buttons take back", async () => {
    const { value } = await mount({ multiple: true, value: ["p1", "gone"] });
    const chips = () => [...document.querySelectorAll(".cb-tag bdi")].map((chip) => chip.textContent);
    await vi.waitFor(() => expect(chips()).toEqual(["Ada Lovelace", "gone"]));
    await expect.element(page.getByText("Not found here")).toBeVisible();
    await userEvent.fill(box(), "zo");
    await expect.element(option("Zoë Müller")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    expect(value()).toEqual(["p1", "gone", "p3"]);
    await expect.element(box()).toHaveValue("");
    await expect.element(page.getByRole("option", { name: /Ada/ })).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{Backspace}");
    expect(value()).toEqual(["p1", "gone"]);
    await userEvent.click(page.getByRole("button", { name: "Remove Ada Lovelace" }));
    expect(value()).toEqual(["gone"]);
    await userEvent.click(page.getByRole("button", { name: "Remove gone" }));
    expect(value()).toBeUndefined();
  });

  it("shows hostile names as text", async () => {
    const label = '<img src=x onerror="globalThis.pwned=1">';
    await mount(
      {},
      fakeHost(() => [{ value: "x", label, description: label }]),
    );
    await userEvent.click(box());
    await expect.element(page.getByRole("option")).toHaveTextContent(label);
    expect(document.querySelector("[role=option] img")).toBeNull();
    expect("pwned" in globalThis).toBe(false);
  });
});

describe("a form's entities", () => {
  const schema = {
    type: "object",
    properties: {
      owner: { type: "string", title: "Owner", "x-entity-type": "person" },
      team: {
        type: "array",
        title: "Team",
        items: { type: "string" },
        "x-entity-type": "person",
        "x-entity-select": "multiple",
      },
      number: { type: "integer", title: "Number", "x-entity-type": "ticket" },
    },
    required: ["owner"],
  };

  it("are picked by name and submitted by id", async () => {
    const submit = vi.fn();
    const choices = fakeHost((query) => [...search(query), { value: "42", label: "Ticket 42" }]);
    await render(
      <ToolProvider client={{ choices }}>
        <ToolForm schema={schema} onSubmit={submit} />
      </ToolProvider>,
    );
    const pick = async (field: string, name: string) => {
      await userEvent.click(page.getByRole("combobox", { name: new RegExp(`^${field}`) }));
      await userEvent.click(page.getByRole("listbox", { name: new RegExp(`^${field}`) }).getByRole("option", { name }));
      await userEvent.keyboard("{Escape}");
    };
    await pick("Team", "Zoë Müller");
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(page.getByRole("combobox", { name: /^Owner/ }).element()),
    );
    expect(submit).not.toHaveBeenCalled();
    await pick("Owner", "Grace Hopper");
    await pick("Team", "Ada Lovelace");
    await pick("Number", "Ticket 42");
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await vi.waitFor(() => expect(submit).toHaveBeenCalledWith({ owner: "p2", team: ["p3", "p1"], number: 42 }));
  });

  it("are read by name where nothing may be changed", async () => {
    await render(
      <ToolProvider client={{ choices: fakeHost() }}>
        <ToolForm schema={schema} readOnly value={{ owner: "p2", team: ["p1", "p3"], number: 7 }} />
      </ToolProvider>,
    );
    await expect.element(page.getByText("Grace Hopper")).toBeVisible();
    await expect.element(page.getByText("Ada Lovelace and Zoë Müller")).toBeVisible();
    await expect.element(page.getByText("7", { exact: true })).toBeVisible();
  });

  it("are written by hand where the client cannot look for them", async () => {
    const submit = vi.fn();
    await render(<ToolForm schema={schema} onSubmit={submit} />);
    await userEvent.fill(page.getByRole("textbox", { name: /^Owner/ }), "p1");
    await userEvent.fill(page.getByRole("textbox", { name: "Team" }), "p2");
    await userEvent.keyboard("{Enter}");
    await userEvent.fill(page.getByRole("spinbutton", { name: "Number" }), "7");
    await userEvent.click(page.getByRole("button", { name: "Run" }));
    await vi.waitFor(() => expect(submit).toHaveBeenCalledWith({ owner: "p1", team: ["p2"], number: 7 }));
  });
});
