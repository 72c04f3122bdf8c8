import { operators } from "../../field/condition.ts";
import { nearest } from "../../json/nearest.ts";
import { isRecord } from "../../json/record.ts";
import { hint, meant } from "./specWords.ts";
import { no, shown } from "./formSpecProblem.ts";

const untilThen = "Until then it is always shown.";

/** Everything that is wrong with a condition; `names` are those it may start with. */
export function conditionProblems(
  condition: unknown,
  at: string,
  names: readonly string[],
  say: (at: string, message: string) => void,
  depth = 0,
): void {
  if (!isRecord(condition) || depth > 32) {
    say(at, `${no.condition(condition, at)} ${untilThen}`);
    return;
  }
  for (const name of ["all", "any"] as const) {
    if (!(name in condition)) continue;
    const parts = condition[name];
    if (!Array.isArray(parts)) say(`${at}.${name}`, `${no.list(parts, `${at}.${name}`)} ${untilThen}`);
    else parts.forEach((part, index) => conditionProblems(part, `${at}.${name}[${index}]`, names, say, depth + 1));
    return;
  }
  if ("not" in condition) return conditionProblems(condition["not"], `${at}.not`, names, say, depth + 1);
  const { field, operator, value } = condition;
  if (typeof field !== "string") {
    say(at, `${no.condition(condition, at)} ${untilThen}`);
  } else if (!names.includes(field) && !names.includes(field.split(".")[0]!)) {
    say(`${at}.field`, `${at}.field is "${field}", and no field is called so.${hint(field, names)}`);
  }
  if (!(operators as readonly unknown[]).includes(operator)) {
    const near = typeof operator === "string" ? (symbols.get(operator) ?? nearest(operator, operators)) : undefined;
    const words = `${at}.operator is ${shown(operator)}; the operators are ${operators.join(", ")}.${meant(near)}`;
    say(`${at}.operator`, `${words} ${untilThen}`);
  } else if (operator === "in" && !Array.isArray(value)) {
    say(`${at}.value`, `${at}.value is ${shown(value)}, but "in" looks for the field's value in a list.`);
  }
}

/** What other languages write for the operators. */
const symbols = new Map([
  ["=", "eq"],
  ["==", "eq"],
  ["===", "eq"],
  ["equals", "eq"],
  ["is", "eq"],
  ["!=", "neq"],
  ["!==", "neq"],
  ["<>", "neq"],
  ["ne", "neq"],
  ["not", "neq"],
  [">", "gt"],
  ["<", "lt"],
  [">=", "gte"],
  ["<=", "lte"],
  ["ge", "gte"],
  ["le", "lte"],
  ["includes", "contains"],
]);
