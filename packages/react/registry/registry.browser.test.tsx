import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createUIMessageStream, createUIMessageStreamResponse } from "ai";
import { afterEach, expect, test, vi } from "vitest";
import { ToolChat } from "./tool-chat.tsx";
import { ToolFormCard } from "./tool-form.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("the chat sends what is typed once, and draws a call as a card", async () => {
  const asked = vi.spyOn(window, "fetch").mockImplementation(async () =>
    createUIMessageStreamResponse({
      stream: createUIMessageStream({
        execute({ writer }) {
          const call = { toolCallId: "c1", toolName: "tip_splitter" };
          writer.write({ type: "tool-input-available", ...call, input: { bill: 60 } });
          writer.write({ type: "tool-output-available", toolCallId: "c1", output: { each: 22 } });
        },
      }),
    }),
  );
  render(<ToolChat api="/chat" />);
  expect(screen.getByRole("button", { name: "Send" })).toBeDisabled();
  await userEvent.type(screen.getByRole("textbox", { name: "Message" }), "Split the bill{Enter}");
  expect(await screen.findByRole("button", { name: /tip splitter/i })).toBeVisible();
  expect(screen.getByText("Split the bill")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Message" })).toHaveValue("");
  expect(asked).toHaveBeenCalledTimes(1);
});

test("the form hands over what the schema accepts, and shows what comes back", async () => {
  const run = vi.fn(async () => ({ each: 33 }));
  const schema = { type: "object", properties: { bill: { type: "number", title: "Bill" } }, required: ["bill"] };
  render(<ToolFormCard title="Tip splitter" schema={schema} run={run} />);
  await userEvent.click(screen.getByRole("button", { name: "Run" }));
  expect(run).not.toHaveBeenCalled();
  await userEvent.type(await screen.findByRole("spinbutton", { name: /Bill/ }), "60");
  await userEvent.click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByText("33")).toBeVisible();
  expect(run).toHaveBeenCalledWith({ bill: 60 });
});
