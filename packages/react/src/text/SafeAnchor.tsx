"use client";
import type { SafeLink } from "@callboard/core/view";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { viewEnglish } from "../messages/viewEnglish.ts";
import { readableText } from "./visibleText.ts";

/** A link out of an output: its address is checked, its host is visible, and it opens in another tab. */
export function SafeAnchor(props: {
  link: SafeLink;
  /** Text in place of the address; the host follows it, since a text can pretend any target. */
  title?: string | undefined;
  /** The text is Callboard's own and names the host. */
  namesHost?: boolean;
}): ReactNode {
  const { link, title, namesHost = false } = props;
  const { t } = useKit(viewEnglish);
  const mail = link.href.startsWith("mailto:");
  const words = title === undefined ? (mail ? link.host : link.href) : title;
  return (
    <a
      className="cb-link"
      href={link.href}
      {...(mail ? {} : { target: "_blank", rel: "noopener noreferrer nofollow", referrerPolicy: "no-referrer" })}
    >
      <bdi>{readableText(words)}</bdi>
      {title !== undefined && !namesHost && <bdi className="cb-link-host">{link.host}</bdi>}
      {!mail && <ExternalLink size={12} aria-hidden />}
      {!mail && <span className="cb-visually-hidden">({t("view.link.opens")})</span>}
    </a>
  );
}
