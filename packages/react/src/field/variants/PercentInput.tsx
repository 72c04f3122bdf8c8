"use client";
import type { ReactNode } from "react";
import type { FieldInputProps } from "../api/fieldInput.ts";
import { AffixedNumber } from "./AffixedNumber.tsx";

/** A share of a whole, written in per cent, and stored as a part of 1 or of 100. */
export function PercentInput(props: FieldInputProps): ReactNode {
  const { node, value, locale } = props;
  const { of = 1 } = node.details ?? {};
  // 0.07 × 100 is 7.000000000000001; fifteen digits are what a number holds exactly.
  const scaled = (number: number | undefined, by: number): number | undefined =>
    number === undefined ? undefined : Number((number * by).toPrecision(15));
  const up = 100 / of;
  const { minimum, maximum, step, integer, ...rest } = node;
  const limits = { minimum: scaled(minimum, up), maximum: scaled(maximum, up), step: scaled(step, up) };
  const shown = {
    ...rest,
    ...(integer && of === 100 && { integer }),
    ...Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)),
  };
  const parts = new Intl.NumberFormat(locale, { style: "percent" }).formatToParts(1);
  const isBefore = parts[0]?.type === "percentSign";
  return (
    <AffixedNumber
      {...props}
      node={shown}
      affix={parts.find((part) => part.type === "percentSign")?.value ?? "%"}
      side={isBefore ? "start" : "end"}
      value={typeof value === "number" ? scaled(value, up) : value}
      onChange={(next, typed) => props.onChange(typeof next === "number" ? scaled(next, 1 / up) : next, typed)}
    />
  );
}
