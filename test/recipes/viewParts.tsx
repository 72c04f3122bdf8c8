import { createTransport, viewsClient, type KeptView } from "@callboard/core/client";
import { ToolProvider, ViewParts } from "@callboard/react";
import "@callboard/react/styles.css";
import { createHttpClient } from "@callboard/core";

const transport = createTransport({ baseUrl: "" });
const client = createHttpClient(transport);

/** Reads a view before the page is drawn. */
export const readView = (slug: string) => viewsClient(transport).get(slug);

export function SalesPage({ view }: { view: KeptView }) {
  return (
    <ToolProvider client={client}>
      <h1>{view.title}</h1>
      <ViewParts spec={view.spec} />
    </ToolProvider>
  );
}
