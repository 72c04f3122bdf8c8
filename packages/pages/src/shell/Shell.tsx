import { Suspense, type ReactNode } from "react";
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from "react-router";
import { useWords } from "./LanguageProvider.tsx";
import { Settings, type SettingsProps } from "./Settings.tsx";
import { siteName } from "./siteName.ts";
import { useFollowLinks } from "./useFollowLinks.ts";

/** A page that the bar leads to. */
export interface ShellLink {
  to: string;
  label: string;
  /** Stands in the panel of the settings where the bar has no room for it. */
  isWide?: boolean;
  /** No page of the app's: the browser opens it. */
  isElsewhere?: boolean;
}

export interface ShellProps {
  /** What the bar leads to beside the tools and the chat. */
  links?: readonly ShellLink[];
  settings?: SettingsProps;
}

/** What every page has: the bar on top, and the page below it. */
export function Shell({ links = [], settings }: ShellProps): ReactNode {
  useFollowLinks();
  const words = useWords();
  // An app may have further chats below the chat's own address.
  const { pathname } = useLocation();
  const isChat = /^\/chat(?:\/|$)/.test(pathname) && !links.some(({ to }) => pathname.replace(/\/$/, "") === to);
  const wide = links.filter(({ isWide }) => isWide);
  return (
    <div className="callboard site-shell">
      <a className="site-skip" href="#main">
        {words.skip}
      </a>
      <header className="site-bar">
        <Link className="site-name" to="/">
          <img src="/favicon.svg" alt="" width={20} height={20} />
          <span dir="auto">{siteName()}</span>
        </Link>
        <nav aria-label={words.main}>
          <NavLink to="/tools">{words.tools}</NavLink>
          <Link to="/chat" aria-current={isChat ? "page" : undefined}>
            {words.chat}
          </Link>
          {links.map((link) => (
            <BarLink key={link.to} link={link} className={link.isWide ? "site-wide" : ""} />
          ))}
        </nav>
        <Settings
          // Whoever follows a link of the panel is done with it.
          key={pathname}
          {...settings}
          more={
            <>
              {wide.length > 0 && (
                <nav className="site-more" aria-label={words.more}>
                  {wide.map((link) => (
                    <BarLink key={link.to} link={link} className="" />
                  ))}
                </nav>
              )}
              {settings?.more}
            </>
          }
        />
      </header>
      <main id="main" className="site-main" tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
      <ScrollRestoration />
    </div>
  );
}

function BarLink({ link: { to, label, isElsewhere }, className }: { link: ShellLink; className: string }): ReactNode {
  return isElsewhere ? (
    <a className={className} href={to} target="_self">
      {label}
    </a>
  ) : (
    <NavLink className={className} to={to}>
      {label}
    </NavLink>
  );
}
