import { z } from "zod";

export const CURRENCIES = ["EUR", "USD", "GBP", "CHF", "JPY", "CNY", "INR", "BRL", "AED", "SAR", "EGP"] as const;

/** The currency that all amounts of an input are in. */
export const currencyField = z.enum(CURRENCIES).optional().meta({ title: "Currency" });

/** A fact or column that is written in the currency which the output names. */
export const amount = (key: string, label: string) => ({
  key,
  label,
  format: { type: "currency" as const, currency: { key: "currency" } },
});
