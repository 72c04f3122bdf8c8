import { registerKnowledgeBlocks, ToolProvider, type ToolProviderProps } from "@callboard/react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider, type RouteObject } from "react-router";
import { client } from "./client.ts";
import { LanguageProvider } from "./shell/LanguageProvider.tsx";

export interface OpenPagesOptions extends Pick<ToolProviderProps, "fallbackForm" | "outputWorker"> {
  routes: RouteObject[];
}

/** Draws the pages into an element, in the reader's language, from the server that the document came from. */
export function openPages(element: Element, { routes, ...provided }: OpenPagesOptions): void {
  registerKnowledgeBlocks();
  createRoot(element).render(
    <StrictMode>
      <ToolProvider client={client} user="demo" {...provided}>
        <LanguageProvider>
          <RouterProvider router={createBrowserRouter(routes)} />
        </LanguageProvider>
      </ToolProvider>
    </StrictMode>,
  );
}
