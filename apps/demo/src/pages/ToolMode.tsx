import { toolsClient, type OfferedDefinitions } from "@callboard/core/client";
import { useEffect, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { useWords } from "../words.ts";
import { useChatState } from "./useChatState.ts";
import { localeOf, transport, useShownLanguage } from "@callboard/pages";
import "./toolMode.css";

const tools = toolsClient(transport);

/** How the model of a chat comes to its tools, and what of their definitions a turn does without. */
export function ToolMode(): ReactNode {
  const words = useWords();
  const locale = localeOf(useShownLanguage());
  const offered = useOffered();
  if (!offered) return null;
  const { mode, tools: all, given, tokens } = offered;
  const count = (value: number) => value.toLocaleString(locale);
  const isSearching = mode === "search_registry";
  const parts = [
    words[isSearching ? "mode.definitions.some" : "mode.definitions"]
      .replace("{given}", count(given))
      .replace("{all}", count(all)),
  ];
  if (tokens) {
    const share = tokens.all === 0 ? 0 : 1 - tokens.given / tokens.all;
    const saved = new Intl.NumberFormat(locale, { style: "percent" }).format(share);
    parts.push(
      words[isSearching ? "mode.tokens.saved" : "mode.tokens"]
        .replace("{given}", count(tokens.given))
        .replace("{all}", count(tokens.all))
        .replace("{saved}", saved),
    );
  }
  return (
    <p className="demo-mode" data-mode={mode}>
      <Link to="/inspector">{words[`mode.${mode}`]}</Link>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
      {tokens?.tokenizer && (
        <span>
          {words["mode.tokenizer"]} <bdi>{tokens.tokenizer}</bdi>
        </span>
      )}
    </p>
  );
}

/**
 * Null until it is known, and where the host does not say. Documents bring tools, so it is asked again once all of them
 * are read.
 */
function useOffered(): OfferedDefinitions | null {
  const isReading = (useChatState()?.waiting ?? []).length > 0;
  const [offered, setOffered] = useState<OfferedDefinitions | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    tools.offered({ signal: stop.signal }).then(setOffered, () => {
      // The chat says itself that the server does not answer.
    });
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other tools are offered from then on
  }, [isReading]);
  return offered;
}
