import strings from "virtual:shared-data/attacks/blns.json";
import { describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { ExactValue } from "./ExactValue.tsx";
import { visibleText } from "../../text/visibleText.ts";

describe.skipIf(strings === null)("what an approver sees of naughty strings, needs ../shared/data", () => {
  const all = strings === null ? [] : (JSON.parse(strings) as string[]).filter((text) => text !== "");

  test("is each of them, whole, as value and as key", async () => {
    for (let from = 0; from < all.length; from += 100) {
      const some = all.slice(from, from + 100);
      const { container, unmount } = await render(<ExactValue value={some} label="Input" />);
      expect([...container.querySelectorAll("[data-exact]")].map((element) => element.textContent)).toEqual(
        some.map(visibleText),
      );
      await unmount();
      const record = Object.fromEntries(some.map((text, index) => [`${index} ${text}`, index]));
      const keyed = await render(<ExactValue value={record} label="Input" />);
      expect([...keyed.container.querySelectorAll("dt")].map((label) => label.textContent)).toEqual(
        Object.keys(record).map(visibleText),
      );
      await keyed.unmount();
    }
    expect(document.querySelector("script[src*=blns], iframe[src^=javascript]")).toBeNull();
  });
});
