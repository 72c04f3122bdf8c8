import { cleanup, render, screen } from "@testing-library/react";
import { createUIMessageStream, createUIMessageStreamResponse } from "ai";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { Assistant } from "./aiSdkChat.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("an ordinary useChat shows its calls as cards", async () => {
  vi.spyOn(window, "fetch").mockImplementation(async () =>
    createUIMessageStreamResponse({
      stream: createUIMessageStream({
        execute({ writer }) {
          writer.write({
            type: "tool-input-available",
            toolCallId: "c1",
            toolName: "tip_splitter",
            input: { bill: 60 },
          });
          writer.write({ type: "tool-output-available", toolCallId: "c1", output: { each: 22 } });
          writer.write({ type: "text-start", id: "t" });
          writer.write({ type: "text-delta", id: "t", delta: "Each pays 22." });
          writer.write({ type: "text-end", id: "t" });
        },
      }),
    }),
  );
  render(<Assistant api="/chat" />);
  await userEvent.click(screen.getByRole("button", { name: "Split the bill" }));
  expect(await screen.findByText("Each pays 22.")).toBeVisible();
  expect(screen.getByRole("button", { name: /tip splitter/i })).toBeVisible();
});

test("its text is Markdown, and what went wrong is said", async () => {
  const answers = [
    createUIMessageStream({
      execute({ writer }) {
        writer.write({ type: "text-start", id: "t" });
        writer.write({ type: "text-delta", id: "t", delta: "Each pays **22**." });
        writer.write({ type: "text-end", id: "t" });
      },
    }),
    createUIMessageStream({ execute: ({ writer }) => writer.write({ type: "error", errorText: "No model." }) }),
  ];
  vi.spyOn(window, "fetch").mockImplementation(async () => createUIMessageStreamResponse({ stream: answers.shift()! }));
  render(<Assistant api="/chat" />);
  await userEvent.click(screen.getByRole("button", { name: "Split the bill" }));
  expect((await screen.findByText("22")).tagName).toBe("STRONG");
  await userEvent.click(screen.getByRole("button", { name: "Split the bill" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("No model.");
});
