import { ToolClientError, type Connection, type ConnectionDraft, type ToolClient } from "@callboard/core";
import { createRef } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import type { ToolFormHandle } from "../../form/formProps.ts";
import { ToolForm } from "../../form/ToolForm.tsx";
import { ToolProvider } from "../../provider/ToolProvider.tsx";

const SECRET = "hunter2-secret";
const schema = {
  type: "object",
  properties: {
    connectionId: { type: "string", title: "Destination" },
    connectionName: { type: "string", title: "By name" },
  },
};

/** A host with one connection, that saves more, and remembers what it was told. */
function fakeHost() {
  const saved: Connection[] = [
    { id: "c1", name: "Old blog", kind: "wordpress", address: "https://old.example/", hasSecret: true, createdAt: 0 },
  ];
  const createConnection = vi.fn(async ({ name, kind, address, secret }: ConnectionDraft): Promise<Connection> => {
    if (saved.some((one) => one.name === name)) {
      throw new ToolClientError("There is one of this name.", { code: "name_taken", status: 409, path: "/name" });
    }
    const made = { id: `c${saved.length + 1}`, name, kind, address, hasSecret: secret !== undefined, createdAt: 0 };
    saved.push(made);
    return made;
  });
  const choices: ToolClient["choices"] = async (_kind, query) =>
    saved
      .filter(({ id, name }) =>
        typeof query === "string"
          ? name.toLowerCase().includes(query)
          : query.values.some((value) => value === id || value === name),
      )
      .map(({ id, name }) => ({
        value: typeof query !== "string" && query.values.includes(name) ? name : id,
        label: name,
      }));
  return { createConnection, client: { choices, createConnection } };
}

const drafts = new Map<string, unknown>();
const storage = {
  get: (key: string) => drafts.get(key) ?? null,
  set: (key: string, value: unknown) => void drafts.set(key, value),
  remove: (key: string) => void drafts.delete(key),
};
beforeEach(() => drafts.clear());

async function mount() {
  const host = fakeHost();
  const [submit, change] = [vi.fn(), vi.fn()];
  const formRef = createRef<ToolFormHandle>();
  await render(
    <ToolProvider client={host.client}>
      <ToolForm
        schema={schema}
        onSubmit={submit}
        onChange={change}
        formRef={formRef}
        tools
        draft={{ tool: "publish", user: "ada", storage }}
      />
    </ToolProvider>,
  );
  return { ...host, submit, change };
}
const box = (name: string | RegExp = "Destination") => page.getByRole("combobox", { name });
const panel = () => page.getByRole("group", { name: "New connection" });
const open = async (name?: string | RegExp) => {
  await userEvent.click(box(name));
  await userEvent.click(page.getByRole("option", { name: "New connection…" }));
};
const part = (name: string) => panel().getByLabelText(name, { exact: true });
const run = () => userEvent.click(page.getByRole("button", { name: "Run" }));

it("picks a saved destination by id, or by name where the field asks for one", async () => {
  const { submit } = await mount();
  for (const name of ["Destination", "By name"]) {
    await userEvent.click(box(name));
    await userEvent.click(page.getByRole("listbox", { name }).getByRole("option", { name: "Old blog" }));
  }
  await run();
  await vi.waitFor(() => expect(submit).toHaveBeenCalledWith({ connectionId: "c1", connectionName: "Old blog" }));
});

