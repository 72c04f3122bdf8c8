import { expect, it } from "vitest";
import { isNumberName } from "./numberNames.ts";

it.each(["id", "year", "user_id", "userId", "zipCode", "birthYear", "port", "phone", "account_number", "invoiceNo"])(
  "%s names something",
  (key) => {
    expect(isNumberName(key)).toBe(true);
  },
);

it.each([
  "amount",
  "years",
  "paid",
  "support",
  "number",
  "casino",
  "order",
  "discount_rate",
  "valid",
  "number_of_people",
])("%s counts or measures", (key) => {
  expect(isNumberName(key)).toBe(false);
});
