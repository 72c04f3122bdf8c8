import { page, userEvent } from "vitest/browser";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { SignUp } from "./form.tsx";

test("the README's form asks, refuses in words, and submits", async () => {
  const save = vi.fn(async () => {});
  await render(<SignUp save={save} />);
  const submit = page.getByRole("button", { name: "Sign up" });
  await userEvent.click(submit);
  await expect.element(page.getByRole("textbox", { name: "E-mail" })).toHaveAttribute("aria-invalid", "true");
  expect(save).not.toHaveBeenCalled();
  await userEvent.fill(page.getByRole("textbox", { name: "E-mail" }), "ada@example.org");
  await userEvent.click(submit);
  await vi.waitFor(() => expect(save).toHaveBeenCalledWith({ email: "ada@example.org", plan: "free" }));
});
