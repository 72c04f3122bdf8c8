/** What runs in a page that `writeSessionPage` made. `scripts/viewer.mjs` makes one script of it. */
import { readSessionFile } from "@callboard/core/share";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import type { Messages } from "../messages/messages.ts";
import { playerEnglish } from "../messages/playerEnglish.ts";
import { ToolProvider, useKit } from "../provider/ToolProvider.tsx";
import { SessionPlayer } from "./SessionPlayer.tsx";

const file = await readSessionFile(document.documentElement.outerHTML);
const words = document.body.querySelector("#callboard-messages")?.textContent;
const messages = words ? (JSON.parse(words) as Messages) : undefined;

function LeftOutputs({ count }: { count: number }): ReactNode {
  const { t } = useKit(playerEnglish);
  return count > 0 && <p className="cb-call-note">{t("file.outputsLeft", { count })}</p>;
}

createRoot(document.body.querySelector("#root")!).render(
  <ToolProvider locale={document.documentElement.lang} {...(messages && { messages })}>
    <main className="callboard cb-page-of-session">
      <h1>{file?.head.title ?? document.title}</h1>
      <LeftOutputs count={file?.head.outputsLeft ?? 0} />
      <SessionPlayer events={file?.events ?? []} />
    </main>
  </ToolProvider>,
);
