import { beforeAll, describe, expect, test } from "vitest";
import "../styles/player.css";
import { cardSinks, whole } from "../testing/fixtures/attackedCards.tsx";
import { attacks } from "../testing/fixtures/attacks.ts";
import { drawn, expectHarmless, loadParts, Naive, page, keepCanary } from "../testing/fixtures/canary.tsx";

beforeAll(loadParts);
keepCanary();

describe.each(cardSinks)("an attack at each place of %s", (_, every, sink) => {
  test("is shown, runs nothing and fetches nothing", async () => {
    const chosen = attacks.filter((_text, index) => index % every === 0);
    expectHarmless(await drawn(chosen.map(sink), whole(chosen.length)));
  });
});

test("positive control: a naive card fails the same check", async () => {
  const result = await drawn(<Naive html={`<b>${attacks[1]}</b> wants your approval`} />);
  await expect.poll(() => page.__ran).toBe("img");
  expect(() => expectHarmless({ ...result, ran: page.__ran })).toThrow();
});
