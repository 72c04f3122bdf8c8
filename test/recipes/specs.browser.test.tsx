import { defaultRegistry } from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { register, SampledTrip, Trip, TripResult, tripForm, tripView } from "./specs.tsx";

test("a FormSpec says how fields are asked for, when, and of whom", async () => {
  const { unmount } = await render(<Trip />);
  await expect.element(page.getByRole("slider", { name: "Days" })).toBeVisible();
  expect(
    page.getByRole("group", { name: "Stars" }).query() ?? page.getByRole("radiogroup", { name: "Stars" }).query(),
  ).toBeNull();
  await userEvent.click(page.getByRole("switch", { name: "Book a hotel" }));
  await expect.element(page.getByText("Stars", { exact: true }).first()).toBeVisible();
  expect(page.getByText("Additional options").query()).not.toBeNull();
  await unmount();
  await render(<Trip mode="embed" />);
  await expect.element(page.getByRole("textbox", { name: "To" })).toBeVisible();
  expect(page.getByText("Additional options").query()).toBeNull();
});

test("a sample is offered, and nothing else fills it in", async () => {
  await render(<SampledTrip />);
  const to = page.getByRole("textbox", { name: "To" });
  await expect.element(to).toHaveValue("");
  await userEvent.click(page.getByRole("button", { name: "Try with sample data" }));
  await expect.element(to).toHaveValue("Bergen");
});

test("a ViewSpec says how an output is shown", async () => {
  await render(<TripResult />);
  await expect.element(page.getByText("€840.00")).toBeVisible();
  await expect.element(page.getByRole("columnheader", { name: "Distance" })).toBeVisible();
});

test("specs are registered by a tool's name", () => {
  register();
  expect(defaultRegistry.formSpec("trip")).toBe(tripForm);
  expect(defaultRegistry.viewSpec("trip")).toBe(tripView);
});
