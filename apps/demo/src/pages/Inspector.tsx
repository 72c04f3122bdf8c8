import { ToolInspector } from "@callboard/react/inspector";
import "@callboard/react/inspector.css";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { client } from "@callboard/pages";
import { demoClient } from "../demoClient.ts";
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
        countTokens={demoClient.countTokens}
        tokenizer={TOKENIZER}
      />
    </div>
  );
}
