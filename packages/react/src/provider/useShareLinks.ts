"use client";
import type { NewSessionShare, SessionShare, ShareOptions } from "@callboard/core";
import { useEffect, useState } from "react";
import { playerEnglish } from "../messages/playerEnglish.ts";
import { asClientError } from "./asClientError.ts";
import type { Sharing } from "./canShare.ts";
import { useKit } from "./ToolProvider.tsx";

/**
 * A link that opens a session, or did until it was withdrawn here: then it keeps its place, so that no other comes
 * under the pointer.
 */
export interface ShareLink extends SessionShare {
  isWithdrawn?: boolean;
}

export interface ShareLinks {
  /** Those that open the session, the newest last; null until the host has listed them, and where it does not. */
  links: readonly ShareLink[] | null;
  /** The one that was made last, with its address, until it is withdrawn. */
  made: NewSessionShare | null;
  isBusy: boolean;
  /** Why the links could not be listed or changed, in words. */
  error: string | null;
  make(options?: ShareOptions): Promise<void>;
  withdraw(id: string): Promise<void>;
}

/** The read-only links of a session: one thing at a time is made or withdrawn. */
export function useShareLinks(client: Required<Sharing>, sessionId: string): ShareLinks {
  const { t } = useKit(playerEnglish);
  const [links, setLinks] = useState<readonly ShareLink[] | null>(null);
  const [made, setMade] = useState<NewSessionShare | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [cause, setCause] = useState<unknown>(null);
  useEffect(() => {
    let isShown = true;
    client.shares(sessionId).then(
      (known) => isShown && setLinks(known.toSorted((one, other) => one.createdAt - other.createdAt)),
      (refusal: unknown) => isShown && setCause(refusal),
    );
    return () => {
      isShown = false;
    };
  }, [client, sessionId]);
  const act = async (change: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setCause(null);
    try {
      await change();
    } catch (refusal) {
      setCause(refusal);
    } finally {
      setBusy(false);
    }
  };
  return {
    links,
    made,
    isBusy,
    error: cause === null ? null : t("share.failed", { message: asClientError(cause).message }),
    make: (options) =>
      act(async () => {
        const { url, ...link } = await client.share(sessionId, options);
        setMade({ url, ...link });
        setLinks((before) => [...(before ?? []), link]);
      }),
    withdraw: (id) =>
      act(async () => {
        await client.unshare(sessionId, id);
        setMade((before) => (before?.id === id ? null : before));
        setLinks((before) => before?.map((link) => (link.id === id ? { ...link, isWithdrawn: true } : link)) ?? null);
      }),
  };
}
