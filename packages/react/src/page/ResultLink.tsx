"use client";
import type { NewSessionShare } from "@callboard/core";
import { Link } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { playerEnglish } from "../messages/playerEnglish.ts";
import { asClientError } from "../provider/asClientError.ts";
import type { Sharing } from "../provider/canShare.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { CopyButton } from "../text/CopyButton.tsx";

/** A read-only link of a run, made by whoever filled in the form; nothing where they may not. */
export function ResultLink({ client, sessionId }: { client: Required<Sharing>; sessionId: string }): ReactNode {
  const { locale } = useKit();
  const { t } = useKit(playerEnglish);
  const [isAllowed, setAllowed] = useState(false);
  const [made, setMade] = useState<NewSessionShare | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const link = useRef<HTMLInputElement>(null);
  useEffect(() => {
    let isShown = true;
    // Whoever may not list the links may not make one: their token says what it is for to the host alone.
    client.shares(sessionId).then(
      () => isShown && setAllowed(true),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [client, sessionId]);
  useEffect(() => {
    if (made) link.current?.focus();
  }, [made]);
  const act = async (change: () => Promise<NewSessionShare | null>) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      setMade(await change());
    } catch (cause) {
      setError(t("share.failed", { message: asClientError(cause).message }));
    } finally {
      setBusy(false);
    }
  };
  if (!isAllowed) return null;
  return (
    <>
      {made === null ? (
        <button
          type="button"
          className="cb-button"
          aria-disabled={isBusy || undefined}
          onClick={() => void act(() => client.share(sessionId))}
        >
          <Link size={16} aria-hidden />
          {t("share.result")}
        </button>
      ) : (
        <div role="group" className="cb-tool-block" aria-label={t("share.link")}>
          <input
            ref={link}
            readOnly
            dir="ltr"
            className="cb-input"
            value={made.url}
            aria-label={t("share.link")}
            onFocus={({ target }) => target.select()}
          />
          <p role="status">
            {t("share.until", {
              date: new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(made.expiresAt),
            })}
            {". "}
            {t("share.made")}
          </p>
          <div>
            <CopyButton text={made.url} label={t("share.copy")} />
            <button
              type="button"
              className="cb-button cb-small-button"
              data-variant="quiet"
              aria-disabled={isBusy || undefined}
              onClick={() => void act(() => client.unshare(sessionId, made.id).then(() => null))}
            >
              {t("share.withdraw")}
            </button>
          </div>
        </div>
      )}
      {error && (
        <p className="cb-field-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
