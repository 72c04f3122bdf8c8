import { ToolClientError } from "@callboard/core";
import { useState } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import {
  chatIds,
  createFakeChat,
  finishedTurn,
  runnableTools as tools,
  turn,
  type FakeChat,
} from "../testing/fixtures/chatEvents.ts";
import { heardIn } from "../testing/fixtures/heard.ts";
import { Chat, type ChatProps } from "./Chat.tsx";
import { ChatComposer } from "./ChatComposer.tsx";
import { useComposerTools } from "./chatTools.ts";

beforeEach(() => localStorage.clear());

function Host({ fake, first = null, ...props }: { fake: FakeChat; first?: string | null } & Partial<ChatProps>) {
  const [id, setId] = useState(first);
  return (
    <div style={{ height: 600 }}>
      <Chat client={fake.client} sessionId={id} onSession={setId} {...props} />
      <button type="button" onClick={() => setId(null)}>
        New chat
      </button>
    </div>
  );
}

const message = () => page.getByRole("textbox", { name: "Message" });
const option = (name: string | RegExp) => page.getByRole("option", { name });
const form = (name: string) => page.getByRole("region", { name, exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const names = () => {
  const options = page.getByRole("listbox", { name: "Tools" }).getByRole("option").elements();
  return options.map((one) => one.querySelector("bdi")?.textContent);
};
const active = () => {
  const id = message().element().getAttribute("aria-activedescendant");
  return id === null ? null : document.getElementById(id)?.querySelector("bdi")?.textContent;
};

describe("the tools at the composer", () => {
  test("say why one of them cannot be run now, in the list and above its form", async () => {
    const locked = tools.map((tool) => ({ ...tool, locked: "Open a space first." }));
    await render(<Host fake={createFakeChat({ tools: locked })} />);
    await userEvent.type(message(), "/");
    await expect.element(option(/Cannot be run now: Open a space first\./).first()).toBeVisible();
    const name = names()[0]!;
    await userEvent.click(option(name));
    await expect.element(form(name).getByText("Cannot be run now: Open a space first.")).toBeVisible();
  });

  test("say perhaps where the text says little of them", async () => {
    await render(<Host fake={createFakeChat({ tools })} />);
    await userEvent.fill(message(), "convert units of the tax code of Atlantis");
    await expect.element(option(/^Unit Converter.*Perhaps$/)).toBeVisible();
    await userEvent.fill(message(), "unit converter");
    await expect.element(option(/^Unit Converter/)).toBeVisible();
    await expect.element(option(/Perhaps/)).not.toBeInTheDocument();
  });

  test("are offered in a chat of an app's own, which does with the chosen one what it wants", async () => {
    const fake = createFakeChat({ tools });
    const choose = vi.fn();
    const Own = () => (
      <div style={{ paddingTop: 400 }}>
        <ChatComposer onSend={() => {}} tools={useComposerTools(fake.client, choose)} />
      </div>
    );
    await render(<Own />);
    await userEvent.type(message(), "how many ounces is this");
    await userEvent.click(option(/^Unit Converter/));
    expect(choose).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ slug: "unit-converter" }),
      "how many ounces is this",
    );
    expect(fake.said).toEqual([]);
  });

  test("are those that fit what is written; Enter sends unless one was reached", async () => {
    const fake = createFakeChat({ tools });
    await render(<Host fake={fake} />);
    await userEvent.type(message(), "how many ounces is this");
    await expect.element(option(/^Unit Converter/)).toBeVisible();
    expect(active()).toBeNull();
    await expect.element(page.getByText("1 tool fits")).toBeInTheDocument();
    await userEvent.keyboard("{Enter}");
    await vi.waitFor(() => expect(fake.said).toEqual(["how many ounces is this"]));
    expect(page.getByRole("listbox").elements()).toEqual([]);
  });

  test("of which only one fits after a slash, that one stays the choice, and Enter takes it", async () => {
    const fake = createFakeChat({ tools });
    await render(<Host fake={fake} />);
    await userEvent.type(message(), "/uni");
    await expect.element(option(/^Unit Converter/)).toBeVisible();
    await userEvent.keyboard("{ArrowDown}");
    await vi.waitFor(() => expect(active()).toBe("Unit Converter"));
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("heading", { name: "Unit Converter" })).toBeVisible();
    expect(fake.said).toEqual([]);
  });

  test("are all listed by a slash, by name and number; arrow keys go round, Escape closes and keeps the text", async () => {
    const fake = createFakeChat({ tools });
    await render(<Host fake={fake} />);
    await userEvent.type(message(), "/");
    await expect.element(option(/^Unit Converter/)).toBeVisible();
    expect(names()).toEqual(["Priority Matrix 2", "Priority Matrix 10", "Text Statistics", "Unit Converter"]);
    expect(active()).toBe("Priority Matrix 2");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await vi.waitFor(() => expect(active()).toBe("Text Statistics"));
    await userEvent.keyboard("{ArrowUp}{ArrowUp}{ArrowUp}");
    await vi.waitFor(() => expect(active()).toBe("Unit Converter"));
    await userEvent.keyboard("{Escape}");
    expect(page.getByRole("listbox").elements()).toEqual([]);
    await expect.element(message()).toHaveValue("/");
    await userEvent.type(message(), "stat");
    await vi.waitFor(() => expect(names()).toEqual(["Text Statistics"]));
    await userEvent.type(message(), "x");
    await expect.element(page.getByText("No tool has this name")).toBeInTheDocument();
    expect(fake.said).toEqual([]);
  });

  test("are there by a button, and gone once the focus is elsewhere", async () => {
    await render(<Host fake={createFakeChat({ tools })} />);
    await userEvent.click(button("Choose a tool"));
    await expect.element(option(/^Text Statistics/)).toBeVisible();
    await expect.element(message()).toHaveFocus();
    await userEvent.click(button("New chat"));
    expect(page.getByRole("listbox").elements()).toEqual([]);
  });

  test("are not there where the client runs none", async () => {
    await render(<Host fake={createFakeChat()} />);
    await userEvent.type(message(), "/");
    expect(page.getByRole("listbox").elements()).toEqual([]);
    expect(button("Choose a tool").elements()).toEqual([]);
  });

  test("are found by another finder where one is given", async () => {
    const createFinder: NonNullable<ChatProps["createFinder"]> = (all) => ({ find: () => all.slice(0, 1) });
    await render(<Host fake={createFakeChat({ tools })} createFinder={createFinder} />);
    await userEvent.type(message(), "whatever");
    await vi.waitFor(() => expect(names()).toEqual(["Unit Converter"]));
  });
});

