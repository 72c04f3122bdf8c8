import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ToolIcon } from "./ToolIcon.tsx";

test("an unknown icon is said once, with the names to choose from and how another is brought", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  await render(<ToolIcon name="no-such-icon" />);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  expect(warn.mock.lastCall?.[0]).toMatch(
    /no icon "no-such-icon".*icons=\{\{ "no-such-icon": Component \}\}.* calculator, calendar,.* wrench/,
  );
  warn.mockRestore();
});
