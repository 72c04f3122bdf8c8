import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { timelineOf } from "../testing/fixtures/callEvents.ts";
import { createFakeChat, finishedTurn, nestedAsk } from "../testing/fixtures/chatEvents.ts";
import { AgentTimeline } from "../timeline/AgentTimeline.tsx";
import { Chat } from "./Chat.tsx";

const styleAttribute = /<[^>]+\sstyle=/;

test("a timeline renders on a server, asks at any depth among it", () => {
  const html = renderToString(
    <ToolProvider timeline={timelineOf([...finishedTurn, ...nestedAsk])} client={createFakeChat().client}>
      <AgentTimeline />
    </ToolProvider>,
  );
  expect(html).toContain("Requests are");
  expect(html).toContain("Note writer wants to use “Publish note”");
  expect(html).not.toMatch(styleAttribute);
});

test("an empty chat renders on a server, with its examples", () => {
  const html = renderToString(<Chat client={createFakeChat().client} examples={["How do retries work?"]} />);
  expect(html).toContain("How do retries work?");
  expect(html).toContain("<textarea");
  expect(html).not.toMatch(styleAttribute);
});
