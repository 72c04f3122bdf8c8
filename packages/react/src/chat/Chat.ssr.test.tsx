import type { ReactNode } from "react";
import { renderToReadableStream, renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { timelineOf } from "../testing/fixtures/callEvents.ts";
import { createFakeChat, finishedTurn, nestedAsk } from "../testing/fixtures/chatEvents.ts";
import { AgentTimeline } from "../card/AgentTimeline.tsx";
import { Chat } from "./Chat.tsx";

const styleAttribute = /<[^>]+\sstyle=/;

/** As a server streams it: with what its parts fetch first. */
async function streamed(element: ReactNode): Promise<string> {
  const stream = await renderToReadableStream(element);
  await stream.allReady;
  return new Response(stream).text();
}

test("a timeline renders on a server, asks at any depth among it", async () => {
  const html = await streamed(
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
