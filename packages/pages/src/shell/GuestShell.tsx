import { Suspense, type ReactNode } from "react";
import { Outlet, useLocation } from "react-router";

/** What stands around a page that guests open by a link: nothing else of the host is theirs. */
export function GuestShell({ children: shell }: { children: ReactNode }): ReactNode {
  const { hash } = useLocation();
  if (!hash.startsWith("#link=")) return shell;
  return (
    <div className="callboard site-shell">
      <main id="main" className="site-main" tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}
