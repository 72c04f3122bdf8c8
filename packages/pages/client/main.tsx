import "@callboard/react/styles.css";
import "@callboard/react/player.css";
import "@callboard/react/author.css";
import "@callboard/pages/styles.css";
import { openPages, outputWorkerAt, pageRoutes, Shell, usePagesState, useWords } from "@callboard/pages";
// oxlint-disable-next-line import/default -- Vite makes the address of the built worker the default export
import outputWorker from "@callboard/react/output-worker?worker&url";
import { rjsfForm } from "@callboard/rjsf";
import type { ReactNode } from "react";

function StandardShell(): ReactNode {
  const words = useWords();
  const { mayPublish = false, hasServers = false } = usePagesState() ?? {};
  const links = [
    { to: "/knowledge", label: words.knowledge, isWide: true },
    ...(hasServers ? [{ to: "/servers", label: words.servers, isWide: true }] : []),
  ];
  const ofOperator = [
    { to: "/publish", label: words.publish },
    { to: "/keys", label: words.keys, isWide: true },
  ];
  return <Shell links={mayPublish ? [...links, ...ofOperator] : links} />;
}

openPages(document.getElementById("app")!, {
  routes: pageRoutes({ shell: <StandardShell /> }),
  fallbackForm: rjsfForm,
  outputWorker: outputWorkerAt(outputWorker),
});
