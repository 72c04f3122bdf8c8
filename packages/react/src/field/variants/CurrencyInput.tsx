"use client";
import type { ReactNode } from "react";
import type { FieldInputProps } from "../api/fieldInput.ts";
import { AffixedNumber } from "./AffixedNumber.tsx";
import { currencySign } from "./numberText.ts";

/** An amount of money: the currency's sign stands where the locale writes it. */
export function CurrencyInput(props: FieldInputProps): ReactNode {
  const { sign, isBefore } = currencySign(props.locale, props.node.details?.currency);
  return <AffixedNumber {...props} affix={sign} side={isBefore ? "start" : "end"} />;
}
