import type { ToolDetail } from "@callboard/core";
import { translateTool } from "@callboard/core/messages";
import { ExactInput } from "@callboard/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { watchAttention, type Attention } from "./attention.ts";
import type { FrameWords } from "./frameWords.ts";

export interface ConfirmProps {
  tool: ToolDetail;
  input: unknown;
  /** The origin that the tool is published for. */
  site: string;
  lang: string;
  words: FrameWords;
  onAnswer: (isConfirmed: boolean) => void;
}

/** In a window that no page covers: which tool runs with exactly what, for whom, and the button that runs it. */
export function Confirm({ tool: untranslated, input, site, lang, words, onAnswer }: ConfirmProps): ReactNode {
  const tool = translateTool(untranslated, lang);
  const [isRead, setRead] = useState(false);
  const [refused, setRefused] = useState<Attention>("given");
  const [isAnswered, setAnswered] = useState(false);
  const attention = useRef<ReturnType<typeof watchAttention>>(undefined);
  useEffect(() => {
    const watched = watchAttention();
    attention.current = watched;
    return () => watched.stop();
  }, []);
  const press = () => {
    const given = attention.current?.now() ?? "early";
    const found = given === "given" && !isRead ? "early" : given;
    setRefused(found);
    if (found !== "given" || isAnswered) return;
    setAnswered(true);
    onAnswer(true);
  };
  return (
    <section className="cb-tool-block cb-confirm" aria-label={tool.name}>
      <h1>{words.confirmTitle.replace("{tool}", () => tool.name)}</h1>
      {tool.userDescription !== undefined && <p>{tool.userDescription}</p>}
      <p>{words.confirmSite.replace("{site}", () => new URL(site).host)}</p>
      <ExactInput value={input} schema={tool.inputSchema} onRead={setRead} />
      {refused !== "given" && <p role="alert">{words[refused]}</p>}
      <div className="cb-form-footer">
        <button type="button" className="cb-button" data-variant="primary" aria-disabled={isAnswered} onClick={press}>
          {words.confirmRun}
        </button>
        <button type="button" className="cb-button" onClick={() => onAnswer(false)}>
          {words.confirmLeave}
        </button>
      </div>
    </section>
  );
}
