import { ToolClientError } from "@callboard/core";
import { toolSessionsClient, type ToolSession } from "@callboard/core/client";
import { useEffect, useState, type ReactNode, type SyntheticEvent } from "react";
import { Link, useNavigate } from "react-router";
import { transport } from "../client.ts";
import { NameInput } from "./NameInput.tsx";
import { useWords } from "../shell/LanguageProvider.tsx";

const sessions = toolSessionsClient(transport);

/** Below a collaborative tool: its sessions, and how to begin one. Nothing where the host has no such sessions. */
export function ToolSessions({ slug }: { slug: string }): ReactNode {
  const words = useWords();
  const navigate = useNavigate();
  const [list, setList] = useState<readonly ToolSession[]>();
  const [title, setTitle] = useState("");
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    sessions.list(slug).then(
      (found) => isCurrent && setList(found),
      // A host without the module has no such address.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [slug]);
  if (!list) return null;
  const launch = async (event: SyntheticEvent) => {
    event.preventDefault();
    try {
      const named = title.trim();
      const { session } = await sessions.launch(slug, named === "" ? {} : { title: named });
      await navigate(`/tools/${slug}/session/${session.id}`);
    } catch (error) {
      if (!(error instanceof ToolClientError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <section className="site-together-launch">
      <h2>{words.together}</h2>
      <p className="site-publishing-note">{words["together.lead"]}</p>
      <form onSubmit={(event) => void launch(event)}>
        <NameInput label={words["together.title"]} longest={200} value={title} onChange={setTitle} />
        <button type="submit" className="site-action">
          {words["together.launch"]}
        </button>
      </form>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {list.length > 0 && (
        <ul className="site-together-list">
          {list.slice(0, 10).map((one) => (
            <li key={one.id}>
              <Link to={`/tools/${slug}/session/${one.id}`} dir="auto">
                {one.title ?? words["together.untitled"]}
              </Link>
              <span className="site-together-status" data-status={one.status}>
                {words[`together.status.${one.status}`]}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
