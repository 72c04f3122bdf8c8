"use client";
import type { SessionSummary, ToolClient, ToolClientError } from "@callboard/core";
import { ExternalLink, Hand, LoaderCircle, MessageCircle, Pencil, Search, Trash2 } from "lucide-react";
import {
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import { isComposing } from "../isComposing.ts";
import { useSettledFlag } from "../card/useSettledFlag.ts";
import { waitingWords } from "../card/waitingWords.ts";
import { IconButton } from "../field/api/fieldIcon.tsx";
import { asClientError } from "../provider/asClientError.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { rootOf } from "../rootOf.ts";
import { dayGroups } from "./dayGroups.ts";
import { DeleteChat } from "./DeleteChat.tsx";
import { relativeTime } from "./relativeTime.ts";
import { useSessionList } from "./useSessionList.ts";
import { chatEnglish } from "../messages/chatEnglish.ts";
import { cardEnglish } from "../messages/en.ts";
import { ableClient } from "../provider/clientAbilities.ts";

export interface SessionListProps {
  client?: ToolClient;
  /** The id of the open chat. */
  selected?: string | null;
  /** The address of a chat, so that it can be opened in another tab. */
  href?: (sessionId: string) => string;
  onSelect?: (sessionId: string) => void;
  /** Called when a chat was deleted here; where it was the open one, another has to be opened. */
  onDelete?: (sessionId: string) => void;
}

/**
 * The actor's chats under the days of their last use, each with its name, time and status. They can be searched and
 * deleted, and a name can be edited in place.
 */
export function SessionList({ client: own, selected = null, href, onSelect, onDelete }: SessionListProps): ReactNode {
  const { client: nearest, t, locale, language } = useKit(chatEnglish);
  const client = own ?? nearest;
  const [search, setSearch] = useState("");
  const {
    items: sessions,
    failed,
    refresh,
    change,
  } = useSessionList(client, selected, useDeferredValue(search.trim()));
  const [renaming, setRenaming] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<SessionSummary | null>(null);
  const [deleted, setDeleted] = useState<{ title: string } | null>(null);
  const list = useRef<HTMLElement>(null);
  // What had the focus is gone with the chat.
  useEffect(() => {
    if (deleted) list.current?.focus();
  }, [deleted]);
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
  const isSearched = search.trim() !== "";
  if (sessions.length === 0 && !isSearched) {
    return (
      <div {...language} className="callboard cb-empty">
        <p>{t("chats.empty")}</p>
        <p className="cb-empty-help">{t("chats.emptyHelp")}</p>
      </div>
    );
  }
  return (
    <nav ref={list} {...language} className="callboard cb-chats" aria-label={t("chats.label")} tabIndex={-1}>
      <div className="cb-chats-search" role="search">
        <Search size={14} aria-hidden />
        <input
          type="search"
          aria-label={t("chats.search")}
          placeholder={t("chats.search")}
          value={search}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {sessions.length === 0 && (
        <p className="cb-chats-none" role="status">
          {t("chats.search.none")}
        </p>
      )}
      {dayGroups(sessions, now, locale).map(({ name, sessions: ofDay }) => (
        <section key={name} aria-label={name}>
          <h2 className="cb-chats-day">{name}</h2>
          <ul>
            {ofDay.map((session) => (
              <li key={session.id} data-selected={session.id === selected || undefined}>
                {renaming === session.id ? (
                  <RenameField
                    title={session.title}
                    onSave={async (title) => {
                      await ableClient(client, "renameSession").renameSession(session.id, title);
                      change((one) => (one.id === session.id ? { ...one, title } : one));
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
                    <span className="cb-chats-acts">
                      {client?.renameSession && (
                        <IconButton
                          className="cb-button cb-chats-act"
                          icon={<Pencil size={14} aria-hidden />}
                          label={t("chats.rename", { title: titleOf(session, t("chats.untitled")) })}
                          onClick={() => setRenaming(session.id)}
                        />
                      )}
                      {client?.deleteSession && (
                        <IconButton
                          className="cb-button cb-chats-act"
                          icon={<Trash2 size={14} aria-hidden />}
                          label={t("chats.delete", { title: titleOf(session, t("chats.untitled")) })}
                          onClick={() => setDeleting(session)}
                        />
                      )}
                    </span>
                  </>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="cb-visually-hidden" role="status">
        {deleted && t("chats.deleted", deleted)}
      </p>
      {deleting && (
        <DeleteChat
          key={deleting.id}
          title={titleOf(deleting, t("chats.untitled"))}
          onDelete={async () => {
            await ableClient(client, "deleteSession").deleteSession(deleting.id);
            change((one) => (one.id === deleting.id ? null : one));
            setDeleting(null);
            setDeleted({ title: titleOf(deleting, t("chats.untitled")) });
            onDelete?.(deleting.id);
          }}
          onClose={() => setDeleting(null)}
        />
      )}
    </nav>
  );
}

const titleOf = (session: SessionSummary, untitled: string) => session.title.trim() || untitled;

/** The current time, updated each minute: the list shows nothing finer. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const ICONS = { approval: Hand, question: MessageCircle, link: ExternalLink };

interface SessionLinkProps {
  session: SessionSummary;
  now: number;
  selected: boolean;
  href: SessionListProps["href"];
  onSelect: SessionListProps["onSelect"];
}

function SessionLink({ session, now, selected, href, onSelect }: SessionLinkProps): ReactNode {
  const { t, locale } = useKit(chatEnglish);
  const { t: card } = useKit(cardEnglish);
  const title = titleOf(session, t("chats.untitled"));
  const StateIcon = session.status === "running" ? LoaderCircle : ICONS[session.waitsFor ?? "approval"];
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
            <StateIcon size={12} aria-hidden />
            {session.status === "waiting" && session.waitsFor
              ? waitingWords(session.waitsFor, card)
              : t(`chats.status.${session.status}`)}
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
    // A click with a modifier opens another tab or window, which the browser does.
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
  const { t } = useKit(chatEnglish);
  const [name, setName] = useState(title);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<ToolClientError | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.select(), []);
  useLayoutEffect(() => {
    const { current } = place;
    const row = current?.closest("li");
    return () => {
      // Whoever is here goes on where they began, once that stands in this place again.
      if (current?.contains(rootOf(current).activeElement))
        queueMicrotask(() => row?.querySelector<HTMLElement>(".cb-chats-act")?.focus());
    };
  }, []);

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
    if (isComposing(event)) return;
    if (event.key === "Escape") onClose();
    if (event.key === "Enter") void save();
  };
  return (
    <div ref={place} className="cb-chats-edit">
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
  const { t, language } = useKit(chatEnglish);
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
