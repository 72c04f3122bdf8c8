"use client";
import type { SafeLink } from "@callboard/core";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { useCallboard } from "../provider/ToolProvider.tsx";
import { viewMessages } from "../messages/view.ts";
import { addMessages } from "../messages/messages.ts";

addMessages(viewMessages);

/** A link out of an output: the address was checked, the host it leads to is in sight, and it opens apart. */
export function SafeAnchor(props: {
  link: SafeLink;
  /** Words in the address's place; the host then follows them, since words can say anything. */
  title?: string | undefined;
  /** The title is Callboard's own and names the host itself. */
  namesHost?: boolean;
}): ReactNode {
  const { link, title, namesHost = false } = props;
  const { t } = useCallboard();
  const mail = link.href.startsWith("mailto:");
  const words = title === undefined ? (mail ? link.host : link.href) : title;
  return (
    <a
      className="cb-link"
      href={link.href}
      {...(mail ? {} : { target: "_blank", rel: "noopener noreferrer nofollow", referrerPolicy: "no-referrer" })}
    >
      <bdi>{words}</bdi>
      {title !== undefined && !namesHost && <bdi className="cb-link-host">{link.host}</bdi>}
      {!mail && <ExternalLink size={12} aria-hidden />}
      {!mail && <span className="cb-visually-hidden">({t("view.link.opens")})</span>}
    </a>
  );
}
