import "../styles/author.css";
import { ToolClientError } from "@callboard/core";
import type { AuthoredTool, AuthoringClient, ToolDraft } from "@callboard/core/client";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { arabic } from "../messages/ar.ts";
import { german } from "../messages/de.ts";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { haiku, haikuClient } from "../testing/fixtures/haikuTool.ts";
import { ToolEditor, type ToolEditorProps } from "./ToolEditor.tsx";

async function open(props: Omit<ToolEditorProps, "client">, own: Partial<AuthoringClient> = {}) {
  const client = vi.mockObject<AuthoringClient>({ ...haikuClient, ...own }, { spy: true });
  const told = vi.fn();
  await render(
    <ToolProvider locale="en">
      <ToolEditor {...props} client={client} onUnsavedChange={told} />
    </ToolProvider>,
  );
  return { client, told };
}
const text = (name: string | RegExp) => page.getByRole("textbox", { name });
const button = (name: string | RegExp) => page.getByRole("button", { name });
const save = button(/^(Create tool|Save changes)$/);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("a new tool", () => {
  it("is written, tried before it is saved, and saved as it was written", async () => {
    const { client } = await open({ mode: "create" });
    await userEvent.fill(text("Name"), "Ode an Öl");
    await expect.element(text("Address")).toHaveValue("ode-an-ol");
    await userEvent.fill(text("When agents use it"), "Writes an ode.");
    await userEvent.fill(page.getByLabelText("Category"), "writing");
    await userEvent.click(page.getByRole("radio", { name: "brain" }));
    await userEvent.click(button("Add field"));
    await userEvent.click(page.getByRole("button", { name: "Text", exact: true }));
    await userEvent.keyboard("Topic");
    await userEvent.click(text("Prompt"));
    await userEvent.keyboard("About {{{{");
    await expect.element(page.getByRole("option", { name: "topic" })).toHaveAttribute("aria-selected", "true");
    await userEvent.keyboard("{Enter}.");
    await expect.element(text("Prompt")).toHaveValue("About {{topic}}.");

    const panel = page.getByRole("region", { name: "Test" });
    await userEvent.fill(panel.getByRole("textbox", { name: "Topic" }), "frogs");
    await userEvent.click(button("Run test"));
    await expect.element(panel.getByText("Green frogs leap.")).toBeVisible();
    expect(client.stream.mock.lastCall).toMatchObject([
      "ode-an-ol",
      { input: { topic: "frogs" }, tool: { name: "Ode an Öl" } },
    ]);

    await userEvent.click(save);
    await expect.poll(() => client.create.mock.calls.length).toBe(1);
    expect(client.create.mock.lastCall?.[0]).toMatchObject<Partial<ToolDraft>>({
      slug: "ode-an-ol",
      icon: "brain",
      inputSchema: { type: "object", properties: { topic: { type: "string", title: "Topic" } } },
      outputSchema: { type: "string" },
      executionSpec: { kind: "prompt", mode: "direct", prompt_template: "About {{topic}}." },
      permissionPolicy: "auto",
      enabled: true,
    });
    await expect.element(page.getByText("Saved", { exact: true })).toBeVisible();
    await expect.element(text("Address")).toHaveAttribute("readonly");
  });

  it("names what is missing, in place and at its section, and asks nobody", async () => {
    const { client } = await open({ mode: "create" });
    await userEvent.click(save);
    await expect.element(page.getByRole("alert")).toHaveTextContent("5 things to mend");
    await expect.element(text("Name")).toHaveAccessibleDescription("This is needed.");
    await expect
      .element(page.getByRole("navigation").getByRole("link", { name: /Execution.*One thing/ }))
      .toBeVisible();
    expect(client.create).not.toHaveBeenCalled();
  });

  it("says where a prompt names a field that the input does not have", async () => {
    await open({ mode: "edit", tool: haiku });
    await userEvent.fill(text("Prompt"), "A\n{{topik}}");
    await expect.element(text("Prompt")).toHaveAccessibleDescription(/Line 2, column 1: .*topik/);
    await userEvent.click(button("Insert topic"));
    await expect.element(text("Prompt")).toHaveValue("A\n{{topik}}{{topic}}");
  });

  it("is back after the page was left, and is begun anew by choice", async () => {
    const { told } = await open({ mode: "create" });
    await userEvent.fill(text("Name"), "Half");
    await expect.poll(() => told.mock.lastCall?.[0]).toBe(true);
    await expect.poll(() => localStorage.getItem("callboard-tool:")).toContain("Half");
    document.body.replaceChildren();
    await open({ mode: "create" });
    await expect.element(text("Name")).toHaveValue("Half");
    await userEvent.click(button("Begin anew"));
    await expect.element(text("Name")).toHaveValue("");
    expect(localStorage.getItem("callboard-tool:")).toBeNull();
  });
});

