import { schemaToFilterFields } from "@callboard/core";
import type { FilterCondition } from "@callboard/core/fields";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { FilterForm } from "./FilterForm.tsx";

const fields = schemaToFilterFields({
  name: { type: "string" },
  stage: { type: "string", enum: ["early", "late"] },
  city: { type: "string", enum: ["a", "b", "c", "d", "e", "f", "g"] },
  size: { type: "integer", minimum: 1, maximum: 9 },
  price: { type: "number" },
  active: { type: "boolean" },
});

function mount(defaultValue?: FilterCondition[]) {
  const change = vi.fn();
  const Page = () => {
    const [filters, setFilters] = useState<FilterCondition[]>(defaultValue ?? []);
    return (
      <FilterForm
        fields={fields}
        value={filters}
        onChange={(next) => {
          setFilters(next);
          change(next);
        }}
      />
    );
  };
  return { screen: render(<Page />), last: () => change.mock.lastCall?.[0] as FilterCondition[] | undefined };
}

it("gives one comparison a field, as plain data", async () => {
  const { screen, last } = mount();
  await screen;
  await userEvent.fill(page.getByRole("textbox", { name: "Name", exact: true }), "ada");
  expect(last()).toEqual([{ field: "name", operator: "contains", value: "ada" }]);
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Name: how it is compared" }), "is not");
  expect(last()).toEqual([{ field: "name", operator: "neq", value: "ada" }]);
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Stage", exact: true }), "late");
  expect(last()?.[1]).toEqual({ field: "stage", operator: "eq", value: "late" });
  await userEvent.click(page.getByRole("radio", { name: "No" }));
  expect(last()?.[2]).toEqual({ field: "active", operator: "eq", value: false });
  await expect.element(page.getByText("3 filters")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Clear filters" }));
  expect(last()).toEqual([]);
  await expect.element(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("");
});

it("a range is two comparisons, and says when they are the wrong way round", async () => {
  const { screen, last } = mount();
  await screen;
  await userEvent.fill(page.getByRole("spinbutton", { name: "Size: from" }), "5");
  await userEvent.fill(page.getByRole("spinbutton", { name: "Size: to" }), "3");
  expect(last()).toEqual([
    { field: "size", operator: "gte", value: 5 },
    { field: "size", operator: "lte", value: 3 },
  ]);
  await expect.element(page.getByRole("spinbutton", { name: "Size: to" })).toHaveAccessibleDescription(/Exchange/);
  await userEvent.fill(page.getByRole("spinbutton", { name: "Size: to" }), "");
  expect(last()).toEqual([{ field: "size", operator: "gte", value: 5 }]);
});

it("several of many choices are one comparison, and half a number is not taken", async () => {
  const { screen, last } = mount([{ field: "elsewhere", operator: "eq", value: 1 }]);
  await screen;
  await userEvent.click(page.getByRole("combobox", { name: "City" }));
  await userEvent.click(page.getByRole("option", { name: "b" }));
  await userEvent.click(page.getByRole("option", { name: "d" }));
  expect(last()).toEqual([
    { field: "elsewhere", operator: "eq", value: 1 },
    { field: "city", operator: "in", value: ["b", "d"] },
  ]);
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Price: how it is compared" }), "is at least");
  await userEvent.fill(page.getByRole("spinbutton", { name: "Price" }), "1.50");
  expect(last()?.[2]).toEqual({ field: "price", operator: "gte", value: 1.5 });
  await expect.element(page.getByRole("spinbutton", { name: "Price" })).toHaveValue("1.50");
});
