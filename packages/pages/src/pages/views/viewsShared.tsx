import { viewsClient, type ViewSummary } from "@callboard/core/client";
import type { ReactNode } from "react";
import { transport } from "../../client.ts";
import { useWords } from "../../shell/LanguageProvider.tsx";
import { Moment, useMomentText } from "../Moment.tsx";

/** What the pages of views ask the host. */
export const views = viewsClient(transport);

/** Who sees a view: everybody, those who change views, or its maker for a while. */
export function ViewState({ view }: { view: ViewSummary }): ReactNode {
  const words = useWords();
  const state = view.expiresAt !== null ? "transient" : view.isPublished ? "published" : "draft";
  return <span className="site-view-state">{words[`views.${state}`]}</span>;
}

/** When a view was changed, and by whom. */
export function ViewChange({ view: { updatedAt, updatedBy } }: { view: ViewSummary }): ReactNode {
  const words = useWords();
  return (
    <span>
      {words["views.changed"]} <Moment at={Date.parse(updatedAt)} />
      {updatedBy !== null && (
        <>
          {" · "}
          <bdi>{updatedBy}</bdi>
        </>
      )}
    </span>
  );
}

/** What whoever looks has to know of a view that not everybody sees; nothing of a published one. */
export function ViewNote({ view: { expiresAt, isPublished } }: { view: ViewSummary }): ReactNode {
  const words = useWords();
  const timeOf = useMomentText();
  if (expiresAt !== null) {
    return (
      <p className="site-entities-note">
        {words["views.transient.help"].replace("{time}", timeOf(Date.parse(expiresAt)))}
      </p>
    );
  }
  return isPublished ? null : <p className="site-entities-note">{words["views.draft.help"]}</p>;
}
