import type { RouteObject } from "react-router";
import { Library } from "./pages/Library.tsx";
import { NotFound } from "./pages/NotFound.tsx";
import { PageError } from "./pages/PageError.tsx";
import { Tool } from "./pages/Tool.tsx";
import { Shell } from "./shell/Shell.tsx";

/** The app's pages; the server answers 404 for every other address (server/pages.ts). */
export const routes: RouteObject[] = [
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
];