describe("a saved tool", () => {
  it("sends what was changed alone, by keys too, and takes a step back and forth", async () => {
    const { client } = await open({ mode: "edit", tool: haiku });
    await userEvent.fill(text("Name"), "Senryu");
    await userEvent.click(page.getByRole("checkbox", { name: /ask a person/ }));
    await userEvent.click(button("Undo"));
    await expect.element(page.getByRole("checkbox", { name: /ask a person/ })).not.toBeChecked();
    await userEvent.click(button("Redo"));
    await userEvent.click(text("Name"));
    await userEvent.keyboard("{Control>}s{/Control}");
    await expect
      .poll(() => client.update.mock.lastCall)
      .toEqual(["haiku", "r2", { name: "Senryu", permissionPolicy: "always_ask" }]);
  });

  it("keeps what was written where somebody else was faster, until their version is loaded", async () => {
    const moved = new ToolClientError("Somebody has changed it.", { code: "precondition_failed", status: 412 });
    const theirs = { ...haiku, name: "Theirs", revision: "r9" };
    const own = { update: async () => Promise.reject(moved), get: async () => theirs };
    await open({ mode: "edit", tool: haiku }, own);
    await userEvent.fill(text("Name"), "Mine");
    await userEvent.click(save);
    await expect.element(page.getByRole("alert")).toHaveTextContent("Somebody else has changed this tool");
    await expect.element(text("Name")).toHaveValue("Mine");
    await userEvent.click(button("Load their version"));
    await expect.element(text("Name")).toHaveValue("Theirs");
  });

  it("says at its field what the host refuses", async () => {
    const refused = new ToolClientError("The tool cannot be saved.", {
      code: "invalid_tool",
      status: 422,
      issues: [{ path: "/name", message: "It is too long." }],
    });
    await open({ mode: "edit", tool: haiku }, { update: async () => Promise.reject(refused) });
    await userEvent.fill(text("Name"), "Long");
    await userEvent.click(save);
    await expect.element(text("Name")).toHaveAccessibleDescription("It is too long.");
  });

  it("shows its versions with what each changed, and puts one back", async () => {
    const { client } = await open({ mode: "edit", tool: haiku });
    const panel = page.getByRole("region", { name: "Versions" });
    await userEvent.click(panel.getByText(/by ada/));
    await expect.element(panel.getByRole("term").first()).toHaveTextContent("Name");
    await expect.element(panel.getByRole("definition").first()).toHaveTextContent("Before: PoemAfter: Haiku");
    await userEvent.click(button(/^Restore the version/));
    await expect.element(text("Name")).toHaveValue("Poem");
    expect(client.restore.mock.lastCall).toEqual(["haiku", "v1", "r2"]);
  });

  it("says why a test failed", async () => {
    const data = { ...haiku, outputSchema: { type: "object", properties: { stars: { type: "integer" } } } };
    const test = async () => ({ output: null, error: "No model is connected.", durationMs: 5 });
    await open({ mode: "edit", tool: data }, { test });
    const panel = page.getByRole("region", { name: "Test" });
    await userEvent.fill(panel.getByRole("textbox", { name: "Topic" }), "tea");
    await userEvent.click(button("Run test"));
    await expect.element(panel.getByText("No model is connected.")).toBeVisible();
  });
});

