import "@callboard/react/styles.css";
import "@callboard/react/player.css";
import "@callboard/react/author.css";
import "@callboard/pages/styles.css";
import { openPages, outputWorkerAt } from "@callboard/pages";
// oxlint-disable-next-line import/default -- Vite makes the address of the built worker the default export
import outputWorker from "@callboard/react/output-worker?worker&url";
import { rjsfForm } from "@callboard/rjsf";
import { routes } from "./routes.tsx";

openPages(document.getElementById("app")!, {
  routes,
  fallbackForm: rjsfForm,
  outputWorker: outputWorkerAt(outputWorker),
});
