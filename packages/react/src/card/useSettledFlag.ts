"use client";
import { useEffect, useRef, useState } from "react";

/**
 * A flag that is set only after `delay` and then stays for at least `hold` milliseconds, so that no spinner flashes.
 */
export function useSettledFlag(active: boolean, delay = 200, hold = 400): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (active === shown) return;
    const wait = active ? delay : Math.max(0, since.current + hold - Date.now());
    const timer = setTimeout(() => {
      if (active) since.current = Date.now();
      setShown(active);
    }, wait);
    return () => clearTimeout(timer);
  }, [active, shown, delay, hold]);
  return shown;
}
