"use client";
import type { ToolClient } from "@callboard/core";
import type { ToolSearchResponse } from "@callboard/core/search";
import { Search } from "lucide-react";
import { useId, useMemo, useState, type ReactNode } from "react";
import { useSettledFlag } from "../card/useSettledFlag.ts";
import { inspectorEnglish } from "../messages/inspectorEnglish.ts";
import { useTools } from "../page/useTools.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { InspectedTool } from "./InspectedTool.tsx";
import type { CountTokens } from "./ToolDefinitions.tsx";
import { useToolQuery } from "./useToolQuery.ts";

export interface ToolInspectorProps {
  /** The provider's unless given; it needs `searchTools`, and `tool` for definitions. */
  client?: ToolClient;
  /** What is looked for at first. */
  defaultQuery?: string;
  /** Called with each query that is typed, such as to keep it in the address. */
  onQueryChange?: (query: string) => void;
  /** Counts the tokens of definitions; without it none are shown. Keeps its identity between renders. */
  countTokens?: CountTokens;
  /** What they are counted by, such as `o200k_base`. */
  tokenizer?: string;
}

/**
 * Looks into the search by which models find tools: the ranking with each channel's share, each definition as every
 * provider gets it, with its tokens and what the check says of it, and the tool's form to run it.
 * @example
 * ```tsx
 * <ToolInspector client={client} countTokens={countTokens} tokenizer="o200k_base" />
 * ```
 */
export function ToolInspector(props: ToolInspectorProps): ReactNode {
  const { client: own, defaultQuery = "", onQueryChange, countTokens, tokenizer } = props;
  const { client: nearest, t, language } = useKit(inspectorEnglish);
  const client = own ?? nearest;
  const id = useId();
  const [query, setQuery] = useState(defaultQuery);
  const [open, setOpen] = useState<string | null>(null);
  const { response, error, isBusy, retry, more } = useToolQuery(client, query);
  const { tools: listed } = useTools(client);
  const listings = useMemo(() => new Map(listed?.map((tool) => [tool.slug, tool])), [listed]);
  const isWaiting = useSettledFlag(isBusy && client?.searchTools !== undefined);
  const ask = (text: string) => {
    setQuery(text);
    onQueryChange?.(text);
  };
  const root = { ...language, className: "callboard cb-inspector" };
  if (!client?.searchTools) return <p {...root}>{t("inspector.noClient")}</p>;
  return (
    <section {...root} aria-label={t("inspector.label")} aria-busy={isBusy || undefined}>
      <div role="search">
        <label htmlFor={id}>{t("inspector.search")}</label>
        <div className="cb-library-search">
          <Search size={16} aria-hidden />
          <input
            id={id}
            type="search"
            placeholder={t("inspector.search.hint")}
            value={query}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => ask(event.target.value)}
          />
        </div>
      </div>
      {error ? (
        <div className="cb-library-state" role="alert">
          <p className="cb-library-state-title">{t("inspector.error")}</p>
          <p>{error.message}</p>
          <button type="button" className="cb-button" onClick={retry}>
            {t("inspector.retry")}
          </button>
        </div>
      ) : (
        <>
          <Summary response={response} isWaiting={isWaiting} />
          {response?.total === 0 && <Nothing isAll={response.search_mode === "all"} onAll={() => ask("")} />}
          <ol className="cb-inspector-list">
            {response?.tools.map((found, index) => (
              <InspectedTool
                key={found.tool_id}
                client={client}
                found={found}
                listing={listings.get(found.tool_id)}
                place={index + 1}
                isRanked={response.search_mode !== "all"}
                isOpen={open === found.tool_id}
                onToggle={() => setOpen(open === found.tool_id ? null : found.tool_id)}
                countTokens={countTokens}
                tokenizer={tokenizer}
              />
            ))}
          </ol>
          {response && response.tools.length < response.total && (
            <button type="button" className="cb-button" onClick={() => void more().catch(retry)}>
              {t("inspector.more")}
            </button>
          )}
        </>
      )}
    </section>
  );
}

/** How many there are, how they are ranked, and what the model is told where none fits. */
function Summary({ response, isWaiting }: { response: ToolSearchResponse | null; isWaiting: boolean }): ReactNode {
  const { t } = useKit(inspectorEnglish);
  const isAll = response?.search_mode === "all";
  return (
    <>
      <p className="cb-inspector-summary" role="status">
        {response && response.total > 0 && (
          <span>{t(isAll ? "inspector.all" : "inspector.count", { count: response.total })}</span>
        )}
        {response && <span>{t(`inspector.ranked.${response.search_mode}`)}</span>}
        {isWaiting && <span>{t("inspector.loading")}</span>}
      </p>
      {response?.hint !== undefined && (
        <p className="cb-inspector-summary">
          {t("inspector.hint")}{" "}
          <q lang="en" dir="ltr">
            {response.hint}
          </q>
        </p>
      )}
    </>
  );
}

function Nothing({ isAll, onAll }: { isAll: boolean; onAll: () => void }): ReactNode {
  const { t } = useKit(inspectorEnglish);
  return (
    <div className="cb-library-state">
      <p className="cb-library-state-title">{t(isAll ? "inspector.empty" : "inspector.none")}</p>
      <p>{t(isAll ? "inspector.emptyHelp" : "inspector.noneHelp")}</p>
      {!isAll && (
        <button type="button" className="cb-button" onClick={onAll}>
          {t("inspector.listAll")}
        </button>
      )}
    </div>
  );
}
