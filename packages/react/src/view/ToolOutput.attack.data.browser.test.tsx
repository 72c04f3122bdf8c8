import naughtyText from "virtual:shared-data/attacks/blns.json";
import { describe, test } from "vitest";
import { outputSinks } from "../testing/fixtures/attackedOutputs.tsx";
import { drawn, expectHarmless, keepCanary } from "../testing/fixtures/canary.tsx";

keepCanary();

describe.skipIf(naughtyText === null)("naughty strings at each place of an output, needs ../shared/data", () => {
  const strings = naughtyText === null ? [] : (JSON.parse(naughtyText) as string[]);
  test.each(outputSinks)("are shown %s, run nothing and fetch nothing", async (_, sink) => {
    expectHarmless(await drawn(strings.map((text, index) => <div key={index}>{sink(text)}</div>)));
  });
});
