import { ToolClientError, type SessionSummary } from "@callboard/core";
import { page, userEvent } from "vitest/browser";
import { describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { createFakeChat } from "../testing/fixtures/chatEvents.ts";
import { SessionList } from "./SessionList.tsx";
import { relativeTime } from "./relativeTime.ts";

const chat = (
  id: string,
  title: string,
  status: SessionSummary["status"] = "idle",
  waitsFor?: SessionSummary["waitsFor"],
): SessionSummary => ({
  id,
  title,
  createdAt: Date.now() - 3_700_000,
  updatedAt: Date.now() - 3_700_000,
  status,
  ...(waitsFor && { waitsFor }),
});
const sessions = [chat("s1", "Retries", "running"), chat("s2", "Notes", "waiting", "question"), chat("s3", "Older")];

describe("SessionList", () => {
  test("lists names, times and states, and opens what is chosen", async () => {
    const onSelect = vi.fn();
    const { client } = createFakeChat({ sessions });
    await render(<SessionList client={client} selected="s3" href={(id) => `#/chat/${id}`} onSelect={onSelect} />);
    await expect.element(page.getByRole("link", { name: "Retries Working" })).toHaveAttribute("href", "#/chat/s1");
    await expect.element(page.getByRole("link", { name: "Older 1 hr. ago" })).toHaveAttribute("aria-current", "page");
    await userEvent.click(page.getByRole("link", { name: "Notes Needs an answer" }));
    expect(onSelect).toHaveBeenCalledWith("s2");
    expect(location.hash).toBe("");
  });

  test.each([
    ["approval", "Needs approval"],
    ["question", "Needs an answer"],
    ["link", "Has a link to open"],
    [undefined, "Waits for you"],
  ] as const)("says what a chat waits for: %s", async (waitsFor, words) => {
    const { client } = createFakeChat({ sessions: [chat("s1", "Notes", "waiting", waitsFor)] });
    await render(<SessionList client={client} />);
    await expect.element(page.getByRole("button", { name: `Notes ${words}` })).toBeVisible();
  });

  test("a chat is renamed in place, by keyboard", async () => {
    const { client } = createFakeChat({ sessions });
    const rename = vi.spyOn(client, "renameSession" as never);
    await render(<SessionList client={client} />);
    await userEvent.click(page.getByRole("button", { name: "Rename “Notes”" }));
    const field = page.getByRole("textbox", { name: "Name of the chat" });
    await expect.element(field).toHaveValue("Notes");
    await userEvent.fill(field, "Notes of November");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Notes of November")).toBeVisible();
    expect(rename).toHaveBeenCalledWith("s2", "Notes of November");
    await expect.element(page.getByRole("button", { name: "Rename “Notes of November”" })).toHaveFocus();
    await userEvent.click(page.getByRole("button", { name: "Rename “Older”" }));
    await userEvent.keyboard("Something else{Escape}");
    await expect.element(page.getByText("Older")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Rename “Older”" })).toHaveFocus();
    expect(rename).toHaveBeenCalledTimes(1);
  });

  test("a name that is not kept says why, and stays to be mended", async () => {
    const { client } = createFakeChat({
      sessions,
      refuse: { rename: new ToolClientError("The name is too long.", { code: "invalid", status: 400 }) },
    });
    await render(<SessionList client={client} />);
    await userEvent.click(page.getByRole("button", { name: "Rename “Older”" }));
    await userEvent.fill(page.getByRole("textbox"), "Too long");
    await userEvent.click(page.getByRole("button", { name: "Save" }));
    await expect.element(page.getByRole("alert")).toHaveTextContent("The name was not kept: The name is too long.");
    await expect.element(page.getByRole("textbox")).toHaveValue("Too long");
  });

  test("a chat is deleted once that was confirmed, and its neighbours stay", async () => {
    const refuse = { delete: new ToolClientError("Try again later.", { code: "busy", status: 503 }) };
    const fake = createFakeChat({ sessions, refuse });
    const onDelete = vi.fn();
    await render(<SessionList client={fake.client} selected="s2" onDelete={onDelete} />);
    await userEvent.click(page.getByRole("button", { name: "Delete “Notes”" }));
    const dialog = page.getByRole("dialog", { name: "Delete “Notes”?" });
    await expect.element(dialog.getByRole("button", { name: "Keep" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Delete “Notes”" })).toHaveFocus();

    await userEvent.keyboard("{Enter}");
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    await expect.element(dialog.getByRole("alert")).toHaveTextContent("The chat was not deleted: Try again later.");
    delete (refuse as { delete?: unknown }).delete;
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText("“Notes” is deleted.")).toBeInTheDocument();
    expect(page.getByRole("button", { name: "Delete “Notes”" }).elements()).toEqual([]);
    await expect.element(page.getByText("Older")).toBeVisible();
    expect([fake.deleted, onDelete.mock.calls]).toEqual([["s2"], [["s2"]]]);
    await expect.element(page.getByRole("navigation", { name: "Chats" })).toHaveFocus();
  });

  test("chats stand under their days; many of them are searched, by all words of their names", async () => {
    const day = 86_400_000;
    const noon = new Date().setHours(12, 0, 0, 0);
    const many = Array.from({ length: 8 }, (_, index) => ({
      ...chat(`s${index}`, `Chat ${index} of ${index < 4 ? "retries" : "notes"}`),
      updatedAt: noon - index * day,
    }));
    const { client } = createFakeChat({ sessions: many });
    await render(<SessionList client={client} />);
    await expect.element(page.getByRole("region", { name: "Today" }).getByText("Chat 0 of retries")).toBeVisible();
    await expect.element(page.getByRole("region", { name: "Yesterday" }).getByText("Chat 1 of retries")).toBeVisible();
    const search = page.getByRole("searchbox", { name: "Search chats" });
    await userEvent.fill(search, "notes 5");
    await vi.waitFor(() => expect(page.getByRole("listitem").elements()).toHaveLength(1));
    await expect.element(page.getByText("Chat 5 of notes")).toBeVisible();
    await userEvent.fill(search, "nothing of this");
    await expect.element(page.getByText("No chat has these words in its name.")).toBeVisible();
    await userEvent.clear(search);
    await vi.waitFor(() => expect(page.getByRole("listitem").elements()).toHaveLength(8));
  });

  test("has its search from the first chat on, so that none moves when there are more", async () => {
    await render(<SessionList client={createFakeChat({ sessions: [chat("s1", "The only one")] }).client} />);
    await expect.element(page.getByText("The only one")).toBeVisible();
    await expect.element(page.getByRole("searchbox", { name: "Search chats" })).toBeVisible();
  });

  test("says that there are none, or that they could not be listed", async () => {
    const { unmount } = await render(<SessionList client={createFakeChat().client} />);
    await expect.element(page.getByText("No chats yet")).toBeVisible();
    await unmount();
    const list = vi.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue(sessions);
    await render(<SessionList client={{ sessions: list }} />);
    await expect.element(page.getByRole("alert")).toHaveTextContent("The chats could not be listed.");
    await userEvent.click(page.getByRole("button", { name: "Try again" }));
    await expect.element(page.getByText("Older")).toBeVisible();
  });

  test("says times as people do", () => {
    const now = Date.UTC(2026, 10, 21, 12);
    expect(relativeTime(now, now, "en")).toBe("now");
    expect(relativeTime(now - 5 * 60_000, now, "en")).toBe("5 min. ago");
    expect(relativeTime(now - 26 * 3_600_000, now, "en")).toBe("yesterday");
    expect(relativeTime(now - 20 * 86_400_000, now, "en")).toMatch(/Nov 1/);
    expect(relativeTime(now - 400 * 86_400_000, now, "de")).toMatch(/2025/);
  });
});
