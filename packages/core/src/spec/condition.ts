/** The eight comparisons, shared by visibility conditions and filters. */
export type Operator = "eq" | "neq" | "gt" | "lt" | "gte" | "lte" | "in" | "contains";

/** When something is shown: plain data, so that it travels. `field` is a dotted path into the form's value. */
export type Condition =
  | { field: string; operator: Operator; value: unknown }
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition };
