import type { StartedRun, ToolClient } from "@callboard/core";
import { ToolBlock, ToolProvider, type BlockFailure } from "@callboard/react";
import { useMemo, useState, type ReactNode } from "react";
import type { FrameMessage, FrameOptions } from "../protocol/messages.ts";
import type { Asking } from "./askInWindow.ts";
import type { Catalogue } from "./catalogueOf.ts";
import { draftsOf } from "./drafts.ts";

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
  /**
   * Asks where no page can cover it whether the tool may run with this input; none for a tool that does not act.
   * Undefined: no window opened.
   */
  ask: ((input: unknown) => Asking | undefined) | undefined;
}

const runOf = ({ sessionId, callId, runId }: StartedRun) => ({ sessionId, callId, runId });

/** A published tool inside its frame: the form, what came of it, and what is confirmed elsewhere. */
export function Frame(props: FrameProps): ReactNode {
  const { client, tool, publishKey, title, options, catalogue, shares, say, ask } = props;
  const [asking, setAsking] = useState<Asking>();
  const { words } = catalogue;
  const { user, givesTokens, defaultValue, heading } = options;
  const mayRun = async (input: unknown) => {
    if (!ask) return undefined;
    const asked = ask(input);
    if (!asked) return words.blockedWindow;
    setAsking(asked);
    const isConfirmed = await asked.answer;
    setAsking(undefined);
    return isConfirmed ? undefined : words.notConfirmed;
  };
  const fail = ({ code, message }: BlockFailure, run?: StartedRun) =>
    say({ type: "failed", code, message, ...(run && { run: runOf(run) }) });
  const drafts = useMemo(() => draftsOf({ user, givesTokens }, publishKey), [user, givesTokens, publishKey]);
  return (
    <KitIn catalogue={catalogue} lang={options.lang} client={client}>
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
      {asking && (
        <div>
          <p role="status">{words.waiting}</p>
          <div className="cb-form-footer">
            <button type="button" className="cb-button" onClick={asking.show}>
              {words.showWindow}
            </button>
            <button type="button" className="cb-button" data-variant="quiet" onClick={asking.stop}>
              {words.stopWaiting}
            </button>
          </div>
        </div>
      )}
    </KitIn>
  );
}

/** The kit in a frame's language, without a worker: its policy allows none. */
export function KitIn({
  catalogue: { language, messages },
  lang,
  client,
  children,
}: {
  catalogue: Catalogue;
  lang: string;
  client?: ToolClient;
  children: ReactNode;
}): ReactNode {
  return (
    <ToolProvider
      {...(client && { client })}
      locale={language === "en" && !/^en\b/i.test(lang) ? "en" : lang}
      outputWorker={null}
      {...(messages && { messages })}
    >
      {children}
    </ToolProvider>
  );
}
