import { page, userEvent } from "vitest/browser";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { Account, Booking, Kept, Suggested } from "./forms.tsx";

afterEach(() => localStorage.clear());
const name = page.getByRole("textbox", { name: "Name" });

test("what the submit handler answers lands on its field", async () => {
  const save = vi.fn(async () => false);
  await render(<Account save={save} />);
  await userEvent.fill(name, "Ada");
  await userEvent.click(page.getByRole("button", { name: "Create account" }));
  await expect.element(page.getByText("Somebody has this name already.").first()).toBeVisible();
  expect(save).toHaveBeenCalledWith({ name: "Ada" });
});

test("a booking has its defaults, and is refused at the list of rooms", async () => {
  const book = vi.fn(async () => true);
  await render(<Booking book={book} />);
  await userEvent.fill(page.getByRole("textbox", { name: "Guest" }), "Ada");
  const beds = page.getByRole("spinbutton", { name: "Beds" });
  await userEvent.fill(beds, "9");
  await userEvent.click(page.getByRole("button", { name: "Book" }));
  await expect.element(page.getByText("We have six beds.").first()).toBeVisible();
  expect(book).not.toHaveBeenCalled();
  await userEvent.fill(beds, "3");
  await userEvent.click(page.getByRole("button", { name: "Book" }));
  await vi.waitFor(() => expect(book).toHaveBeenCalledWith({ guest: "Ada", nights: 2, rooms: [{ beds: 3 }] }));
});

test("arguments fill the form as they come, and never what a person typed", async () => {
  async function* suggest() {
    yield { name: "Gr" };
    yield { name: "Grace", notes: "Wrote a compiler." };
  }
  await render(<Suggested suggest={suggest} />);
  await userEvent.fill(page.getByRole("textbox", { name: "Notes" }), "Mine");
  await userEvent.click(page.getByRole("button", { name: "Suggest" }));
  await expect.element(name).toHaveValue("Grace");
  await expect.element(page.getByRole("textbox", { name: "Notes" })).toHaveValue("Mine");
});

test("what is typed is there again after a reload", async () => {
  const first = await render(<Kept user="ada" />);
  await userEvent.fill(name, "Ada");
  await vi.waitFor(() => expect(localStorage.length).toBe(1));
  await first.unmount();
  await render(<Kept user="ada" />);
  await expect.element(name).toHaveValue("Ada");
});
