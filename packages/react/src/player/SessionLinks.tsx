"use client";
import { Link } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { playerEnglish } from "../messages/playerEnglish.ts";
import type { Sharing } from "../provider/canShare.ts";
import { useKit } from "../provider/ToolProvider.tsx";
import { useShareLinks } from "../provider/useShareLinks.ts";
import { CopyButton } from "../text/CopyButton.tsx";

/** For how many days a link may open its session. */
const DAYS = [1, 7, 30, 90];

/** The read-only links of a session: a new one, and those that open it now. */
export function SessionLinks({ client, sessionId }: { client: Required<Sharing>; sessionId: string }): ReactNode {
  const { locale } = useKit();
  const { t } = useKit(playerEnglish);
  const [days, setDays] = useState(7);
  const [redacted, setRedacted] = useState(true);
  const { links, made, isBusy, error, make, withdraw } = useShareLinks(client, sessionId);
  const id = useId();
  const day = new Intl.NumberFormat(locale, { style: "unit", unit: "day", unitDisplay: "long" });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
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
          onClick={() => void make({ expiresInDays: days, redacted })}
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
      {links !== null && links.length > 0 && (
        <ul className="cb-player-links" aria-label={t("share.links")}>
          {links.map((link) => (
            <li key={link.id}>
              <span className="cb-number">
                {t(link.redacted ? "share.until" : "share.untilWhole", { date: date.format(link.expiresAt) })}
              </span>
              <button
                type="button"
                className="cb-inline-button"
                aria-label={link.isWithdrawn ? undefined : t("share.withdrawOf", { date: date.format(link.expiresAt) })}
                aria-disabled={isBusy || link.isWithdrawn || undefined}
                onClick={() => !link.isWithdrawn && void withdraw(link.id)}
              >
                {t(link.isWithdrawn ? "share.withdrawn" : "share.withdraw")}
              </button>
              {made?.id === link.id && (
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
