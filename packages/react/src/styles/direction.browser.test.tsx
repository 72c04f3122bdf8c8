import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { page } from "vitest/browser";
import { Markdown } from "../text/Markdown.tsx";

/** Where an element's words stand: the left and right end of its first line. */
function wordsOf(element: Element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getClientRects()[0]!;
}

const row = (dir: "ltr" | "rtl", name: string, summary: string) => (
  <div className="callboard cb-call" dir={dir} style={{ inlineSize: 600 }}>
    <div className="cb-call-header">
      <button type="button" className="cb-call-toggle">
        <span className="cb-call-name">{name}</span>
        <span className="cb-call-summary">{summary}</span>
        <span className="cb-call-status">Done</span>
      </button>
    </div>
  </div>
);

test.each([
  ["ltr", "Read Document", "zod/README.md"],
  ["ltr", "Read Document", "قراءة المستند"],
  ["rtl", "Read Document", "zod/README.md"],
  ["rtl", "قراءة المستند", "قراءة المستند"],
] as const)("on a page written %s the summary “%s · %s” stands beside its tool's name", async (dir, name, summary) => {
  const { container } = await render(row(dir, name, summary));
  const [before, after] = [".cb-call-name", ".cb-call-summary"].map((one) => wordsOf(container.querySelector(one)!));
  const gap = dir === "ltr" ? after!.left - before!.right : before!.left - after!.right;
  expect(gap).toBeGreaterThan(4);
  expect(gap).toBeLessThan(16);
});

test("on a page written rtl the kit's own words of another direction are read in their order", async () => {
  const { container } = await render(
    <div className="callboard" dir="rtl">
      <span className="cb-call-facts">2 calls</span> <span className="cb-call-time">22 s</span>
    </div>,
  );
  for (const words of container.querySelectorAll(".callboard > span")) {
    const [number, unit] = [new Range(), new Range()];
    number.setStart(words.firstChild!, 0);
    number.setEnd(words.firstChild!, 1);
    unit.setStart(words.firstChild!, words.textContent.length - 1);
    unit.setEnd(words.firstChild!, words.textContent.length);
    expect(number.getBoundingClientRect().left).toBeLessThan(unit.getBoundingClientRect().left);
  }
});

test("in a right-to-left library a clamped description of another direction has room for its end", async () => {
  const long = "Reads a stretch of one document, found by its path or its id. ".repeat(5);
  const { container } = await render(
    <div className="callboard" dir="rtl" style={{ inlineSize: 300 }}>
      <span className="cb-library-words">
        <span className="cb-library-name" dir="auto">
          Read Document
        </span>
        <span className="cb-library-description" dir="auto">
          {long}
        </span>
      </span>
    </div>,
  );
  const [name, description] = [".cb-library-name", ".cb-library-description"].map((one) =>
    container.querySelector(one)!,
  );
  // What is cut off shows "…" up to a letter's width beyond its line.
  const { right } = description!.getBoundingClientRect();
  expect(right - wordsOf(description!).right).toBeGreaterThan(10);
  expect(Math.abs(wordsOf(description!).right - wordsOf(name!).right)).toBeLessThan(8);
});

test.each(["ltr", "rtl"] as const)(
  "on a page written %s a person's message has an edge and stands across from a reply, whatever they are written in",
  async (dir) => {
    const { container } = await render(
      <div className="callboard cb-turn" dir={dir} style={{ inlineSize: 600 }}>
        <div className="cb-user-message">What is the difference?</div>
        <div className="cb-said">
          <Markdown text="There is none." />
        </div>
      </div>,
    );
    await expect.element(page.getByText("There is none.")).toBeVisible();
    const [turn, asked, said] = [".cb-turn", ".cb-user-message", ".cb-said p"].map((one) =>
      container.querySelector(one)!,
    );
    expect([asked!, said!].map((one) => getComputedStyle(one).borderTopWidth)).toEqual(["1px", "0px"]);
    const [{ left, right }, message, words] = [
      turn!.getBoundingClientRect(),
      asked!.getBoundingClientRect(),
      wordsOf(said!),
    ];
    const edges =
      dir === "ltr" ? [right - message.right, words.left - left] : [message.left - left, right - words.right];
    expect(edges.map(Math.round)).toEqual([0, 0]);
  },
);
