import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { ToolProvider } from "../../provider/ToolProvider.tsx";
import { timelineOf } from "../../testing/fixtures/callEvents.ts";
import { ask, createFakeChat, note, turn } from "../../testing/fixtures/chatEvents.ts";
import { ToolCallCard } from "../ToolCallCard.tsx";

// Once the parts were fetched they are there: there is no second attempt.
test("what was changed stands at once as it will stand", { retry: 0 }, async () => {
  const { client } = createFakeChat();
  const { container } = await render(
    <ToolProvider
      timeline={timelineOf([...turn(1, "Publish"), ...ask("a1", "p1", note)])}
      client={{ ...client, can: () => ({ answer: true, edit: true, cancel: true }) }}
    >
      <ToolCallCard callId="p1" />
    </ToolProvider>,
  );
  await userEvent.click(page.getByRole("button", { name: "Edit", exact: true }));
  await userEvent.fill(page.getByRole("textbox", { name: "Title" }), `${note.title}, again`);
  // Whoever types takes longer than this.
  await import("./WordDiff.tsx");
  let isMoved = false;
  const watched = new MutationObserver(() => {
    isMoved ||= container.querySelector(".cb-value-change") !== null;
  });
  watched.observe(container, { subtree: true, childList: true });
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("definition").filter({ hasText: "again" }).first()).toBeVisible();
  await expect.poll(() => container.querySelector(".cb-word-diff ins")?.textContent).toContain(", again");
  watched.disconnect();
  expect(isMoved).toBe(false);
});
