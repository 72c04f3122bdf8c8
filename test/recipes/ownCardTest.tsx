import { renderEvents } from "@callboard/react/testing";
import { expect, test } from "vitest";
import { MyCard } from "./ownCard.tsx";

test("my card shows how a call goes", async () => {
  const { container, add, unmount } = await renderEvents(
    [
      { type: "tool.started", callId: "c1", tool: "weather", input: { city: "Bonn" }, summary: "in Bonn" },
      { type: "tool.progressed", callId: "c1", progress: 1, total: 2 },
    ],
    { ui: <MyCard callId="c1" /> },
  );
  expect(container.querySelector("progress")?.value).toBe(1);
  await add({ type: "tool.completed", callId: "c1", output: { degrees: 21 } });
  expect(container.textContent).toContain('"degrees": 21');
  await unmount();
});
