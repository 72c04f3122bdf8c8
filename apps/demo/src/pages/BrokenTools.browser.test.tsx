import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { BrokenTools } from "./BrokenTools.tsx";

afterEach(() => {
  vi.restoreAllMocks();
});
const answer = (response: () => Promise<Response>) => vi.spyOn(globalThis, "fetch").mockImplementation(response);

it("names each folder that was left out, with its error as text", async () => {
  answer(async () =>
    Response.json([
      { folder: "tools/a", file: "tools/a/definition.ts", message: "definition.ts:2:8: Unexpected token" },
      { folder: "tools/b", file: "tools/b/definition.ts", message: "<img src=x onerror=alert(1)>" },
    ]),
  );
  await render(<BrokenTools />);
  const notice = page.getByRole("region", { name: "Tools that could not be loaded" });
  await expect.element(notice.getByRole("heading")).toHaveTextContent("2 tools could not be loaded");
  await expect.element(notice.getByText("tools/a")).toBeVisible();
  await expect.element(notice.getByText("definition.ts:2:8: Unexpected token")).toBeVisible();
  await expect.element(notice.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
});

it.each([
  ["nothing failed", async () => Response.json([])],
  ["the server does not know the question", async () => new Response("{}", { status: 404 })],
  ["the server is away", async () => Promise.reject(new TypeError("failed"))],
])("draws nothing where %s", async (_, response) => {
  const asked = answer(response);
  const { container } = await render(<BrokenTools />);
  await expect.poll(() => asked.mock.results.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(container).toBeEmptyDOMElement();
});
