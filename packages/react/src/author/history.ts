/** A value with its earlier and undone states. */
export interface History<Value> {
  past: readonly Value[];
  present: Value;
  future: readonly Value[];
  /** What was changed last: typing on in the same place is one step. */
  place: string;
}

export type HistoryAct<Value> =
  { kind: "change"; place: string; value: Value } | { kind: "undo" | "redo" } | { kind: "begin"; value: Value };

/** The most steps that are kept. */
const MOST_STEPS = 200;

export const begin = <Value>(value: Value): History<Value> => ({ past: [], present: value, future: [], place: "" });

/** The history after an act. */
export function step<Value>(history: History<Value>, act: HistoryAct<Value>): History<Value> {
  const { past, present, future, place } = history;
  switch (act.kind) {
    case "begin":
      return begin(act.value);
    case "change": {
      const isSameStep = act.place === place && past.length > 0;
      return {
        past: isSameStep ? past : [...past, present].slice(-MOST_STEPS),
        present: act.value,
        future: [],
        place: act.place,
      };
    }
    case "undo": {
      const last = past.at(-1);
      if (last === undefined) return history;
      return { past: past.slice(0, -1), present: last, future: [present, ...future], place: "" };
    }
    case "redo": {
      const [next, ...rest] = future;
      if (next === undefined) return history;
      return { past: [...past, present], present: next, future: rest, place: "" };
    }
  }
}
