"use client";
import type { ReactNode } from "react";
import { readableText } from "../text/visibleText.ts";

export interface PartLinkProps {
  id: string;
  hrefOf: (id: string) => string | undefined;
  children: ReactNode;
}

/** The way to a document, section or passage; its words alone where it opens nowhere. */
export function PartLink({ id, hrefOf, children }: PartLinkProps): ReactNode {
  const href = id === "" ? undefined : hrefOf(id);
  return href === undefined ? (
    <span>{children}</span>
  ) : (
    <a className="cb-link" href={href}>
      {children}
    </a>
  );
}

/** The place of a passage, from the source down: each name by itself, in whatever direction it is written. */
export function Place({ breadcrumb }: { breadcrumb: string }): ReactNode {
  return breadcrumb.split(" > ").map((name, at) => (
    <span key={at}>
      {at > 0 && <span className="cb-passages-step">{" › "}</span>}
      <bdi>{readableText(name)}</bdi>
    </span>
  ));
}
