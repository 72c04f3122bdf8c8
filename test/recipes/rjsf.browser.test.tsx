import { ToolForm } from "@callboard/react";
import { page, userEvent } from "vitest/browser";
import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { Drawn, Fallback, Kept } from "./rjsf.tsx";

test.each([
  ["kept", Kept],
  ["drawn", Drawn],
])("a form of rjsf that is %s takes its schema and uiSchema", async (_, Form) => {
  const save = vi.fn();
  await render(<Form save={save} />);
  await expect.element(page.getByRole("textbox", { name: "Your name" })).toHaveValue("Ada");
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await vi.waitFor(() => expect(save).toHaveBeenCalledWith({ name: "Ada" }));
});

test("a schema beyond the form model is drawn where rjsf is handed in", async () => {
  const schema = {
    type: "object",
    properties: { code: { type: "string" } },
    if: { properties: { code: { pattern: "^x" } }, required: ["code"] },
    then: { properties: { more: { type: "string" } } },
  };
  await render(
    <Fallback>
      <ToolForm schema={schema} defaultValue={{ code: "xy" }} />
    </Fallback>,
  );
  await expect.element(page.getByRole("textbox", { name: /more/i })).toBeVisible();
});
