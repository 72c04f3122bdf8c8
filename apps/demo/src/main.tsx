import "@callboard/react/styles.css";
import "./shell/shell.css";
import { ToolProvider } from "@callboard/react";
import { rjsfForm } from "@callboard/react/rjsf";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router";
import { client } from "./client.ts";
import { startOutputWorker } from "./outputWorker.ts";
import { routes } from "./routes.tsx";
import { LanguageProvider } from "./shell/LanguageProvider.tsx";

const router = createBrowserRouter(routes);

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <ToolProvider client={client} user="demo" fallbackForm={rjsfForm} outputWorker={startOutputWorker}>
      <LanguageProvider>
        <RouterProvider router={router} />
      </LanguageProvider>
    </ToolProvider>
  </StrictMode>,
);
