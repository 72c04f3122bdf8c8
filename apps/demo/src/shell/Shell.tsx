import type { MouseEvent, ReactNode } from "react";
import { Link, NavLink, Outlet, ScrollRestoration, useNavigate } from "react-router";
import { ThemeSwitch } from "./ThemeSwitch.tsx";

/** What every page has: the bar on top, and the page below it. */
export function Shell(): ReactNode {
  const followLink = useFollowLink();
  return (
    <div className="callboard demo-shell" onClick={followLink}>
      <a className="demo-skip" href="#main">
        Skip to content
      </a>
      <header className="demo-bar">
        <Link className="demo-name" to="/">
          <img src="/favicon.svg" alt="" width={20} height={20} />
          Callboard
        </Link>
        <nav aria-label="Main">
          <NavLink to="/tools">Tools</NavLink>
        </nav>
        <ThemeSwitch />
      </header>
      <main id="main" className="demo-main" tabIndex={-1}>
        <Outlet />
      </main>
      <ScrollRestoration />
    </div>
  );
}

/** Plain links, such as the kit's, change pages without loading the app anew; the browser keeps every other kind of click. */
function useFollowLink(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    ) {
      return;
    }
    const link = (event.target as Element).closest("a");
    if (!link || link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || (link.hash !== "" && link.pathname === location.pathname)) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  };
}
