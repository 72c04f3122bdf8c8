import "@callboard/react/styles.css";
import "./shell/shell.css";
import { ToolProvider } from "@callboard/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router";
import { client } from "./client.ts";
import { routes } from "./routes.tsx";

const router = createBrowserRouter(routes);

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <ToolProvider client={client} locale={navigator.language}>
      <RouterProvider router={router} />
    </ToolProvider>
  </StrictMode>,
);
