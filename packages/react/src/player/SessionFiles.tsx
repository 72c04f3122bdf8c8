"use client";
import type { SessionEvent } from "@callboard/core";
import {
  redactSession,
  streamSessionFile,
  withOutputs,
  writeSessionFile,
  writeSessionPage,
  type SessionFile,
  type SessionViewer,
} from "@callboard/core/share";
import { ChevronDown, Columns2, Download, FolderOpen, Share2, type LucideIcon } from "lucide-react";
import { useId, useRef, useState, type ReactNode } from "react";
import { playerEnglish } from "../messages/playerEnglish.ts";
import { canShare } from "../provider/canShare.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { fileName, saveBlob } from "../text/download.ts";
import { SessionLinks } from "./SessionLinks.tsx";
import { isAble } from "../provider/clientAbilities.ts";

export interface SessionFilesProps {
  events: readonly SessionEvent[];
  /** Names the files, and stands in the page. */
  title?: string;
  /** Fetches the program of the page, `viewer` of `@callboard/react/viewer`; without it no page is offered. */
  loadViewer?: () => Promise<SessionViewer>;
  /**
   * A file that the reader opened, and again with more of its events under the same `head` while a long one is read;
   * without it none can be opened.
   */
  onOpen?: (file: SessionFile) => void;
  /** The same for a file that the reader wants to compare with; without it none can be chosen. */
  onCompare?: (file: SessionFile) => void;
  /** The session at the host of the nearest client: it can be shared where the client makes links. */
  sessionId?: string;
}

/**
 * A session as a log, as a page that opens from disk, and as a log for a bug report; its read-only links; and a session
 * from such a file.
 */
export function SessionFiles({
  events,
  title,
  loadViewer,
  onOpen,
  onCompare,
  sessionId,
}: SessionFilesProps): ReactNode {
  const { locale, messages, client } = useKit();
  const { t } = useKit(playerEnglish);
  const [error, setError] = useState<string | null>(null);
  const named = title === undefined ? {} : { title };
  const save = async (
    extension: string,
    mediaType: string,
    make: () => Promise<{ text: string; name?: string | undefined }>,
  ) => {
    setError(null);
    try {
      const { text, name } = await make();
      saveBlob(fileName(name ?? "session", extension), new Blob([text], { type: mediaType }));
    } catch (cause) {
      setError(t("file.failed", { message: cause instanceof Error ? cause.message : String(cause) }));
    }
  };
  const [left, setLeft] = useState(0);
  /** The log with all outputs that this reader may read; it says how many it is without. */
  const whole = async () => {
    const log = await withOutputs(events, isAble(client, "output") ? (id) => client.output(id) : undefined);
    setLeft(log.outputsLeft);
    return log;
  };
  const saveLog = (redacted: boolean) =>
    save(redacted ? "redacted.jsonl" : "jsonl", "application/x-ndjson", async () => {
      const { events: all, outputsLeft } = await whole();
      const safe = redacted ? await redactSession(all, title ?? null) : { events: all, title };
      const name = safe.title ?? undefined;
      const head = { ...(name !== undefined && { title: name }), redacted, outputsLeft, savedAt: Date.now() };
      return { text: writeSessionFile(safe.events, head), name };
    });
  const savePage = (load: () => Promise<SessionViewer>) =>
    save("html", "text/html", async () => {
      const viewer = await load();
      const { events: all, outputsLeft } = await whole();
      const head = { ...named, lang: locale, messages, outputsLeft, savedAt: Date.now() };
      return { text: await writeSessionPage(all, viewer, head), name: title };
    });
  const reading = useRef<File | null>(null);
  const read = async (chosen: File, accept: (file: SessionFile) => void) => {
    reading.current = chosen;
    setError(null);
    let isSession = false;
    for await (const file of streamSessionFile(chosen)) {
      // Another file was chosen meanwhile.
      if (reading.current !== chosen) return;
      isSession = true;
      accept(file);
    }
    if (!isSession && reading.current === chosen) setError(t("file.unreadable"));
  };
  const isEmpty = events.length === 0;
  const [shown, setShown] = useState<"save" | "share" | null>(null);
  const panelId = useId();
  const links = sessionId !== undefined && canShare(client) ? client : undefined;
  const panel = (which: "save" | "share", words: string, Icon: LucideIcon) => (
    <button
      type="button"
      className="cb-button cb-small-button"
      data-variant="quiet"
      aria-expanded={shown === which}
      aria-controls={shown === which ? panelId : undefined}
      onClick={() => setShown(shown === which ? null : which)}
    >
      <Icon size={14} aria-hidden />
      {words}
      <ChevronDown size={14} aria-hidden className="cb-player-chevron" />
    </button>
  );
  return (
    <div className="callboard cb-player-files" role="group" aria-label={t("file.label")}>
      <div className="cb-player-tools">
        {!isEmpty && panel("save", t("file.save"), Download)}
        {links && panel("share", t("share.share"), Share2)}
        {onOpen && <FileButton icon={FolderOpen} words={t("file.open")} onChoose={(file) => void read(file, onOpen)} />}
        {onCompare && !isEmpty && (
          <FileButton icon={Columns2} words={t("file.compare")} onChoose={(file) => void read(file, onCompare)} />
        )}
      </div>
      {shown === "save" && !isEmpty && (
        <ul id={panelId} className="cb-player-panel">
          <SaveAs words={t("file.log")} help={t("file.log.help")} onClick={() => void saveLog(false)} />
          {loadViewer && (
            <SaveAs words={t("file.page")} help={t("file.page.help")} onClick={() => void savePage(loadViewer)} />
          )}
          <SaveAs words={t("file.bug")} help={t("file.bug.help")} onClick={() => void saveLog(true)} />
        </ul>
      )}
      {shown === "share" && links && sessionId !== undefined && (
        <div id={panelId} className="cb-player-panel" role="group" aria-label={t("share.share")}>
          <SessionLinks client={links} sessionId={sessionId} />
        </div>
      )}
      {left > 0 && (
        <p className="cb-call-note" role="status">
          {t("file.outputsLeft", { count: left })}
        </p>
      )}
      {error && (
        <p className="cb-approval-error" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function SaveAs({ words, help, onClick }: { words: string; help: string; onClick: () => void }): ReactNode {
  const helpId = useId();
  return (
    <li>
      <button type="button" className="cb-inline-button" aria-describedby={helpId} onClick={onClick}>
        {words}
      </button>
      <p id={helpId} className="cb-player-keys">
        {help}
      </p>
    </li>
  );
}

interface FileButtonProps {
  icon: LucideIcon;
  words: string;
  onChoose: (file: File) => void;
}

function FileButton({ icon: Icon, words, onChoose }: FileButtonProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="cb-button cb-small-button"
        data-variant="quiet"
        onClick={() => input.current?.click()}
      >
        <Icon size={14} aria-hidden />
        {words}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".jsonl,.ndjson,.json,.html"
        aria-label={words}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (file) onChoose(file);
        }}
      />
    </>
  );
}
