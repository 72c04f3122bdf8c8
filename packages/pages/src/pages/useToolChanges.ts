import { useEffect, useState } from "react";

/** What a development server of Vite gives a page, of which this is used. */
interface Hot {
  on(event: string, listener: (change: { slugs: string[] }) => void): void;
  off(event: string, listener: (change: { slugs: string[] }) => void): void;
}

/**
 * A number that grows when tool folders change under a development server, to key what must be read again. With a slug,
 * only that tool's changes count, so that work on one tool never empties another's form.
 */
export function useToolChanges(slug?: string): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    // Written out, since Vite gives it to a module only where it reads these words.
    const hot = (import.meta as { hot?: Hot }).hot;
    if (!hot) return;
    const changed = ({ slugs }: { slugs: string[] }) => {
      if (slug === undefined || slugs.includes(slug)) setVersion((current) => current + 1);
    };
    hot.on("callboard:tools", changed);
    return () => hot.off("callboard:tools", changed);
  }, [slug]);
  return version;
}
