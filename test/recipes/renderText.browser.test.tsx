import { createTimeline } from "@callboard/core";
import { page } from "vitest/browser";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { Answers } from "./renderText.tsx";

test("the guide's renderText draws what an agent says", async () => {
  const timeline = createTimeline();
  timeline.apply([
    { v: 1, seq: 1, sessionId: "s", at: 1, type: "agent.started", agentId: "a" },
    { v: 1, seq: 2, sessionId: "s", at: 2, type: "agent.text_appended", agentId: "a", delta: "Each pays **22**." },
  ]);
  await render(<Answers timeline={timeline} />);
  await expect.element(page.getByText("22", { exact: true })).toBeVisible();
});
