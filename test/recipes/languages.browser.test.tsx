import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { InGerman } from "./languages.tsx";
import { App } from "./page.tsx";

test("the guide's provider gives all below it another language, as the page's own attributes say", async () => {
  const { container } = await render(
    <InGerman>
      <App />
    </InGerman>,
  );
  await expect.element(page.getByRole("button", { name: "Ausführen", exact: true })).toBeVisible();
  expect(container.querySelector(".callboard")!.getAttribute("lang")).toBe("de");
});
