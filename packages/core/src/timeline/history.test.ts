import fc from "fast-check";
import { expect, test } from "vitest";
import { fold } from "./fold.ts";
import { createHistory } from "./history.ts";
import { viewOf } from "./node.ts";
import { snapshotOf } from "./snapshot.ts";
import { createState, type TimelineState } from "./state.ts";
import { logOf } from "./testing/fixtures/logOf.ts";
import { randomHistory } from "./testing/fixtures/randomHistory.ts";

const snapshot = (state: TimelineState) => snapshotOf(state, 0, []);

test("every state is restored, from versions far apart or close, and going on from one changes no other", () => {
  fc.assert(
    fc.property(
      randomHistory,
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom(5, 1000),
      fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
      (events, spacing, mostRecords, wanted) => {
        const log = logOf(events);
        const history = createHistory(spacing, mostRecords);
        const end = { ...createState(), nodes: history.nodes };
        log.forEach((event, index) => {
          fold(end, event);
          history.keep(end, index + 1);
        });
        for (const place of wanted.map((one) => one % (log.length + 1))) {
          const from = history.placeBefore(place);
          const state = history.restore(from, end);
          for (const event of log.slice(from, place)) fold(state, event);
          const prefix = createState();
          for (const event of log.slice(0, place)) fold(prefix, event);
          expect(snapshot(state)).toEqual(snapshot(prefix));
          expect(state.open).toEqual(prefix.open);
          for (const id of state.open) expect(state.nodes.get(id)?.kind).toBe("call");
        }
      },
    ),
  );
});

test("a record that is only looked at is as it was at its place, also where the log has grown since", () => {
  fc.assert(
    fc.property(
      randomHistory,
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      (events, spacing, wanted) => {
        const log = logOf(events);
        const history = createHistory(spacing);
        const end = { ...createState(), nodes: history.nodes };
        const look = (place: number) => {
          const from = history.placeBefore(place);
          const state = history.restore(from, end);
          // What is looked at before the state goes on is not what it becomes.
          for (const event of log.slice(0, place)) if ("callId" in event) state.nodes.peek(event.callId);
          for (const event of log.slice(from, place)) fold(state, event);
          const prefix = createState();
          for (const event of log.slice(0, place)) fold(prefix, event);
          for (const node of prefix.nodes.values()) {
            const seen = state.nodes.peek(node.id);
            expect(seen?.attached).toBe(node.attached);
            expect(seen && viewOf(seen)).toEqual(viewOf(node));
          }
        };
        log.forEach((event, index) => {
          fold(end, event);
          history.keep(end, index + 1);
          if (index % 3 === 0 || index === log.length - 1) for (const one of wanted) look(one % (index + 2));
        });
      },
    ),
  );
});

test("keeps no more records than it may: the places stand further apart", () => {
  const history = createHistory(1, 100);
  const end = { ...createState(), nodes: history.nodes };
  const log = logOf(
    Array.from({ length: 400 }, (_, call) => ({ type: "tool.requested", callId: `c${call}`, tool: "search" })),
  );
  log.forEach((event, index) => {
    fold(end, event);
    history.keep(end, index + 1);
  });
  expect(history.placeBefore(300)).toBe(256);
});
