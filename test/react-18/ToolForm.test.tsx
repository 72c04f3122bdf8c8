import { EntityPicker, ToolForm } from "@callboard/react";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { version } from "react";
import { version as domVersion } from "react-dom";
import { afterEach, expect, test, vi } from "vitest";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name" },
    amount: { type: "integer", title: "Amount", minimum: 1 },
    urgent: { type: "boolean", title: "Urgent" },
  },
  required: ["name", "amount"],
};

afterEach(cleanup);

test("React here is 18.3, for the kit and for the test", () => {
  expect(version).toBe("18.3.1");
  expect(domVersion).toMatch(/^18\.3\.1/);
});

test("a form drawn from a JSON Schema is typed into and submitted", async () => {
  const onSubmit = vi.fn();
  const user = userEvent.setup();
  render(<ToolForm schema={schema} onSubmit={onSubmit} submitLabel="Send" />);
  await user.type(await screen.findByRole("textbox", { name: /^Name/ }), "Ada");
  await user.type(screen.getByLabelText(/^Amount/), "3");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ name: "Ada", amount: 3 });
});

test("what the schema refuses is said at its field and not submitted", async () => {
  const onSubmit = vi.fn();
  const user = userEvent.setup();
  render(<ToolForm schema={schema} onSubmit={onSubmit} submitLabel="Send" />);
  await user.type(await screen.findByRole("textbox", { name: /^Name/ }), "Ada");
  await user.type(screen.getByLabelText(/^Amount/), "0");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.getByLabelText(/^Amount/).getAttribute("aria-invalid")).toBe("true"));
  expect(onSubmit).not.toHaveBeenCalled();
});

test("an entity is searched for and picked by the keyboard", async () => {
  const onChange = vi.fn();
  const user = userEvent.setup();
  const people = [
    { value: "p1", label: "Ada Lovelace" },
    { value: "p2", label: "Grace Hopper" },
  ];
  render(<EntityPicker kind="person" label="Person" choices={async () => people} onChange={onChange} />);
  await user.click(screen.getByRole("combobox", { name: "Person" }));
  await screen.findByRole("option", { name: "Grace Hopper" });
  await user.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await waitFor(() => expect(onChange).toHaveBeenCalledExactlyOnceWith("p2"));
});
