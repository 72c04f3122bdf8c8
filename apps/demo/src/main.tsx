import "@callboard/react/styles.css";
import "./shell/shell.css";
import { ToolProvider } from "@callboard/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router";
import { client } from "./client.ts";
import { Library } from "./pages/Library.tsx";
import { NotFound } from "./pages/NotFound.tsx";
import { PageError } from "./pages/PageError.tsx";
import { Tool } from "./pages/Tool.tsx";
import { Shell } from "./shell/Shell.tsx";

// The server answers 404 for every other address: see server/knownPage.ts.
const router = createBrowserRouter([
  {
    element: <Shell />,
    errorElement: <PageError />,
    children: [
      { path: "/", element: <Library first /> },
      { path: "/tools", element: <Library /> },
      { path: "/tools/:slug", element: <Tool /> },
      { path: "*", element: <NotFound /> },
    ],
  },
]);

createRoot(document.getElementById("app")!).render(
  <StrictMode>
    <ToolProvider client={client} locale={navigator.language}>
      <RouterProvider router={router} />
    </ToolProvider>
  </StrictMode>,
);
