import { Suspense, type ReactNode } from "react";
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from "react-router";
import { useWords } from "./LanguageProvider.tsx";
import { Settings } from "./Settings.tsx";
import { useFollowLinks } from "./useFollowLinks.ts";

/** What every page has: the bar on top, and the page below it. */
export function Shell(): ReactNode {
  useFollowLinks();
  const words = useWords();
  // The addresses of other people's chats lie below the chat's own.
  const { pathname } = useLocation();
  const isChat = /^\/chat(?!\/(?:ai-sdk|ag-ui)\/?$)/.test(pathname);
  return (
    <div className="callboard demo-shell">
      <a className="demo-skip" href="#main">
        {words.skip}
      </a>
      <header className="demo-bar">
        <Link className="demo-name" to="/">
          <img src="/favicon.svg" alt="" width={20} height={20} />
          <span>Callboard</span>
        </Link>
        <nav aria-label={words.main}>
          <NavLink to="/tools">{words.tools}</NavLink>
          <Link to="/chat" aria-current={isChat ? "page" : undefined}>
            {words.chat}
          </Link>
          <NavLink className="demo-wide" to="/chat/ai-sdk">
            AI SDK
          </NavLink>
          <NavLink className="demo-wide" to="/chat/ag-ui">
            AG-UI
          </NavLink>
          <NavLink to="/docs">{words.docs}</NavLink>
        </nav>
        <Settings />
      </header>
      <main id="main" className="demo-main" tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <ScrollRestoration />
    </div>
  );
}
