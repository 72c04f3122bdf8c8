import naughtyText from "virtual:shared-data/attacks/blns.json";
import { describe, test } from "vitest";
import { cleanup } from "vitest-browser-react";
import "../styles/player.css";
import { cardSinks, whole } from "../testing/fixtures/attackedCards.tsx";
import { drawn, expectHarmless, keepCanary } from "../testing/fixtures/canary.tsx";

keepCanary();

describe.skipIf(naughtyText === null)("naughty strings at each place of a chat, needs ../shared/data", () => {
  const strings = naughtyText === null ? [] : (JSON.parse(naughtyText) as string[]);
  test.each(cardSinks)("are shown by %s, run nothing and fetch nothing", async (_, every, sink) => {
    const chosen = [...new Set(strings)].filter((_text, index) => index % every === 0);
    // As many at a time as a page shows with ease.
    for (let from = 0; from < chosen.length; from += 60) {
      const some = chosen.slice(from, from + 60);
      expectHarmless(await drawn(some.map(sink), whole(some.length)));
      await cleanup();
    }
  });
});
