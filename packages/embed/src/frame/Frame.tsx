import type { StartedRun, ToolClient } from "@callboard/core";
import { ToolBlock, ToolProvider, type BlockFailure } from "@callboard/react";
import { useMemo, useState, type ReactNode } from "react";
import type { FrameMessage, FrameOptions } from "../protocol/messages.ts";
import { draftsOf } from "./drafts.ts";
import type { Catalogue } from "./catalogueOf.ts";
import type { Sight } from "./seen.ts";

export interface FrameProps {
  client: ToolClient;
  tool: string;
  publishKey: string;
  title: string;
  options: FrameOptions;
  catalogue: Catalogue;
  /** Whether a visitor may make a link of a result. */
  shares: boolean;
  say: (message: FrameMessage) => void;
  /** Whether what was pressed was seen; none where it need not be. */
  sight: (() => Sight) | undefined;
  /** Opens the tool in a window of its own, with what was entered; false where the browser opens none. */
  openWindow: (value: unknown) => Promise<boolean>;
}

const runOf = ({ sessionId, callId, runId }: StartedRun) => ({ sessionId, callId, runId });

/** A published tool inside its frame: the form, what came of it, and the way out where the page may hide it. */
export function Frame(props: FrameProps): ReactNode {
  const { client, tool, publishKey, title, options, catalogue, shares, say, sight, openWindow } = props;
  const [covered, setCovered] = useState<{ value: unknown }>();
  const [isBlocked, setBlocked] = useState(false);
  const { words, messages } = catalogue;
  const { lang, user, givesTokens, defaultValue, heading } = options;
  const mayRun = (value: unknown) => {
    const seen = sight?.() ?? "seen";
    setCovered(seen === "covered" ? { value } : undefined);
    return seen === "seen" ? undefined : words[seen];
  };
  const fail = ({ code, message }: BlockFailure, run?: StartedRun) =>
    say({ type: "failed", code, message, ...(run && { run: runOf(run) }) });
  const drafts = useMemo(() => draftsOf({ user, givesTokens }, publishKey), [user, givesTokens, publishKey]);
  return (
    <ToolProvider
      client={client}
      locale={catalogue.language === "en" && !/^en\b/i.test(lang) ? "en" : lang}
      outputWorker={null}
      {...(messages && { messages })}
    >
      <ToolBlock
        // Another value begins the form anew.
        key={JSON.stringify(defaultValue)}
        slug={tool}
        defaultValue={defaultValue}
        {...drafts}
        heading={heading !== "none"}
        sharing={shares}
        mayRun={mayRun}
        onReady={() => say({ type: "ready", label: title })}
        onSubmitted={(run) => say({ type: "submitted", run: runOf(run) })}
        onCompleted={(output, run) => say({ type: "completed", run: runOf(run), output })}
        onFailed={fail}
      />
      {covered && (
        <p>
          <button
            type="button"
            className="cb-button"
            onClick={() => void openWindow(covered.value).then((isOpen) => setBlocked(!isOpen))}
          >
            {words.openWindow}
          </button>
        </p>
      )}
      {covered && isBlocked && <p role="alert">{words.blockedWindow}</p>}
    </ToolProvider>
  );
}
