import { ToolForm } from "@callboard/react";
import { version } from "react";
import { version as domVersion } from "react-dom";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name" },
    amount: { type: "integer", title: "Amount", minimum: 1 },
    urgent: { type: "boolean", title: "Urgent" },
  },
  required: ["name", "amount"],
};

test("React here is 18.3, for the kit and for the test", () => {
  expect(version).toBe("18.3.1");
  expect(domVersion).toMatch(/^18\.3\.1/);
});

test("a form drawn from a JSON Schema is typed into and submitted", async () => {
  const onSubmit = vi.fn();
  const screen = await render(<ToolForm schema={schema} onSubmit={onSubmit} submitLabel="Send" />);
  await screen.getByLabelText("Name").fill("Ada");
  await screen.getByLabelText("Amount").fill("3");
  await screen.getByRole("button", { name: "Send" }).click();
  await vi.waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ name: "Ada", amount: 3 });
});

test("what the schema refuses is said at its field and not submitted", async () => {
  const onSubmit = vi.fn();
  const screen = await render(<ToolForm schema={schema} onSubmit={onSubmit} submitLabel="Send" />);
  await screen.getByLabelText("Name").fill("Ada");
  await screen.getByLabelText("Amount").fill("0");
  await screen.getByRole("button", { name: "Send" }).click();
  await expect.element(screen.getByLabelText("Amount")).toHaveAttribute("aria-invalid", "true");
  expect(onSubmit).not.toHaveBeenCalled();
});
