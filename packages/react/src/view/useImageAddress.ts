"use client";
import { useKit } from "../provider/ToolProvider.tsx";
import { useStore, type Store } from "../useStore.ts";

/** Empty on a server and while its markup is hydrated, then the page's own origin. */
const originStore: Store<string> = { subscribe: () => () => {}, read: () => location.origin, readOnServer: () => "" };

const ownPath = /^\/api\/uploads\/[\w-]+\/[^/]+\.(?:png|jpe?g|gif|webp|avif|bmp)$/i;

/**
 * The address of a picture that may be loaded because it is shown: an upload of the page's own host, or one under the
 * provider's `imageSources`; null for every other text.
 */
export function useImageAddress(text: unknown): string | null {
  const { imageSources } = useKit();
  const origin = useStore(originStore);
  if (
    typeof text !== "string" ||
    text.length > 2_048 ||
    origin === "" ||
    !/^(?:\/api\/uploads\/|https?:\/\/)/i.test(text)
  ) {
    return null;
  }
  let url: URL;
  try {
    // Read as browsers do: what leads out of a folder is resolved before anything is compared.
    url = new URL(text, origin);
  } catch {
    return null;
  }
  if (url.username || url.password) return null;
  if (url.origin === origin && ownPath.test(url.pathname)) return url.href;
  return imageSources.some((source) => isUnder(url, source)) ? url.href : null;
}

/** Whether an address has the origin of a source, and its path or one below. */
function isUnder(url: URL, source: string): boolean {
  try {
    const { origin, pathname } = new URL(source);
    return (
      url.origin === origin && (url.pathname === pathname || url.pathname.startsWith(pathname.replace(/\/?$/, "/")))
    );
  } catch {
    return false;
  }
}
