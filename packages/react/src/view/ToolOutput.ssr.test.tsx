import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { ToolLibrary } from "../page/ToolLibrary.tsx";
import { ToolOutput } from "./ToolOutput.tsx";

it("renders every kind of block on a server, without a style written into the markup", () => {
  const rows = Array.from({ length: 500 }, (_, i) => ({ month: `m${i}`, n: i }));
  const html = renderToString(
    <ToolOutput
      output={{ rows, facts: { a: 1 }, text: "words", ranks: { a: 1, b: 2 }, tree: [[1], { a: 1 }] }}
      tool={{
        slug: "x",
        viewSpec: {
          blocks: [
            { type: "chart", key: "rows", label: "Chart" },
            { type: "table", key: "rows", label: "Rows" },
            { type: "summary", key: "facts" },
            { type: "ranking", key: "ranks" },
            { type: "text", key: "text" },
            { type: "json", key: "tree" },
          ],
        },
      }}
    />,
  );
  for (const word of ["Chart", "Rows", "words", "m3"]) expect(html).toContain(word);
  expect(html).not.toContain("style=");
  expect(html).not.toContain("could not");
});

it("renders the library on a server", () => {
  const html = renderToString(<ToolLibrary tools={[]} />);
  expect(html).toContain("No tools yet");
});
