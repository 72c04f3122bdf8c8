import type { ToolClient } from "@callboard/core";
import { ToolPage, ToolProvider } from "@callboard/react";
import "@callboard/react/styles.css";
import { useEffect, useState } from "react";

const runInAddress = () => new URLSearchParams(location.search).get("run");

export function ToolAt({ client, slug }: { client: ToolClient; slug: string }) {
  const [run, setRun] = useState(runInAddress);
  useEffect(() => {
    const follow = () => setRun(runInAddress());
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const show = (callId: string | null) => {
    setRun(callId);
    history.pushState(null, "", callId === null ? location.pathname : `?run=${callId}`);
  };
  return (
    <ToolProvider client={client}>
      <ToolPage slug={slug} run={run} onRunChange={show} />
    </ToolProvider>
  );
}
