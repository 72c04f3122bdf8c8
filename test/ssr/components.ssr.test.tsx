import { ToolForm, ToolOutput } from "@callboard/react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name" },
    kind: { type: "string", title: "Kind", enum: ["one", "two"] },
    lines: {
      type: "array",
      title: "Lines",
      items: { type: "object", properties: { sum: { type: "number", title: "Sum" } } },
    },
  },
  required: ["name"],
};

/** A page under `style-src 'self'` ignores style attributes in its HTML, so what the server sends may carry none. */
const styleAttribute = /<[^>]+\sstyle=/;

test("there is no DOM here to lean on", () => {
  expect(typeof document).toBe("undefined");
});

test("a form renders on a server: its fields, its values and its button", () => {
  const error = vi.spyOn(console, "error");
  const html = renderToString(
    <ToolForm
      schema={schema}
      defaultValue={{ name: "Ada", lines: [{ sum: 7 }] }}
      onSubmit={() => {}}
      submitLabel="Send"
    />,
  );
  expect(html).toContain("Name");
  expect(html).toContain('value="Ada"');
  expect(html).toContain('value="7"');
  expect(html).toContain("Send");
  expect(html).not.toMatch(styleAttribute);
  expect(error).not.toHaveBeenCalled();
});

test("an output renders on a server, its markup as text", () => {
  const html = renderToString(<ToolOutput output={{ total: 42, note: "<img src=x onerror=alert(1)>" }} />);
  expect(html).toContain("42");
  expect(html).not.toContain("<img");
  expect(html).not.toMatch(styleAttribute);
});
