import { authoringClient, type ToolBundle } from "@callboard/core/client";
import { useRef, type ReactNode } from "react";
import { transport } from "../client.ts";
import { useWords } from "../shell/LanguageProvider.tsx";
import { pageTitle } from "../shell/siteName.ts";
import { AdminFailure } from "./AdminFailure.tsx";
import { AdminNav } from "./AdminNav.tsx";
import { useProblem } from "./useProblem.ts";
import { useRead } from "./useRead.ts";
import { useToolNames } from "./useToolNames.ts";

const authoring = authoringClient(transport);
const readBundles = (signal: AbortSignal) => authoring.bundles({ signal });

/** The bundles that tools of the host come with, each with its switch for this workspace. */
export function AdminBundles(): ReactNode {
  const words = useWords();
  const names = useToolNames();
  const { value: bundles, failure, again, replace } = useRead(readBundles);
  const { problem, attempt } = useProblem();
  const underway = useRef(new Set<string>());
  const toggle = async ({ bundle, isInstalled }: ToolBundle) => {
    if (underway.current.has(bundle)) return;
    underway.current.add(bundle);
    const show = (next: boolean) =>
      replace((all) => all.map((each) => (each.bundle === bundle ? { ...each, isInstalled: next } : each)));
    // The switch moves at once, and back where the server refuses.
    show(!isInstalled);
    let shown = isInstalled;
    try {
      await attempt(async () => {
        shown = (await authoring.setBundle(bundle, !isInstalled)).isInstalled;
      });
    } finally {
      show(shown);
      underway.current.delete(bundle);
    }
  };
  return (
    <section className="site-admin" aria-busy={(bundles === undefined && !failure) || undefined}>
      <title>{pageTitle(words.bundles)}</title>
      <AdminNav />
      <header className="site-admin-head">
        <div>
          <h1>{words.bundles}</h1>
          <p>{words["bundles.lead"]}</p>
        </div>
      </header>
      {problem !== undefined && (
        <p className="site-admin-problem" role="alert" dir="auto">
          {problem}
        </p>
      )}
      {failure && !bundles && <AdminFailure of="admin" failure={failure} onRetry={again} />}
      {bundles?.length === 0 && (
        <div className="site-message">
          <h2>{words["bundles.empty"]}</h2>
          <p>{words["bundles.empty.help"]}</p>
        </div>
      )}
      {bundles && bundles.length > 0 && (
        <ul className="site-admin-list site-bundles">
          {bundles.map((each) => (
            <li key={each.bundle}>
              <bdi className="site-bundle-name">{each.bundle}</bdi>
              <span className="site-admin-facts">
                {each.isForAll && <span>{words["bundles.forAll"]}</span>}
                {each.tools.map(({ slug, name }) => (
                  <bdi key={slug}>{names.get(slug) ?? name}</bdi>
                ))}
              </span>
              <label className="site-switch">
                <input
                  type="checkbox"
                  role="switch"
                  checked={each.isInstalled || each.isForAll}
                  aria-checked={each.isInstalled || each.isForAll}
                  disabled={each.isForAll}
                  onChange={() => void toggle(each)}
                  aria-label={words["bundles.switch"].replace("{name}", each.bundle)}
                />
                <span aria-hidden>
                  {words[each.isInstalled || each.isForAll ? "admin.tools.on" : "admin.tools.off"]}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