it("saves a new one in place, chooses it, and keeps its secret out of everything the form holds", async () => {
  const { submit, change, createConnection } = await mount();
  await open();
  await expect.element(part("Name")).toHaveFocus();
  await userEvent.fill(part("Name"), "Team hook");
  await userEvent.selectOptions(part("Kind"), "Webhook");
  await userEvent.fill(part("Address"), "https://hooks.example/x");
  await userEvent.fill(part("Secret"), SECRET);
  await expect.element(part("Secret")).toHaveAttribute("type", "password");
  // Enter saves the connection, not the form.
  await userEvent.keyboard("{Enter}");
  await expect.element(box()).toHaveValue("Team hook");
  await expect.element(box()).toHaveFocus();
  expect(createConnection.mock.lastCall![0]).toEqual({
    name: "Team hook",
    kind: "webhook",
    address: "https://hooks.example/x",
    secret: SECRET,
  });
  expect(submit).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(JSON.stringify([...drafts])).toContain("c2"));
  expect(JSON.stringify([...drafts])).not.toContain(SECRET);
  await run();
  await vi.waitFor(() => expect(submit).toHaveBeenCalledWith({ connectionId: "c2" }));
  await userEvent.click(page.getByRole("button", { name: "JSON" }));
  await vi.waitFor(() => expect(document.body.textContent + document.body.innerHTML).toContain("c2"));
  const seen = JSON.stringify([submit.mock.calls, change.mock.calls, [...drafts]]) + document.documentElement.outerHTML;
  expect(seen).not.toContain(SECRET);
  expect(
    [...document.querySelectorAll("input, textarea")].map((one) => (one as HTMLInputElement).value).join(),
  ).not.toContain(SECRET);
});

it("says at the field what is missing or refused, and keeps what was written", async () => {
  const { createConnection } = await mount();
  await open();
  await userEvent.click(panel().getByRole("button", { name: "Save connection" }));
  await expect.element(part("Name")).toHaveFocus();
  await expect.element(part("Name")).toHaveAccessibleDescription("Give it a name");
  await expect.element(part("Address")).toHaveAccessibleDescription(/full address/);
  expect(createConnection).not.toHaveBeenCalled();
  await userEvent.fill(part("Name"), "Old blog");
  await userEvent.fill(part("Address"), "https://old.example");
  await userEvent.fill(part("Secret"), SECRET);
  await userEvent.click(panel().getByRole("button", { name: "Save connection" }));
  await expect.element(part("Name")).toHaveAccessibleDescription("There is one of this name.");
  await expect.element(part("Secret")).toHaveValue(SECRET);
  createConnection.mockRejectedValueOnce(new ToolClientError("x", { code: "internal", status: 500 }));
  await userEvent.click(panel().getByRole("button", { name: "Save connection" }));
  await expect.element(panel().getByRole("alert")).toHaveTextContent("It was not saved.");
});

it("does not say that a destination is missing while one is being made", async () => {
  const { client } = fakeHost();
  await render(
    <ToolProvider client={client}>
      <ToolForm schema={{ ...schema, required: ["connectionId"] }} />
    </ToolProvider>,
  );
  await open(/^Destination/);
  await expect.element(part("Name")).toHaveFocus();
  expect(page.getByText("This field is required").query()).toBeNull();
  await userEvent.click(document.body);
  await expect.element(page.getByText("This field is required")).toBeVisible();
});

it("goes without a trace when it is cancelled", async () => {
  await mount();
  await open();
  await userEvent.fill(part("Secret"), SECRET);
  await userEvent.keyboard("{Escape}");
  expect(panel().query()).toBeNull();
  await expect.element(box()).toHaveFocus();
  await open();
  await expect.element(part("Secret")).toHaveValue("");
});

it("is not offered where the client can save none", async () => {
  const { client } = fakeHost();
  await render(
    <ToolProvider client={{ choices: client.choices }}>
      <ToolForm schema={schema} />
    </ToolProvider>,
  );
  await userEvent.click(box());
  await expect.element(page.getByRole("option", { name: "Old blog" })).toBeVisible();
  expect(page.getByRole("option", { name: /New connection/ }).query()).toBeNull();
});

it("takes what is written as it is, for tools whose connections are others", async () => {
  const { submit } = await mount();
  await userEvent.fill(box(), "conn_from_elsewhere");
  await userEvent.click(page.getByRole("option", { name: "Use “conn_from_elsewhere” as it is" }));
  await run();
  await vi.waitFor(() => expect(submit).toHaveBeenCalledWith({ connectionId: "conn_from_elsewhere" }));
});
