import { page, userEvent } from "vitest/browser";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { FieldsOfMyOwn, Filters, Pickers, Post } from "./pickers.tsx";

test("a schema says what is picked, and a client finds it", async () => {
  await render(<Post />);
  const author = page.getByRole("combobox", { name: "Author" });
  await userEvent.click(author);
  await userEvent.keyboard("zoë");
  await userEvent.click(page.getByRole("option", { name: /Zoë Müller/ }));
  await expect.element(author).toHaveValue("Zoë Müller");
  await expect.element(page.getByRole("combobox", { name: "Reviewers" })).toBeVisible();
  await expect.element(page.getByRole("combobox", { name: "Destination" })).toBeVisible();
});

test("pickers work alone, with what they are handed", async () => {
  const upload = vi.fn(async () => ({ id: "1", url: "/files/1", name: "x.png", bytes: 1, mediaType: "image/png" }));
  await render(<Pickers upload={upload} />);
  await userEvent.click(page.getByRole("combobox", { name: "Author" }));
  await expect.element(page.getByRole("option", { name: /Ada Lovelace/ })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await userEvent.upload(input, new File(["x"], "x.png", { type: "image/png" }));
  await vi.waitFor(() => expect(upload).toHaveBeenCalled());
});

test("filters are a condition", async () => {
  const search = vi.fn();
  await render(<Filters search={search} />);
  await userEvent.fill(page.getByRole("spinbutton").first(), "20");
  await vi.waitFor(() =>
    expect(JSON.stringify(search.mock.lastCall)).toContain('{"field":"team_size","operator":"gte","value":20}'),
  );
});

test("fields are defined, filled in and shown", async () => {
  await render(<FieldsOfMyOwn value={{ name: "Ada" }} />);
  await expect.element(page.getByText("Ada", { exact: true })).toBeVisible();
  expect(page.getByRole("textbox", { name: /Name/ }).elements().length).toBeGreaterThan(0);
});
