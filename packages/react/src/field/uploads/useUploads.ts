"use client";
import type { StoredFile, ToolClient } from "@callboard/core";
import { useEffect, useRef, useState } from "react";
import { useLatest } from "../../provider/useLatest.ts";
import type { UploadTranslate } from "../../messages/messages.ts";
import { failureOf, refusalOf, type UploadRules } from "./uploadRules.ts";

/** A file on its way, or one that did not get there. */
export interface Upload {
  key: number;
  file: File;
  state: "sending" | "failed" | "cancelled";
  /** The share that has left, 0 to 1. */
  sent: number;
  /** Why it is not there, in words. */
  problem?: string;
  canRetry: boolean;
}

/** The files of one uploader that are not stored (yet). */
export interface Uploads {
  list: readonly Upload[];
  isPending: boolean;
  add(files: readonly File[]): void;
  cancel(key: number): void;
  retry(key: number): void;
  dismiss(key: number): void;
}

/** Sends files and keeps account of them. Whatever is under way when the uploader goes is cancelled. */
export function useUploads(options: {
  send: NonNullable<ToolClient["upload"]> | undefined;
  rules: UploadRules;
  t: UploadTranslate;
  locale: string;
  onStored: (stored: StoredFile, file: File) => void;
  say: (words: string) => void;
}): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const latest = useLatest(options);
  const running = useRef(new Map<number, AbortController>());
  const nextKey = useRef(0);

  useEffect(() => {
    const all = running.current;
    return () => {
      for (const stop of all.values()) stop.abort();
      all.clear();
    };
  }, []);

  const patch = (key: number, part: Partial<Upload>): void =>
    setList((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));

  const start = async (key: number, file: File): Promise<void> => {
    const { send, t, onStored, say } = latest.current;
    if (!send) return patch(key, { state: "failed", problem: t("upload.problem.nowhere"), canRetry: false });
    const stop = new AbortController();
    running.current.set(key, stop);
    say(t("upload.sending", { name: file.name }));
    try {
      const stored = await send(file, {
        signal: stop.signal,
        onProgress: (sent, total) => patch(key, { sent: total > 0 ? sent / total : 0 }),
      });
      if (stop.signal.aborted) return;
      setList((before) => before.filter((one) => one.key !== key));
      onStored(stored, file);
      say(latest.current.t("upload.stored", { name: file.name }));
    } catch (error) {
      const { t: now } = latest.current;
      if (stop.signal.aborted) {
        patch(key, { state: "cancelled", sent: 0, problem: now("upload.cancelled"), canRetry: true });
        return;
      }
      const { words, canRetry } = failureOf(error, now);
      patch(key, { state: "failed", sent: 0, problem: words, canRetry });
      say(`${file.name}: ${words}`);
    } finally {
      running.current.delete(key);
    }
  };

  return {
    list,
    isPending: list.some((one) => one.state === "sending"),
    add(files) {
      const { rules, t, locale } = options;
      const added = files.map((file): Upload => {
        const problem = refusalOf(file, rules, t, locale);
        const key = nextKey.current++;
        return problem === undefined
          ? { key, file, state: "sending", sent: 0, canRetry: true }
          : { key, file, state: "failed", sent: 0, problem, canRetry: false };
      });
      setList((before) => [...before, ...added]);
      for (const one of added) {
        if (one.state === "sending") void start(one.key, one.file);
        else options.say(`${one.file.name}: ${one.problem}`);
      }
    },
    cancel: (key) => running.current.get(key)?.abort(new DOMException("Cancelled", "AbortError")),
    retry(key) {
      const one = list.find((upload) => upload.key === key);
      if (!one) return;
      patch(key, { state: "sending", sent: 0, problem: undefined });
      void start(key, one.file);
    },
    dismiss: (key) => setList((before) => before.filter((one) => one.key !== key)),
  };
}
