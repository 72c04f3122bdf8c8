/** In the place of a session: whichever has a call of this id. */
export const ANY_SESSION = "-";

/** The page of a run. */
export const runPath = ({ sessionId, callId }: { sessionId: string; callId: string }): string =>
  `/admin/runs/${encodeURIComponent(sessionId)}/${encodeURIComponent(callId)}`;
