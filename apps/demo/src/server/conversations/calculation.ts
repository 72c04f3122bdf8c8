import type { ScriptedTurn } from "@callboard/server";
import { examples } from "../../examples.ts";
import { orElse } from "./orElse.ts";

export const calculation: readonly ScriptedTurn[] = [
  {
    message: examples.calculate,
    steps: [
      [
        "Neither needs the other, so I work out both side by side.",
        {
          call: "roi-calculator",
          input: { initialInvestment: 80_000, annualBenefit: 30_000, years: 5, discountRate: 8 },
        },
        { call: "unit-converter", input: { amount: 2, from: "kilogram", to: "ounce" } },
      ],
      orElse([
        "The investment pays off: over 5 years at 8 %, with nothing to pay for running it, its net present value is **39,781.30**, and it is " +
          "paid back after 2.67 years.\n\n" +
          "The weight in ounces is exact to four places: **2 kg = 70.5479 oz**.",
      ]),
    ],
  },
];
