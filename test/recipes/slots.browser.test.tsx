import { page, userEvent } from "vitest/browser";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { Trip } from "./slots.tsx";

test("the guide's components are drawn, filled in and submitted", async () => {
  const save = vi.fn();
  await render(<Trip save={save} />);
  await expect.element(page.getByText("Route over Brenner")).toBeVisible();
  await expect.element(page.getByText('{"degrees":21}')).toBeVisible();
  const call = page.getByRole("textbox", { name: "Call" });
  await expect.element(call).toHaveAttribute("type", "tel");
  await userEvent.fill(call, "+49 30 1");
  await userEvent.fill(page.getByRole("slider", { name: "Stars" }), "4");
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await vi.waitFor(() => expect(save).toHaveBeenCalledWith({ call: "+49 30 1", stars: 4 }));
});
