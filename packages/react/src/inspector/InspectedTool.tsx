"use client";
import type { ToolClient, ToolListing } from "@callboard/core";
import { translateTool } from "@callboard/core/messages";
import type { FoundTool, ScorePart } from "@callboard/core/search";
import { ChevronRight } from "lucide-react";
import { useId, useMemo, useState, type ReactNode } from "react";
import { toolWords } from "../card/toolWords.ts";
import { inspectorEnglish } from "../messages/inspectorEnglish.ts";
import { ToolBlock } from "../page/ToolBlock.tsx";
import { ToolIcon } from "../view/ToolIcon.tsx";
import { useToolDetail } from "../page/useToolDetail.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { ScoreShares } from "./ScoreShares.tsx";
import { ToolDefinitions, type CountTokens } from "./ToolDefinitions.tsx";
import { wholePercents } from "./wholePercents.ts";

interface InspectedToolProps {
  client: ToolClient;
  found: FoundTool;
  listing: ToolListing | undefined;
  place: number;
  /** Where all tools are listed there is no ranking. */
  isRanked: boolean;
  isOpen: boolean;
  onToggle: () => void;
  countTokens: CountTokens | undefined;
  tokenizer: string | undefined;
}

/** A tool that was found, in one row; opened, why it was found, what a model is given of it, and its form. */
export function InspectedTool(props: InspectedToolProps): ReactNode {
  const { found, place, isRanked, isOpen, onToggle } = props;
  const { t, locale } = useKit(inspectorEnglish);
  const id = useId();
  const listing = props.listing && translateTool(props.listing, locale);
  // What only agents are offered stands in no list of people's tools.
  const name = listing?.name ?? toolWords(found.tool_id);
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  // Always two digits, so that the scores of a list stand below each other.
  const score = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (
    <li className="cb-inspector-tool" data-open={isOpen || undefined}>
      <button
        type="button"
        className="cb-inspector-row"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <ChevronRight className="cb-inspector-chevron" size={16} aria-hidden />
        {isRanked && <span className="cb-inspector-place">{place.toLocaleString(locale)}</span>}
        <ToolIcon name={listing?.icon ?? "wrench"} size={16} />
        <span className="cb-inspector-words">
          <bdi className="cb-inspector-name">{name}</bdi>
          {name !== found.tool_id && <code dir="ltr">{found.tool_id}</code>}
        </span>
        {isRanked && (
          <span className="cb-inspector-numbers">
            <span>{t("inspector.score", { score: score.format(found.score) })}</span>
            <span>{t("inspector.fits", { share: percent.format(found.confidence) })}</span>
          </span>
        )}
        {isRanked && found.shares && <ScoreShares shares={found.shares} />}
      </button>
      {isOpen && (
        <div id={id} className="cb-inspector-details">
          <Details {...props} />
        </div>
      )}
    </li>
  );
}

function Details({ client, found, isRanked, countTokens, tokenizer }: InspectedToolProps): ReactNode {
  const { t } = useKit(inspectorEnglish);
  const { tool_id: slug, description, parameters } = found;
  const { detail, error, retry } = useToolDetail(client, slug);
  const [isRunning, setRunning] = useState(false);
  const tool = useMemo(
    () =>
      detail && {
        slug,
        name: detail.name,
        description,
        inputJsonSchema: parameters,
        outputJsonSchema: detail.outputSchema,
        ...(detail.permissionPolicy && { permissionPolicy: detail.permissionPolicy }),
      },
    [detail, slug, description, parameters],
  );
  const words = found.matched_terms.join(" · ");
  return (
    <>
      {description !== "" && <p dir="auto">{description}</p>}
      {isRanked && found.matched_terms.length > 0 && <p>{t("inspector.matched", { words })}</p>}
      {isRanked && <Channels found={found} />}
      {error ? (
        <div role="alert" className="cb-inspector-part">
          <p>{t("inspector.unread", { message: error.message })}</p>
          <button type="button" className="cb-button" onClick={retry}>
            {t("inspector.retry")}
          </button>
        </div>
      ) : tool ? (
        <ToolDefinitions tool={tool} countTokens={countTokens} tokenizer={tokenizer} />
      ) : (
        <p role="status" aria-busy="true">
          {t("inspector.reading")}
        </p>
      )}
      {client.run && client.tool && !error && (
        <div className="cb-inspector-part">
          <button
            type="button"
            className="cb-button"
            aria-expanded={isRunning}
            data-action="inspect-run"
            onClick={() => setRunning(!isRunning)}
          >
            {t(isRunning ? "inspector.run.close" : "inspector.run")}
          </button>
          {isRunning && <ToolBlock slug={slug} client={client} />}
        </div>
      )}
    </>
  );
}

/** Rank and score in each channel, and what of the whole score comes from it. */
function Channels({ found: { match_sources, shares = {} } }: { found: FoundTool }): ReactNode {
  const { t, locale } = useKit(inspectorEnglish);
  const percent = new Intl.NumberFormat(locale, { style: "percent" });
  const rows: { part: ScorePart; rank?: number; score?: number }[] = [
    ...(shares.name ? [{ part: "name" as const }] : []),
    ...match_sources.map(({ source, rank, score }) => ({ part: source, rank, score })),
  ];
  if (rows.length === 0) return null;
  const shown = wholePercents(shares);
  return (
    <table className="cb-inspector-channels">
      <caption className="cb-visually-hidden">{t("inspector.shares")}</caption>
      <thead>
        <tr>
          {(["channel", "rank", "channelScore", "ofScore"] as const).map((heading) => (
            <th key={heading} scope="col">
              {t(`inspector.${heading}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ part, rank, score }) => (
          <tr key={part}>
            <th scope="row">{t(`inspector.${part}`)}</th>
            <td>{rank?.toLocaleString(locale) ?? "–"}</td>
            <td>{score?.toLocaleString(locale) ?? "–"}</td>
            <td>{percent.format(shown[part] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
