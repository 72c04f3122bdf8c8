"use client";
import type { ToolClient } from "@callboard/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { useKit } from "../provider/ToolProvider.tsx";
import { useImageAddress } from "./useImageAddress.ts";

/**
 * The share of its time after which a signed address is renewed, and how soon again after a failure, in milliseconds.
 */
const renewedAfter = 0.8;
const soonest = 1_000;
const pauseAfterFailure = 30_000;
/** Longer than browsers can count. */
const longestTimer = 2_147_483_647;

type Signed = { of: string; client: ToolClient; url: string | null; asked: number };

/**
 * The address by which a file may be loaded because it is shown; null for one that may not. Where the client signs
 * addresses, a signed one, which is renewed before it expires; `renew` asks for another after a failure.
 */
export function useFileAddress(text: string | null): { address: string | null; renew: () => void } {
  const { client } = useKit();
  const allowed = useImageAddress(text);
  const [signed, setSigned] = useState<Signed>();
  const [asked, setAsked] = useState(0);
  const lastAsked = useRef(0);
  // What fails to load fails again: it is asked for anew now and then, not at once and for ever.
  const renew = useCallback(() => {
    if (Date.now() - lastAsked.current >= pauseAfterFailure) setAsked((count) => count + 1);
  }, []);
  const isSignable = text !== null && client?.preview !== undefined && /\/api\/uploads\//.test(text);
  useEffect(() => {
    if (!isSignable || !client?.preview) return;
    const stop = new AbortController();
    lastAsked.current = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const again = (pause: number) => {
      timer = setTimeout(() => setAsked((count) => count + 1), Math.min(longestTimer, Math.max(soonest, pause)));
    };
    client.preview(text, { signal: stop.signal }).then(
      (preview) => {
        if (stop.signal.aborted) return;
        setSigned({ of: text, client, url: preview?.url ?? null, asked });
        if (preview) again(preview.expiresInMs * renewedAfter);
      },
      () => {
        if (stop.signal.aborted) return;
        // A host that signs nothing serves its files as they are.
        setSigned((last) =>
          last?.of === text && last.client === client ? last : { of: text, client, url: null, asked },
        );
        again(pauseAfterFailure);
      },
    );
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [client, text, isSignable, asked]);
  if (!isSignable) return { address: allowed, renew };
  const isKnown = signed?.of === text && signed.client === client;
  return { address: isKnown ? (signed.url ?? allowed) : null, renew };
}
