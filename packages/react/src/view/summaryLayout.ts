import { formatValue, type SummaryItem } from "@callboard/core/view";

const mostFigures = 8;
const longestFigure = 22;

/** Whether facts stand side by side as figures: a few short ones, a number among them. */
export const areFigures = (items: readonly SummaryItem[], locale: string): boolean =>
  items.length <= mostFigures &&
  items.some((item) => typeof item.value === "number") &&
  items.every(({ value, format }) => isShort(value, formatValue(value, format, locale)));

const isShort = (value: unknown, text: string): boolean =>
  value === null ||
  typeof value === "boolean" ||
  (typeof value !== "object" && text !== "" && text.length <= longestFigure);
