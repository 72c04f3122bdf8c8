/** As much of an event as the check looks at. */
interface LoggedEvent {
  seq?: unknown;
  sessionId?: unknown;
  type?: unknown;
  callId?: unknown;
}

const isEnd = (event: LoggedEvent) => /^tool\.(?:completed|failed|cancelled|interrupted)$/.test(String(event.type));

/**
 * Holds a session's log, as it is after a crash, against what readers had been given before: each line, as text, in the
 * order in which it came. Returns what does not hold, in sentences; nothing when all of it does.
 */
export function brokenPromises(acknowledged: readonly string[], kept: readonly string[]): string[] {
  const broken: string[] = [];
  const events = kept.map((line) => JSON.parse(line) as LoggedEvent);

  events.forEach(({ seq }, index) => {
    if (seq !== index + 1) broken.push(`Place ${index + 1} of the log holds seq ${String(seq)}.`);
  });
  if (new Set(events.map(({ sessionId }) => sessionId)).size > 1)
    broken.push("The log holds events of several sessions.");

  let before = -1;
  for (const line of new Set(acknowledged)) {
    const { seq, type } = JSON.parse(line) as LoggedEvent;
    const name = `The acknowledged ${String(type)} (seq ${String(seq)})`;
    const places = kept.flatMap((other, index) => (other === line ? [index] : []));
    if (places.length === 0) broken.push(`${name} is not in the log as it was given out.`);
    if (places.length > 1) broken.push(`${name} is in the log ${places.length} times.`);
    const place = places[0];
    if (place === undefined) continue;
    if (place <= before) broken.push(`${name} stands before what came before it.`);
    before = place;
  }

  const ends = new Map<unknown, number>();
  events.forEach((event, index) => {
    if (event.callId === undefined) return;
    const end = ends.get(event.callId);
    if (end !== undefined) broken.push(`seq ${index + 1} (${String(event.type)}) comes after the end of its call.`);
    if (isEnd(event)) ends.set(event.callId, index);
  });
  return broken;
}
