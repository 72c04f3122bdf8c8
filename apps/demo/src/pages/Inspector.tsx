import { ToolInspector, type CountTokens } from "@callboard/react/inspector";
import "@callboard/react/inspector.css";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { client } from "@callboard/pages";
import { TOKENIZER } from "../tokenizer.ts";
import { useWords } from "../words.ts";
import { ToolMode } from "./ToolMode.tsx";
import "./inspector.css";

/** What a model finds among the demo's tools; the query is in the address. */
export function Inspector(): ReactNode {
  const words = useWords();
  const [search, setSearch] = useSearchParams();
  return (
    <div className="demo-inspector">
      <title>{`${words.inspector} · Callboard`}</title>
      <h1>{words.inspector}</h1>
      <p className="site-lead">{words["inspector.lead"]}</p>
      <ToolMode />
      <ToolInspector
        client={client}
        defaultQuery={search.get("q") ?? ""}
        onQueryChange={(query) => setSearch(query === "" ? {} : { q: query }, { replace: true })}
        countTokens={countTokens}
        tokenizer={TOKENIZER}
      />
    </div>
  );
}

/** By the server, which has the encoding: a megabyte that no page has to load. */
const countTokens: CountTokens = async (texts) => {
  const response = await fetch("/api/demo/tokens", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(texts),
  });
  if (!response.ok) throw new Error(String(response.status));
  return (await response.json()) as number[];
};
