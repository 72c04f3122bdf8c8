import { page, userEvent } from "vitest/browser";
import { expect, test, vi } from "vitest";
import { SignUp } from "./shadowRoot.tsx";

test("the form of the custom element is dressed, asks, and submits", async () => {
  const element = new SignUp();
  const submitted = vi.fn();
  element.addEventListener("sign-up", (event) => submitted((event as CustomEvent).detail));
  document.body.append(element);
  const submit = page.getByRole("button", { name: "Sign up" });
  await expect.element(submit).toBeVisible();
  expect(getComputedStyle(submit.element()).borderRadius).toBe("6px");
  await userEvent.click(submit);
  const email = page.getByRole("textbox", { name: "E-mail" });
  await vi.waitFor(() => expect(element.shadowRoot!.activeElement).toBe(email.element()));
  await userEvent.fill(email, "ada@example.org");
  await userEvent.click(submit);
  await vi.waitFor(() => expect(submitted).toHaveBeenCalledWith({ email: "ada@example.org" }));
  element.remove();
});
