import { ToolClientError } from "@callboard/core";
import type { ToolSessionLink, ToolSessionRole, ToolSessionsClient } from "@callboard/core/client";
import { useCallback, useEffect, useState, type ReactNode } from "react";
import { localeOf } from "../shell/language.ts";
import { useShownLanguage, useWords } from "../shell/LanguageProvider.tsx";
import { TextToCopy } from "./TextToCopy.tsx";

/** The links of a session, for whoever launched it: made, shown once, taken back. */
export function SessionLinks({
  sessions,
  id,
  isActive,
}: {
  sessions: ToolSessionsClient;
  id: string;
  isActive: boolean;
}): ReactNode {
  const words = useWords();
  const locale = localeOf(useShownLanguage());
  const [links, setLinks] = useState<readonly ToolSessionLink[]>([]);
  const [made, setMade] = useState<{ id: string; role: ToolSessionRole; shareUrl: string }>();
  const [problem, setProblem] = useState<string>();
  const attempt = useCallback(async (work: () => Promise<void>) => {
    try {
      await work();
      setProblem(undefined);
    } catch (error) {
      if (!(error instanceof ToolClientError)) throw error;
      setProblem(error.message);
    }
  }, []);
  const read = useCallback(() => attempt(async () => setLinks(await sessions.links(id))), [attempt, sessions, id]);
  useEffect(() => {
    const timer = setTimeout(() => void read());
    return () => clearTimeout(timer);
  }, [read]);
  const make = (role: ToolSessionRole) =>
    attempt(async () => {
      setMade(await sessions.createLink(id, { role }));
      await read();
    });
  const withdraw = (link: ToolSessionLink) =>
    attempt(async () => {
      await sessions.withdrawLink(id, link.id);
      if (made?.id === link.id) setMade(undefined);
      await read();
    });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
  return (
    <details className="site-together-links">
      <summary>
        {words["together.invite"]} {links.length > 0 && <span className="site-together-count">{links.length}</span>}
      </summary>
      {isActive && (
        <div className="site-together-acts">
          <button type="button" className="site-quiet" onClick={() => void make("submit")}>
            {words["together.link.submit"]}
          </button>
          <button type="button" className="site-quiet" onClick={() => void make("watch")}>
            {words["together.link.watch"]}
          </button>
        </div>
      )}
      {problem !== undefined && <p role="alert">{problem}</p>}
      {made && (
        <TextToCopy
          label={words[`together.role.${made.role}`]}
          text={made.shareUrl}
          help={words["together.link.help"]}
        />
      )}
      {links.length > 0 && (
        <ul>
          {links.map((link) => (
            <li key={link.id}>
              <span>
                {words[`together.role.${link.role}`]} · {words["together.until"]} {date.format(link.expiresAt)}
              </span>
              <button type="button" className="site-quiet" onClick={() => void withdraw(link)}>
                {words["together.link.withdraw"]}
              </button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
