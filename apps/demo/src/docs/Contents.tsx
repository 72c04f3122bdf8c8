import { useEffect, useRef, useState, type ReactNode } from "react";
import { NavLink, useLocation } from "react-router";
import { useWords } from "../words.ts";
import { addressOf, readContents, type DocGroup } from "./docFiles.ts";
import { Search } from "./Search.tsx";

/** The table of contents with its search. Where there is no room beside the page it waits behind a button. */
export function Contents({ current }: { current: string }): ReactNode {
  const words = useWords();
  const groups = useGroups();
  const { key } = useLocation();
  const sideRef = useRef<HTMLDivElement>(null);
  // The contents may be longer than the window: the page that is open is in sight among them.
  useEffect(() => {
    const side = sideRef.current;
    const link = side?.querySelector<HTMLElement>('[aria-current="page"]');
    if (side && link) side.scrollTop = link.offsetTop - side.offsetTop - side.clientHeight / 2;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another page, or the contents having come
  }, [current, groups]);
  const [isOpen, setOpen] = useState(false);
  const [shownAt, setShownAt] = useState(key);
  if (shownAt !== key) {
    setShownAt(key);
    setOpen(false);
  }
  return (
    <div ref={sideRef} className="demo-docs-side" data-open={isOpen || undefined}>
      <button
        type="button"
        className="site-quiet demo-docs-toggle"
        aria-expanded={isOpen}
        aria-controls="demo-docs-contents"
        onClick={() => setOpen(!isOpen)}
      >
        {words["docs.contents"]}
      </button>
      <div id="demo-docs-contents" className="demo-docs-contents">
        <Search key={key}>
          <nav aria-label={words["docs.contents"]} lang="en" dir="ltr">
            {groups.map((group) => (
              <Group key={group.title} group={group} current={current} />
            ))}
          </nav>
        </Search>
      </div>
    </div>
  );
}

function Group({ group: { title, reference, pages }, current }: { group: DocGroup; current: string }): ReactNode {
  const list = (
    <ul>
      {pages.map(({ name, title }) => (
        <li key={name}>
          <NavLink to={addressOf(name)} end>
            {title}
          </NavLink>
        </li>
      ))}
    </ul>
  );
  if (!reference) {
    return (
      <section>
        <h2>{title}</h2>
        {list}
      </section>
    );
  }
  const holdsCurrent = pages.some(({ name }) => name === current);
  return (
    <details key={String(holdsCurrent)} open={holdsCurrent}>
      <summary>{title}</summary>
      {list}
    </details>
  );
}

function useGroups(): readonly DocGroup[] {
  const [groups, setGroups] = useState<readonly DocGroup[]>([]);
  useEffect(() => {
    // Without them the page still has its own links, and the next page asks again.
    readContents().then(setGroups, () => {});
  }, []);
  return groups;
}