describe("a chosen tool", () => {
  const choose = async (name: RegExp, text = "/") => {
    await userEvent.fill(message(), text);
    await userEvent.click(option(name));
  };

  test("opens its empty form; what is submitted runs as the person's own call, and its card stays", async () => {
    const fake = createFakeChat({ tools });
    await render(<Host fake={fake} />);
    await choose(/^Unit Converter/, "how many ounces are 2 kg");
    const amount = form("Unit Converter").getByRole("spinbutton", { name: "Amount" });
    await expect.element(amount).toHaveValue("");
    await vi.waitFor(() => expect(document.activeElement).toBe(amount.element()));
    await expect.element(form("Unit Converter").getByText("how many ounces are 2 kg")).toBeVisible();
    await expect.element(message()).toHaveValue("");
    await userEvent.click(form("Unit Converter").getByRole("button", { name: "Run" }));
    await expect.element(amount).toHaveAttribute("aria-invalid", "true");
    await expect
      .element(form("Unit Converter").getByRole("button", { name: "Run" }))
      .not.toHaveAttribute("aria-disabled");
    expect(fake.ran).toEqual([]);

    await userEvent.fill(amount, "2");
    await userEvent.click(form("Unit Converter").getByRole("button", { name: "Run" }));
    const card = page.getByRole("group", { name: "Unit Converter" });
    await expect
      .element(card.getByRole("button", { name: /^Unit Converter .*Done/ }))
      .toHaveAttribute("aria-expanded", "true");
    await expect.element(form("Unit Converter")).not.toBeInTheDocument();
    expect(fake.ran).toEqual([
      { tool: "unit-converter", input: { amount: 2 }, sessionId: undefined, title: "how many ounces are 2 kg" },
    ]);
    await expect.element(message()).toHaveFocus();
    expect(fake.said).toEqual([]);
    // It is the last that was used.
    await userEvent.type(message(), "/");
    await vi.waitFor(() => expect(names()[0]).toBe("Unit Converter"));
    await expect.element(option(/Unit Converter.*Used recently/)).toBeVisible();
  });

  test("says that it runs, and the chat only how it ends", async () => {
    const fake = createFakeChat({ tools, events: finishedTurn });
    const callId = "own-1";
    fake.client.run = async (slug, input) => {
      await fake.append([
        { type: "tool.requested", callId, tool: slug, title: "Unit Converter", source: "web" },
        { type: "tool.started", callId, tool: slug, input },
        ...turn(2, "And then?"),
      ]);
      return { sessionId: chatIds.session, callId, runId: callId };
    };
    const { container } = await render(<Host fake={fake} first={chatIds.session} />);
    await choose(/^Unit Converter/);
    await userEvent.fill(form("Unit Converter").getByRole("spinbutton", { name: "Amount" }), "2");
    const heard = heardIn(container);
    const said = () => heard.filter((words) => /Running|Unit Converter/.test(words));
    await userEvent.click(form("Unit Converter").getByRole("button", { name: "Run" }));
    // By then the call, which came with it, would have been said.
    await vi.waitFor(() => expect(heard).toContain("The assistant is working."), { timeout: 10_000 });
    await fake.append([{ type: "tool.completed", callId, output: null }]);
    await vi.waitFor(() => expect(said()).toEqual(["Running…", "Unit Converter: Done"]), { timeout: 10_000 });
  });

  test("is given up by Cancel, which puts the text back", async () => {
    const fake = createFakeChat({ tools });
    await render(<Host fake={fake} />);
    await choose(/^Unit Converter/, "how many ounces are 2 kg");
    await userEvent.click(form("Unit Converter").getByRole("button", { name: "Cancel" }));
    await expect.element(message()).toHaveValue("how many ounces are 2 kg");
    await expect.element(form("Unit Converter")).not.toBeInTheDocument();
    expect(fake.ran).toEqual([]);
  });

  test("may be run while the agent is at work, beside other forms, and stands between the turns", async () => {
    const fake = createFakeChat({ tools, events: [...finishedTurn, ...turn(2, "And then?")] });
    await render(<Host fake={fake} first={chatIds.session} />);
    await expect.element(button("Stop")).toBeVisible();
    await choose(/^Unit Converter/);
    await choose(/^Text Statistics/);
    await userEvent.fill(form("Unit Converter").getByRole("spinbutton", { name: "Amount" }), "3");
    await userEvent.fill(form("Text Statistics").getByRole("textbox", { name: "Text" }), "one two");
    await userEvent.click(form("Text Statistics").getByRole("button", { name: "Run" }));
    await expect.element(page.getByRole("group", { name: "Text Statistics" })).toBeVisible();
    await expect.element(form("Unit Converter").getByRole("spinbutton", { name: "Amount" })).toHaveValue("3");
    await fake.append([{ type: "agent.completed", agentId: "a2" }, ...turn(3, "The end.")]);
    await expect.element(page.getByText("The end.")).toBeVisible();
    const order = page.getByRole("region", { name: "Conversation" }).element().textContent!;
    const places = ["And then?", "Text Statistics", "The end."].map((text) => order.indexOf(text));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(fake.ran[0]).toMatchObject({ sessionId: chatIds.session, input: { text: "one two" } });
  });

  test("keeps its form, with the reason, where it is refused", async () => {
    const issues = [{ path: "/amount", message: "Too heavy." }];
    const refuse: { run?: ToolClientError } = {
      run: new ToolClientError("Not valid.", { code: "invalid_input", status: 422, issues }),
    };
    const fake = createFakeChat({ tools, refuse });
    await render(<Host fake={fake} />);
    await choose(/^Unit Converter/);
    await userEvent.fill(form("Unit Converter").getByRole("spinbutton", { name: "Amount" }), "2");
    await userEvent.click(form("Unit Converter").getByRole("button", { name: "Run" }));
    await expect.element(form("Unit Converter").getByText("Too heavy.").first()).toBeVisible();
    refuse.run = new ToolClientError("The host cannot be reached.", { code: "unreachable", status: 0 });
    await userEvent.fill(form("Unit Converter").getByRole("spinbutton", { name: "Amount" }), "1");
    await userEvent.click(form("Unit Converter").getByRole("button", { name: "Run" }));
    await expect.element(page.getByText("It was not run: The host cannot be reached.")).toBeVisible();
    delete refuse.run;
    const again = form("Unit Converter").getByRole("button", { name: "Run" });
    await expect.element(again).not.toHaveAttribute("aria-disabled");
    await userEvent.click(again);
    await expect.element(page.getByRole("group", { name: "Unit Converter" })).toBeVisible();
  });

  test("keeps what was typed into its form while another chat is open", async () => {
    const fake = createFakeChat({ tools, events: finishedTurn });
    await render(<Host fake={fake} first={chatIds.session} />);
    await choose(/^Unit Converter/);
    await userEvent.fill(form("Unit Converter").getByRole("spinbutton", { name: "Amount" }), "7");
    await userEvent.click(button("New chat"));
    await expect.element(page.getByRole("heading", { name: "What can I do for you?" })).toBeVisible();
    await expect.element(form("Unit Converter")).not.toBeInTheDocument();
  });
});

