"use client";
import type { NewSessionShare, SessionShare } from "@callboard/core";
import { Link } from "lucide-react";
import { useEffect, useId, useState, type ReactNode } from "react";
import { playerEnglish } from "../messages/playerEnglish.ts";
import { asClientError } from "../provider/asClientError.ts";
import type { Sharing } from "../provider/canShare.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { CopyButton } from "../text/CopyButton.tsx";

/** For how many days a link may open its session. */
const DAYS = [1, 7, 30, 90];

/** The read-only links of a session: a new one, and those that open it now. */
export function SessionLinks({ client, sessionId }: { client: Required<Sharing>; sessionId: string }): ReactNode {
  const { locale } = useKit();
  const { t } = useKit(playerEnglish);
  const [days, setDays] = useState(7);
  const [redacted, setRedacted] = useState(true);
  const [made, setMade] = useState<NewSessionShare | null>(null);
  const [links, setLinks] = useState<readonly SessionShare[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const id = useId();
  const act = async (change: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await change();
      setLinks(await client.shares(sessionId));
    } catch (cause) {
      setError(t("share.failed", { message: asClientError(cause).message }));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    let isShown = true;
    client.shares(sessionId).then(
      (known) => isShown && setLinks(known),
      (cause: unknown) => isShown && setError(t("share.failed", { message: asClientError(cause).message })),
    );
    return () => {
      isShown = false;
    };
  }, [client, sessionId, t]);
  const day = new Intl.NumberFormat(locale, { style: "unit", unit: "day", unitDisplay: "long" });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const withdraw = (link: SessionShare) =>
    act(async () => {
      await client.unshare(sessionId, link.id);
      if (made?.id === link.id) setMade(null);
    });
  return (
    <>
      <p className="cb-player-keys">{t("share.help")}</p>
      <div className="cb-player-share">
        <label>
          <span>{t("share.days")}</span>
          <select
            className="cb-player-select"
            value={days}
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          >
            {DAYS.map((count) => (
              <option key={count} value={count}>
                {day.format(count)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            checked={redacted}
            aria-describedby={redacted ? undefined : `${id}-whole`}
            onChange={(event) => setRedacted(event.currentTarget.checked)}
          />
          <span>{t("share.redacted")}</span>
        </label>
        <button
          type="button"
          className="cb-button cb-small-button"
          aria-disabled={isBusy || undefined}
          onClick={() =>
            !isBusy && void act(async () => setMade(await client.share(sessionId, { expiresInDays: days, redacted })))
          }
        >
          <Link size={14} aria-hidden />
          {t("share.make")}
        </button>
      </div>
      {!redacted && (
        <p id={`${id}-whole`} className="cb-player-keys" role="status">
          {t("share.whole")}
        </p>
      )}
      {made && (
        <div className="cb-player-made" role="group" aria-label={t("share.link")}>
          <input
            readOnly
            dir="ltr"
            value={made.url}
            aria-label={t("share.link")}
            onFocus={({ target }) => target.select()}
          />
          <CopyButton text={made.url} label={t("share.copy")} />
          <p className="cb-player-keys" role="status">
            {t("share.made")}
          </p>
        </div>
      )}
      {links.length > 0 && (
        <ul className="cb-player-links" aria-label={t("share.links")}>
          {links.map((link) => (
            <li key={link.id}>
              <span className="cb-number">
                {t(link.redacted ? "share.until" : "share.untilWhole", { date: date.format(link.expiresAt) })}
              </span>
              <button
                type="button"
                className="cb-inline-button"
                aria-label={t("share.withdrawOf", { date: date.format(link.expiresAt) })}
                aria-disabled={isBusy || undefined}
                onClick={() => !isBusy && void withdraw(link)}
              >
                {t("share.withdraw")}
              </button>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p className="cb-approval-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
