import { afterEach, describe, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { ToolIcon } from "../view/ToolIcon.tsx";

afterEach(() => vi.restoreAllMocks());

const warnings = () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  return () => warn.mock.calls.map(([text]) => String(text));
};

test("an unknown icon is said once, however often it is drawn", async () => {
  const said = warnings();
  await render(
    <>
      <ToolIcon name="receit" />
      <ToolIcon name="receit" />
      <ToolIcon name="receipt" />
    </>,
  );
  await vi.waitFor(() => expect(said()).toEqual([expect.stringMatching(/no icon "receit".*icons=.*Lucide/)]));
});

describe("the stylesheet", () => {
  const mount = async (fresh: string) => {
    // Checked once a page: each test takes a copy of the module that has not checked yet.
    const { useStylesheet } = (await import(
      /* @vite-ignore */ `./useStylesheet.ts?${fresh}`
    )) as typeof import("./useStylesheet.ts");
    const Root = () => {
      return <div ref={useStylesheet<HTMLDivElement>()} className="callboard" />;
    };
    await render(<Root />);
  };

  test("is missed in words", async () => {
    const said = warnings();
    const sheets = [...document.styleSheets].filter(({ disabled }) => !disabled);
    for (const sheet of sheets) sheet.disabled = true;
    await mount("missing");
    await vi.waitFor(() => expect(said()).toEqual([expect.stringContaining('import "@callboard/react/styles.css"')]), {
      timeout: 10_000,
    });
    for (const sheet of sheets) sheet.disabled = false;
  });

  test("is not missed where it is there", async () => {
    const said = warnings();
    await mount("there");
    await new Promise((done) => setTimeout(done, 2_500));
    expect(said()).toEqual([]);
  });
});
