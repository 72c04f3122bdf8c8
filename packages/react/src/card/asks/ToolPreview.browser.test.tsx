import type { ToolClient } from "@callboard/core";
import type { ToolPreview } from "@callboard/core/client";
import { page, userEvent } from "vitest/browser";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { arabic } from "../../messages/ar.ts";
import { german } from "../../messages/de.ts";
import { english } from "../../messages/english.ts";
import { ToolProvider } from "../../provider/ToolProvider.tsx";
import { timelineOf } from "../../testing/fixtures/callEvents.ts";
import { createFakeChat } from "../../testing/fixtures/chatEvents.ts";
import { manageAsk, toolPreviews } from "../../testing/fixtures/haikuTool.ts";
import { AskDock } from "../AskDock.tsx";
import { ToolCallCard } from "../ToolCallCard.tsx";

beforeEach(() => sessionStorage.clear());

const places = {
  card: <ToolCallCard callId="p1" defaultOpen />,
  dock: <AskDock />,
};
const able: ToolClient["can"] = () => ({ answer: true, edit: true, cancel: true, session: true });

async function show(events = manageAsk("update"), place: keyof typeof places = "card", words?: "de" | "ar") {
  const { client, answers } = createFakeChat();
  const messages = words && { de: german, ar: arabic }[words];
  await render(
    <ToolProvider
      timeline={timelineOf(events)}
      client={{ ...client, can: able }}
      user="ada"
      {...(words && messages && { locale: words, messages })}
    >
      {places[place]}
    </ToolProvider>,
  );
  return { answers };
}
const preview = (name: string) => page.getByRole("region", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });

describe.each(["card", "dock"] as const)("in the %s, an ask to change tools", (place) => {
  test("shows a new tool with its words and its form, and names the act on its button", async () => {
    const { answers } = await show(manageAsk("create"), place);
    const shown = preview("Haiku");
    await expect.element(shown).toHaveTextContent(/A new tool.*haiku · writing.*Writes a haiku about a topic/);
    await expect.element(shown.getByRole("textbox", { name: "Topic" })).toBeDisabled();
    await expect.element(shown.getByText("What changes")).not.toBeInTheDocument();
    await userEvent.click(button("Create “Haiku”"));
    await expect.poll(() => answers).toEqual([{ callId: "p1", approvalId: "approval-p1", decision: "approve" }]);
  });

  test("says what changes in the words of the editor, and what a tool that goes was", async () => {
    await show(manageAsk("update"), place);
    const shown = preview("Haiku");
    await expect.element(shown).toHaveTextContent("Switched off");
    const said = () =>
      [...shown.element().querySelectorAll(".cb-ask-changes > div")].map((row) => row.textContent.replace(/\s+/g, " "));
    await expect
      .poll(said)
      .toEqual([
        "NameBefore: PoemAfter: Haiku",
        expect.stringMatching(/^Execution › PromptWrite a Before: poemAfter: haiku about/),
        "Input › Topic › LabelBefore: SubjectAfter: Topic",
        expect.stringMatching(/^Input › ToneBefore: .*After: nothing$/),
        "When agents call itBefore: It runs without askingAfter: A person is asked each time",
        "AvailabilitySwitched Before: onAfter: off",
      ]);
    await expect.element(button("Change “Haiku”")).toBeVisible();
  });

  test("shows what would be gone", async () => {
    await show(manageAsk("delete"), place);
    await expect.element(preview("Haiku")).toHaveTextContent("This tool would be gone");
    await expect.element(preview("Haiku").getByRole("textbox")).not.toBeInTheDocument();
    await expect.element(button("Delete “Haiku”")).toBeVisible();
  });
});

test("what is edited is not what was shown, and says so", async () => {
  await show();
  await userEvent.click(button("Edit"));
  await userEvent.fill(page.getByRole("textbox", { name: "Name" }), "Ode");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/It is made as you changed it/)).toBeVisible();
  await expect.element(preview("Haiku")).not.toBeInTheDocument();
});

test("is not offered for the whole session: each preview is looked at", async () => {
  await show();
  await expect.element(button("Change “Haiku”")).toBeVisible();
  await expect.element(page.getByRole("checkbox", { name: /Always allow/ })).not.toBeInTheDocument();
});

test("a preview from elsewhere that is none is left out, and one that lies hides nothing", async () => {
  for (const wrong of [
    "tool",
    null,
    { kind: "tool" },
    { kind: "tool", act: "create", tool: { slug: 1 }, changes: [] },
  ]) {
    await show(manageAsk("create", { preview: wrong }));
    await expect.element(button("Manage Tools")).toBeVisible();
    await expect.element(page.getByRole("region", { name: "Haiku" })).not.toBeInTheDocument();
    document.body.replaceChildren();
  }
  const { tool } = toolPreviews.create;
  const hidden: ToolPreview = {
    ...toolPreviews.create,
    tool: { ...tool, name: "Hai\u202Eku", description: "<b>x</b>" },
  };
  await show(manageAsk("create", { preview: hidden }));
  await expect.element(page.getByRole("region", { name: /Hai.*U\+202E.*ku/ })).toBeVisible();
  await expect.element(page.getByText("<b>x</b>")).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Create/ })).toHaveTextContent(/U\+202E/);
});

test("an input schema that is no good breaks nothing else, and the ask is still answered", async () => {
  const node: Record<string, unknown> = { type: "object", properties: { next: { $ref: "#/$defs/node" } } };
  const inputSchema = {
    type: "object",
    $defs: { node },
    properties: { list: { $ref: "#/$defs/node" }, gone: { $ref: "#/$defs/none" } },
  };
  const { tool } = toolPreviews.create;
  const { answers } = await show(
    manageAsk("create", { preview: { ...toolPreviews.create, tool: { ...tool, inputSchema } } }),
  );
  await userEvent.click(button("Create “Haiku”"));
  await expect.poll(() => answers.length).toBe(1);
});

test.each(["de", "ar"] as const)("is said in %s, and fits 320 px", async (language) => {
  await page.viewport(320, 700);
  try {
    await show(manageAsk("update"), "card", language);
    const words = { de: german, ar: arabic }[language];
    await expect.element(page.getByText(words["approval.tool.changes"] as string)).toBeVisible();
    for (const name of ["approval.tool.changes", "author.policy"] as const)
      expect(document.body.textContent).not.toContain(english[name]);
    const root = document.documentElement;
    expect(root.scrollWidth).toBeLessThanOrEqual(root.clientWidth);
  } finally {
    await page.viewport(1280, 720);
  }
});

test("takes no focus, and is answered by keys alone", async () => {
  const { answers } = await show();
  await expect.element(button("Change “Haiku”")).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  await vi.waitFor(async () => {
    await userEvent.tab();
    expect(document.activeElement?.textContent).toContain("Change “Haiku”");
  });
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => answers).toHaveLength(1);
});
