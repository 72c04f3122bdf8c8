// #region card
import { useApprovals, useCall, useCallboard } from "@callboard/react";

export function MyCard({ callId }: { callId: string }) {
  const call = useCall(callId);
  const { client } = useCallboard();
  const { asks, approve, deny } = useApprovals();
  if (!call) return null;
  const ask = asks.find((one) => one.callId === callId);
  const name = call.title ?? call.tool;
  return (
    <article aria-label={name}>
      <h3>
        {name} <small>{call.summary ?? call.status}</small>
      </h3>
      {call.status === "running" && (
        <>
          <progress max={call.progress?.total} value={call.progress?.progress} />
          <button onClick={() => void client?.cancel?.({ callId })}>Stop</button>
        </>
      )}
      {ask && (
        <>
          <pre>{JSON.stringify(ask.call.input, null, 2)}</pre>
          <button onClick={() => void approve(ask)}>{name}</button>
          <button onClick={() => void deny(ask)}>Deny</button>
        </>
      )}
      {call.error && <p role="alert">{call.error.message}</p>}
      {call.status === "completed" && <pre>{JSON.stringify(call.output, null, 2)}</pre>}
    </article>
  );
}
// #endregion