it("keeps what was tried last for the next time, without its secrets", async () => {
  const inputSchema = {
    type: "object",
    properties: {
      topic: { type: "string", title: "Topic" },
      key: { type: "string", title: "Key", format: "password" },
    },
  };
  await open({ mode: "edit", tool: { ...haiku, inputSchema } });
  const panel = page.getByRole("region", { name: "Test" });
  await userEvent.fill(panel.getByRole("textbox", { name: "Topic" }), "tea");
  await userEvent.fill(panel.getByLabelText("Key", { exact: true }), "sesame");
  await userEvent.click(button("Run test"));
  await expect.element(panel.getByText("Green frogs leap.")).toBeVisible();
  expect(sessionStorage.getItem("callboard-test:haiku")).toBe('{"topic":"tea"}');
});

describe("what a tool does", () => {
  const tools = [
    { slug: "search", name: "Search", category: "x" },
    { slug: "count", name: "Count", category: "x" },
  ];
  const search: AuthoredTool = {
    ...haiku,
    slug: "search",
    inputSchema: { type: "object", properties: { query: { type: "string", title: "Query" } }, required: ["query"] },
    outputSchema: { type: "object", properties: { hits: { type: "array", title: "Hits" } } },
  };
  const count: AuthoredTool = {
    ...haiku,
    slug: "count",
    inputSchema: {
      type: "object",
      properties: { of: { type: "array", title: "Of" }, most: { type: "integer", title: "Most" } },
    },
  };
  const get = async (slug: string) => (slug === "search" ? search : count);

  it("is other tools in their order, each wired by picking what was there before", async () => {
    const { client } = await open({ mode: "edit", tool: haiku, tools }, { get });
    await userEvent.click(page.getByRole("radio", { name: "Steps" }));
    await userEvent.click(button("Add step"));
    await userEvent.selectOptions(page.getByLabelText("Tool of step 1"), "Search");
    await userEvent.selectOptions(page.getByLabelText("Query"), "Input › Topic");
    await userEvent.click(button("Add step"));
    await userEvent.selectOptions(page.getByLabelText("Tool of step 2"), "Count");
    await userEvent.selectOptions(page.getByLabelText("Of", { exact: true }), "1. Search › Hits");
    await userEvent.selectOptions(page.getByLabelText("Most", { exact: true }), "Its own value");
    await userEvent.fill(text("Value of Most"), "3");
    await userEvent.click(save);
    await expect
      .poll(() => client.update.mock.lastCall?.[2])
      .toEqual({
        outputSchema: {},
        executionSpec: {
          kind: "composition",
          steps: [
            { id: "step1", tool: "search", input: { query: { $from: "input", path: "/topic" } } },
            { id: "step2", tool: "count", input: { of: { $from: "step1", path: "/hits" }, most: 3 } },
          ],
        },
      });
  });

  const planOf = (...steps: { id: string; tool: string; input?: object; depends_on?: string[]; retry?: object }[]) =>
    ({
      ...haiku,
      outputSchema: {},
      executionSpec: { kind: "composition", steps: steps.map((each) => ({ input: {}, ...each })) },
    }) as AuthoredTool;
  const stepOf = (name: string) => page.getByRole("listitem", { name, exact: true });

  it("begins each step when what it waits for is done, by picking, and waits for what a step takes", async () => {
    const tool = planOf(
      { id: "a", tool: "search", input: { query: "x" } },
      { id: "b", tool: "search", input: { query: "y" } },
      { id: "c", tool: "count" },
    );
    const { client } = await open({ mode: "edit", tool, tools }, { get });
    await userEvent.click(page.getByRole("radio", { name: "When what it waits for is done" }));
    await userEvent.click(stepOf("2. Search").getByRole("checkbox", { name: "1. Search" }));
    await expect.element(stepOf("2. Search")).toHaveTextContent("It begins at once.");
    await userEvent.selectOptions(stepOf("3. Count").getByLabelText("Of", { exact: true }), "1. Search › Hits");
    const taken = stepOf("3. Count").getByRole("checkbox", { name: /1\. Search.*takes its result/ });
    await expect.element(taken).toBeChecked();
    await expect.element(taken).toBeDisabled();
    await userEvent.click(save);
    await expect
      .poll(() => client.update.mock.lastCall?.[2])
      .toEqual({
        executionSpec: {
          kind: "composition",
          steps: [
            { id: "a", tool: "search", input: { query: "x" }, depends_on: [] },
            { id: "b", tool: "search", input: { query: "y" }, depends_on: [] },
            { id: "c", tool: "count", input: { of: { $from: "a", path: "/hits" } }, depends_on: ["b", "a"] },
          ],
        },
      });
  });

  it("says in place that steps would wait for each other, and saves them once they do not", async () => {
    const tool = planOf({ id: "a", tool: "count", depends_on: [] }, { id: "b", tool: "count", depends_on: ["a"] });
    const { client } = await open({ mode: "edit", tool, tools }, { get });
    await userEvent.click(button("Move up: 2. Count"));
    const waits = stepOf("1. Count").getByRole("group", { name: "Waits for" });
    await expect.element(waits).toHaveAccessibleDescription(/“2\. Count” does not come before this step/);
    await userEvent.click(save);
    await expect.element(page.getByRole("alert")).toHaveTextContent("One thing to mend");
    expect(client.update).not.toHaveBeenCalled();
    await userEvent.click(waits.getByRole("checkbox", { name: "2. Count" }));
    await expect.element(waits).not.toHaveAccessibleDescription(/does not come before/);
    await userEvent.click(save);
    await expect.poll(() => client.update.mock.calls.length).toBe(1);
  });

  it("runs a step again where its author says so, as often as may be, by keys alone", async () => {
    const { client } = await open({ mode: "edit", tool: planOf({ id: "a", tool: "count" }), tools }, { get });
    const again = page.getByRole("checkbox", { name: "Run it again where it fails" });
    (again.element() as HTMLElement).focus();
    await userEvent.keyboard(" ");
    const times = page.getByRole("spinbutton", { name: "Times at most" });
    await userEvent.fill(times, "11");
    await expect.element(times).toHaveAccessibleDescription(/2 to 10 times/);
    await userEvent.fill(times, "4");
    await userEvent.keyboard("{Tab}{Control>}a{/Control}30");
    await userEvent.keyboard("{Control>}s{/Control}");
    await expect
      .poll(() => client.update.mock.lastCall?.[2])
      .toMatchObject({ executionSpec: { steps: [{ id: "a", retry: { attempts: 4, delay_seconds: 30 } }] } });
  });

  it("says at its step what the host refuses: such as a way back to the tool itself", async () => {
    const issues = [
      { path: "/executionSpec/steps/1/tool", code: "cycle", message: "haiku → count → haiku: for ever." },
    ];
    const update = async () => {
      throw new ToolClientError("It cannot be saved.", { code: "invalid_tool", status: 422, issues });
    };
    const tool = planOf({ id: "a", tool: "search", input: { query: "x" } }, { id: "b", tool: "count" });
    await open({ mode: "edit", tool, tools }, { get, update });
    await userEvent.fill(text("Name"), "Loop");
    await userEvent.click(save);
    await expect.element(stepOf("2. Count").getByText("haiku → count → haiku: for ever.")).toBeVisible();
    await expect.element(stepOf("1. Search").getByText(/for ever/)).not.toBeInTheDocument();
  });

  it.each([
    ["de", german],
    ["ar", arabic],
  ])("fits 320 px in %s, with all that a step may say", async (locale, messages) => {
    await page.viewport(320, 700);
    try {
      const step = { tool: "count", depends_on: ["c", "nope"], retry: { attempts: 1 } };
      const tool = planOf({ id: "a", ...step }, { id: "c", ...step });
      await render(
        <ToolProvider locale={locale} messages={messages}>
          <ToolEditor mode="edit" tool={tool} tools={tools} client={{ ...haikuClient, get }} />
        </ToolProvider>,
      );
      await expect.element(page.getByText(messages["author.retryWrong"] as string).first()).toBeInTheDocument();
      const root = document.documentElement;
      expect(root.scrollWidth).toBeLessThanOrEqual(root.clientWidth);
    } finally {
      await page.viewport(1280, 720);
    }
  });

  it("is a task, an agent or a skill, of which nothing is missing", async () => {
    const agents = [{ slug: "editor", name: "Editor" }];
    const { client } = await open({ mode: "edit", tool: haiku, tools, agents });
    await userEvent.click(page.getByRole("radio", { name: "Skill" }));
    await userEvent.selectOptions(page.getByLabelText("Who answers"), "Editor");
    await userEvent.click(save);
    await expect.element(page.getByRole("alert")).toHaveTextContent("One thing to mend");
    await userEvent.fill(text("Name of the skill"), "brief");
    await userEvent.click(save);
    await expect
      .poll(() => client.update.mock.lastCall?.[2])
      .toEqual({
        executionSpec: { kind: "prompt", mode: "skill", skill: "brief", agent: "editor" },
      });
    await userEvent.click(page.getByRole("radio", { name: "Task" }));
    await userEvent.selectOptions(page.getByLabelText("Tool that is run"), "Count");
    await userEvent.click(page.getByRole("checkbox", { name: "Wait until it is done" }));
    await userEvent.click(save);
    await expect
      .poll(() => client.update.mock.lastCall?.[2])
      .toEqual({
        outputSchema: {},
        executionSpec: { kind: "task", task: "count", wait: false },
      });
  });

  it("is shown in the parts that its author chose, in a test too", async () => {
    const data: AuthoredTool = {
      ...haiku,
      outputSchema: { type: "object", properties: { rows: { type: "array", title: "Rows" } } },
    };
    const test = async () => ({ output: { rows: [{ city: "Rome" }] }, error: null, durationMs: 1 });
    const { client } = await open({ mode: "edit", tool: data }, { test });
    await userEvent.click(button("Add part"));
    await userEvent.selectOptions(page.getByLabelText("Kind of part 1"), "Table");
    await userEvent.fill(text("Title of part 1"), "Places");
    const panel = page.getByRole("region", { name: "Test" });
    await userEvent.fill(panel.getByRole("textbox", { name: "Topic" }), "x");
    await userEvent.click(button("Run test"));
    await expect.element(panel.getByText("Places")).toBeVisible();
    await expect.element(panel.getByRole("cell", { name: "Rome" })).toBeVisible();
    await userEvent.click(save);
    await expect
      .poll(() => client.update.mock.lastCall?.[2])
      .toEqual({
        outputSections: [{ key: "rows", label: "Places", type: "table" }],
      });
  });
});

it("of a tool in code shows what a tenant may change of it, and no more", async () => {
  const code: AuthoredTool = {
    ...haiku,
    kind: "code",
    executionSpec: null,
    enabled: null,
    permissionPolicy: "always_ask",
  };
  const { client } = await open({ mode: "edit", tool: code });
  await expect.element(page.getByRole("checkbox", { name: /ask a person/ })).toBeDisabled();
  expect(text("Prompt").elements()).toEqual([]);
  await userEvent.click(page.getByRole("checkbox", { name: /People and agents/ }));
  await userEvent.click(save);
  await expect.poll(() => client.update.mock.lastCall).toEqual(["haiku", "r2", { enabled: false }]);
});
