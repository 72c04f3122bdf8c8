"use client";
import type { SessionSummary, ToolClient, ToolClientError } from "@callboard/core";
import { Hand, LoaderCircle, Pencil } from "lucide-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from "react";
import { useSettledFlag } from "../call/useSettledFlag.ts";
import { asClientError } from "../provider/asClientError.ts";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { relativeTime } from "./relativeTime.ts";
import { useSessionList } from "./useSessionList.ts";
import { chatMessages } from "../messages/chat.ts";
import { addMessages } from "../messages/messages.ts";

addMessages(chatMessages);

export interface SessionListProps {
  client?: ToolClient;
  /** The chat that is open, by its id. */
  selected?: string | null;
  /** Where a chat is, so that it can be opened in another tab. */
  href?: (sessionId: string) => string;
  onSelect?: (sessionId: string) => void;
}

/** The chats of this actor, the last used first, each with its name, its time and what it is doing; a name can be changed in place. */
export function SessionList({ client: own, selected = null, href, onSelect }: SessionListProps): ReactNode {
  const { client: nearest, t, language } = useCallboard();
  const client = own ?? nearest;
  const { sessions, failed, refresh, renamed } = useSessionList(client, selected);
  const [renaming, setRenaming] = useState<string | null>(null);
  const now = useNow();

  if (sessions === null && failed) {
    return (
      <div {...language} className="callboard cb-empty" role="alert">
        <p>{t("chats.error")}</p>
        <button type="button" className="cb-button" onClick={refresh}>
          {t("chat.retry")}
        </button>
      </div>
    );
  }
  if (sessions === null) return <ListSkeleton />;
  if (sessions.length === 0) {
    return (
      <div {...language} className="callboard cb-empty">
        <p>{t("chats.empty")}</p>
        <p className="cb-empty-help">{t("chats.emptyHelp")}</p>
      </div>
    );
  }
  return (
    <nav {...language} className="callboard cb-chats" aria-label={t("chats.label")}>
      <ul>
        {sessions.map((session) => (
          <li key={session.id} data-selected={session.id === selected || undefined}>
            {renaming === session.id ? (
              <RenameField
                title={session.title}
                onSave={async (title) => {
                  await client!.renameSession!(session.id, title);
                  renamed(session.id, title);
                }}
                onClose={() => setRenaming(null)}
              />
            ) : (
              <>
                <SessionLink
                  session={session}
                  now={now}
                  selected={session.id === selected}
                  href={href}
                  onSelect={onSelect}
                />
                {client?.renameSession && (
                  <button
                    type="button"
                    className="cb-button cb-chats-rename"
                    data-variant="quiet"
                    data-icon-only=""
                    aria-label={t("chats.rename", { title: titleOf(session, t("chats.untitled")) })}
                    onClick={() => setRenaming(session.id)}
                  >
                    <Pencil size={14} aria-hidden />
                  </button>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

const titleOf = (session: SessionSummary, untitled: string) => session.title.trim() || untitled;

/** The time, told anew each minute, which is as fine as the list says it. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface SessionLinkProps {
  session: SessionSummary;
  now: number;
  selected: boolean;
  href: SessionListProps["href"];
  onSelect: SessionListProps["onSelect"];
}

function SessionLink({ session, now, selected, href, onSelect }: SessionLinkProps): ReactNode {
  const { t, locale } = useCallboard();
  const title = titleOf(session, t("chats.untitled"));
  const whole = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(session.updatedAt);
  const content = (
    <>
      <bdi className="cb-chats-title" title={title}>
        {title}
      </bdi>
      <span className="cb-chats-state" data-status={session.status}>
        {session.status === "idle" ? (
          <time dateTime={new Date(session.updatedAt).toISOString()} title={whole} suppressHydrationWarning>
            {relativeTime(session.updatedAt, Math.max(now, session.updatedAt), locale)}
          </time>
        ) : (
          <>
            {session.status === "running" ? <LoaderCircle size={12} aria-hidden /> : <Hand size={12} aria-hidden />}
            {t(`chats.status.${session.status}`)}
          </>
        )}
      </span>
    </>
  );
  const common = { className: "cb-chats-link", "aria-current": selected ? ("page" as const) : undefined };
  if (!href) {
    return (
      <button type="button" {...common} onClick={() => onSelect?.(session.id)}>
        {content}
      </button>
    );
  }
  const open = (event: MouseEvent) => {
    // A click that asks for another tab or window is the browser's.
    if (!onSelect || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onSelect(session.id);
  };
  return (
    <a {...common} href={href(session.id)} onClick={open}>
      {content}
    </a>
  );
}

interface RenameFieldProps {
  title: string;
  onSave: (title: string) => Promise<void>;
  onClose: () => void;
}

function RenameField({ title, onSave, onClose }: RenameFieldProps): ReactNode {
  const { t } = useCallboard();
  const [name, setName] = useState(title);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<ToolClientError | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.select(), []);

  const save = async () => {
    const next = name.trim();
    if (saving) return;
    if (next === "" || next === title) return onClose();
    setSaving(true);
    setError(null);
    try {
      await onSave(next);
      onClose();
    } catch (cause) {
      setError(asClientError(cause));
      setSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onClose();
    if (event.key === "Enter") void save();
  };
  return (
    <div className="cb-chats-edit">
      <input
        ref={field}
        value={name}
        maxLength={200}
        dir="auto"
        readOnly={saving}
        aria-label={t("chats.rename.field")}
        aria-invalid={error !== null || undefined}
        aria-describedby={error ? id : undefined}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button
        type="button"
        className="cb-button cb-small-button"
        aria-disabled={saving || undefined}
        onClick={() => void save()}
      >
        {t("chats.rename.save")}
      </button>
      <button type="button" className="cb-button cb-small-button" data-variant="quiet" onClick={onClose}>
        {t("chats.rename.cancel")}
      </button>
      {error && (
        <p id={id} className="cb-approval-error" role="alert">
          {t("chats.rename.failed", { message: error.message })}
        </p>
      )}
    </div>
  );
}

function ListSkeleton(): ReactNode {
  const { t, language } = useCallboard();
  const shown = useSettledFlag(true);
  return (
    <div
      {...language}
      className="callboard cb-chats"
      role="status"
      aria-busy="true"
      aria-label={t("chats.loading")}
      data-shown={shown || undefined}
    >
      {[0, 1, 2, 3].map((row) => (
        <span key={row} className="cb-skeleton cb-skeleton-chat" />
      ))}
    </div>
  );
}