describe("a chat without a model", () => {
  const unanswered = [
    ...turn(1, "convert my ounces"),
    { type: "agent.failed" as const, agentId: "a1", error: { code: "no_model", message: "No model is connected." } },
  ];

  test("says so in one sentence below what was written, with a way to connect one and the closest tools", async () => {
    const fake = createFakeChat({ tools, events: unanswered });
    await render(<Host fake={fake} first={chatIds.session} hasModel={false} modelHelp="/docs/chat" />);
    await expect.element(page.getByText(/^No model is connected, so nobody .* How to connect one$/)).toBeVisible();
    await expect.element(page.getByRole("link", { name: "How to connect one" })).toHaveAttribute("href", "/docs/chat");
    await expect.element(page.getByText("convert my ounces")).toBeVisible();
    expect(page.getByText("Failed").elements()).toEqual([]);
    expect(button("Continue").elements()).toEqual([]);
    await userEvent.click(button("Unit Converter"));
    await expect.element(form("Unit Converter")).toBeVisible();
    await userEvent.click(button("All tools"));
    await vi.waitFor(() => expect(names()).toHaveLength(tools.length));
  });

  test("still says that an answer failed that had begun", async () => {
    const begun = [
      unanswered[0]!,
      unanswered[1]!,
      { type: "agent.text_appended" as const, agentId: "a1", delta: "Well" },
    ];
    const fake = createFakeChat({ tools, events: [...begun, unanswered[2]!] });
    await render(<Host fake={fake} first={chatIds.session} />);
    await expect.element(page.getByText("Failed")).toBeVisible();
    await expect.element(button("Continue")).toBeVisible();
  });

  test("calls its scripts scripts, and lets one wait with its reason", async () => {
    const fake = createFakeChat({ tools });
    const examples = [
      { message: "Compare two", title: "Two sub-agents", script: true },
      { message: "Search all", script: true, waits: "Documents are still being read. 3 / 9" },
    ];
    await render(<Host fake={fake} hasModel={false} examples={examples} />);
    await expect.element(page.getByRole("heading", { name: "What do you want to do?" })).toBeVisible();
    const list = page.getByRole("list", { name: "Watch an example" });
    const waiting = list.getByRole("button", { name: /^Search all/ });
    await expect.element(waiting).toHaveAttribute("aria-disabled", "true");
    await userEvent.click(waiting, { force: true });
    expect(fake.said).toEqual([]);
    await userEvent.click(list.getByRole("button", { name: /^Two sub-agents/ }));
    await expect.element(page.getByText(/^An example from a script/)).toBeVisible();
    expect(fake.said).toEqual(["Compare two"]);
  });
});
