import { formatValue, type SummaryItem } from "@callboard/core/view";

const mostFigures = 8;
const longestFigure = 22;

/**
 * Whether facts stand side by side as figures: a few short ones, a number among them. A text that its schema lets be
 * long keeps them in lines, so that one tool's results look alike.
 */
export const areFigures = (items: readonly SummaryItem[], locale: string): boolean =>
  items.length <= mostFigures &&
  !items.some(({ isOpen }) => isOpen) &&
  items.some((item) => typeof item.value === "number") &&
  items.every(({ value, format }) => isShort(value, formatValue(value, format, locale)));

const isShort = (value: unknown, text: string): boolean =>
  value === null ||
  typeof value === "boolean" ||
  (typeof value !== "object" && text !== "" && text.length <= longestFigure);
