"use client";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { asClientError } from "../provider/asClientError.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { chatEnglish } from "../messages/chatEnglish.ts";

export interface DeleteChatProps {
  title: string;
  /** Deletes it, and closes the dialog where that worked. */
  onDelete: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a chat is deleted. */
export function DeleteChat({ title, onDelete, onClose }: DeleteChatProps): ReactNode {
  const { t } = useKit(chatEnglish);
  const dialog = useRef<HTMLDialogElement>(null);
  const [deleting, setDeleting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ids = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const confirm = async () => {
    if (deleting) return;
    setDeleting(true);
    setProblem(null);
    try {
      await onDelete();
    } catch (cause) {
      setProblem(asClientError(cause).message);
      setDeleting(false);
    }
  };
  return (
    <dialog
      ref={dialog}
      className="cb-dialog"
      aria-labelledby={`${ids}-ask`}
      aria-describedby={`${ids}-help`}
      onClose={onClose}
    >
      <h2 id={`${ids}-ask`}>{t("chats.delete.ask", { title })}</h2>
      <p id={`${ids}-help`}>{t("chats.delete.help")}</p>
      {problem !== null && (
        <p className="cb-approval-error" role="alert">
          {t("chats.delete.failed", { message: problem })}
        </p>
      )}
      <div className="cb-dialog-actions">
        {/* The one that changes nothing comes first, and has the focus. */}
        <button type="button" className="cb-button" onClick={onClose}>
          {t("chats.delete.no")}
        </button>
        <button
          type="button"
          className="cb-button"
          data-variant="danger"
          aria-disabled={deleting || undefined}
          aria-busy={deleting || undefined}
          onClick={() => void confirm()}
        >
          {t("chats.delete.yes")}
        </button>
      </div>
    </dialog>
  );
}
