import { expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { ToolForm } from "./ToolForm.tsx";

it("asks for dates, bigints, sets and maps, and submits what the Zod schema accepts", async () => {
  const submit = vi.fn();
  const schema = z.object({
    day: z.date().meta({ format: "date", title: "Day" }),
    at: z.coerce.date().meta({ title: "At" }),
    size: z.bigint().meta({ title: "Size" }),
    tags: z.set(z.enum(["red", "blue"])).meta({ title: "Tags" }),
    seats: z.map(z.string(), z.int()).meta({ title: "Seats" }),
    ranks: z.map(z.int(), z.string()).optional().meta({ title: "Ranks" }),
    own: z.custom<{ ok: boolean }>((value) => (value as { ok?: unknown })?.ok === true).meta({ title: "Own" }),
    sign: z.symbol().optional().meta({ title: "Sign" }),
    none: z.undefined(),
  });
  const defaultValue = { seats: new Map([["A", 1]]), at: new Date("2026-01-02T03:04:00Z") };
  await render(<ToolForm tool={{ inputSchema: schema }} defaultValue={defaultValue} onSubmit={submit} />);
  await userEvent.fill(page.getByLabelText("Day"), "2026-03-31");
  await userEvent.fill(page.getByRole("textbox", { name: "Size" }), "12345678901234567890");
  await userEvent.click(page.getByRole("checkbox", { name: "blue" }));
  await userEvent.click(page.getByRole("button", { name: "Add to Ranks" }));
  await userEvent.fill(page.getByRole("spinbutton", { name: "Key" }), "1");
  await userEvent.fill(page.getByRole("textbox", { name: "Value" }), "First");
  await userEvent.fill(page.getByRole("textbox", { name: "Own" }), '{"ok":true}');
  await expect.element(page.getByText("only code can make such a value")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await vi.waitFor(() => expect(submit).toHaveBeenCalled());
  const input = {
    day: new Date("2026-03-31T00:00:00Z"),
    at: new Date("2026-01-02T03:04:00Z"),
    size: 12345678901234567890n,
    tags: new Set(["blue"]),
    seats: new Map([["A", 1]]),
    ranks: new Map([[1, "First"]]),
    own: { ok: true },
    none: undefined,
  };
  expect(submit.mock.calls).toEqual([[input]]);
  expect(schema.safeParse(submit.mock.calls[0]![0]).success).toBe(true);
});

it("says a schema's own rules about such a value at its field", async () => {
  const submit = vi.fn();
  const schema = z.object({ at: z.date().max(new Date("2026-01-01"), "Too late for us").meta({ title: "At" }) });
  await render(<ToolForm schema={schema} defaultValue={{ at: new Date("2027-01-01T00:00:00Z") }} onSubmit={submit} />);
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await expect.element(page.getByLabelText("At")).toHaveAccessibleDescription("Too late for us");
  expect(submit).not.toHaveBeenCalled();
});
