import { ToolClientError } from "@callboard/core";
import type { KnowledgeClient, KnowledgeEntry, KnowledgeFolder as Folder } from "@callboard/core/client";
import { useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { localeOf } from "../shell/language.ts";
import { useShownLanguage, useWords } from "../shell/LanguageProvider.tsx";
import { KnowledgePages } from "./KnowledgePages.tsx";
import { useStepFocus } from "./useStepFocus.ts";

export interface KnowledgeFolderProps {
  folder: Folder;
  offset: number;
  remove: KnowledgeClient["remove"];
  onChange(): void;
}

/** What stands in a folder; documents that people brought in themselves can be deleted. */
export function KnowledgeFolder({ folder, offset, remove, onChange }: KnowledgeFolderProps): ReactNode {
  const words = useWords();
  const [said, setSaid] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const { parts, total, mayDelete } = folder;
  return (
    <>
      {parts.length === 0 && <p className="site-message">{words["knowledge.folder.empty"]}</p>}
      <ul ref={list} className="site-knowledge-list" tabIndex={-1}>
        {parts.map((entry) => (
          <li key={entry.id}>
            <Entry entry={entry} />
            {mayDelete && entry.kind === "DOCUMENT" && (
              <Deletion
                entry={entry}
                remove={remove}
                onDeleted={() => {
                  setSaid(words["knowledge.deleted"].replace("{name}", entry.name));
                  list.current?.focus();
                  onChange();
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <KnowledgePages from={offset} shown={parts.length} total={total} step={50} />
      <p role="status" className="site-hidden">
        {said}
      </p>
    </>
  );
}

function Entry({ entry }: { entry: KnowledgeEntry }): ReactNode {
  const words = useWords();
  const numbers = new Intl.NumberFormat(localeOf(useShownLanguage()));
  const { id, kind, name, title, state, children, characters } = entry;
  const isFolder = kind === "FOLDER";
  const size = isFolder ? children : characters;
  const sizeWords = words[isFolder ? "knowledge.entries.count" : "knowledge.characters.count"];
  const note =
    state === "failed" ? words["knowledge.unread"] : state === "reading" ? words["knowledge.halfRead"] : undefined;
  return (
    <>
      <Link to={`/knowledge/${id}`} dir="auto">
        {isFolder ? `${name}/` : name}
      </Link>
      <span className="site-knowledge-facts">
        {note !== undefined && <span>{note}</span>}
        {title !== null && title !== name && note === undefined && <bdi>{title}</bdi>}
        {size !== null && note === undefined && <span>{sizeWords.replace("{count}", numbers.format(size))}</span>}
      </span>
    </>
  );
}

interface DeletionProps {
  entry: KnowledgeEntry;
  remove: KnowledgeClient["remove"];
  onDeleted(): void;
}

/** Deletes a document once that is sure. */
function Deletion({ entry: { id, name }, remove, onDeleted }: DeletionProps): ReactNode {
  const words = useWords();
  const [state, setState] = useState<"idle" | "asked" | "underway">("idle");
  const [problem, setProblem] = useState<string>();
  const acts = useRef<HTMLDivElement>(null);
  useStepFocus(acts, state);
  const act = async () => {
    if (state === "underway") return;
    setState("underway");
    setProblem(undefined);
    try {
      await remove(id);
      onDeleted();
    } catch (error) {
      if (!(error instanceof ToolClientError)) throw error;
      // Somebody else may have been faster.
      if (error.code === "not_found") return onDeleted();
      setState("asked");
      setProblem(error.message);
    }
  };
  return (
    <div ref={acts} className="site-knowledge-acts">
      {state === "idle" ? (
        <button
          type="button"
          className="site-quiet"
          data-step=""
          aria-label={words["knowledge.delete.named"].replace("{name}", name)}
          onClick={() => setState("asked")}
        >
          {words["knowledge.delete"]}
        </button>
      ) : (
        <>
          <p>{words["knowledge.delete.help"]}</p>
          <button type="button" className="site-action" onClick={() => void act()} aria-disabled={state === "underway"}>
            {words["knowledge.delete.sure"]}
          </button>
          <button type="button" className="site-quiet" data-step="" onClick={() => setState("idle")}>
            {words["publishing.cancel"]}
          </button>
        </>
      )}
      {problem !== undefined && (
        <p role="alert" dir="auto">
          {problem}
        </p>
      )}
    </div>
  );
}
