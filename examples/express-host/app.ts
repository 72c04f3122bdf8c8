import { createRegistry, defineTool } from "@callboard/core";
import { createHost, createNodeListener, type Store } from "@callboard/server";
import express, { type Express } from "express";
import { z } from "zod";

const registry = createRegistry();
registry.register(
  defineTool({
    slug: "shipping",
    name: "Shipping costs",
    description: "Use this to work out what a parcel costs to send.",
    category: "example",
    icon: "package",
    inputSchema: z.object({ kilograms: z.number().positive().max(30), fast: z.boolean().default(false) }),
    outputSchema: z.object({ euros: z.number() }),
    execute: ({ kilograms, fast }) => ({ euros: 4 + kilograms * (fast ? 2 : 1) }),
  }),
);

/** An app with routes of its own, and the tools under `/api/tools` beside them. */
export function createApp(store: Store): { app: Express; close: () => Promise<void> } {
  const host = createHost({ registry, store });
  const app = express();
  app.get("/orders", (_request, response) => void response.json([{ id: 1, kilograms: 2 }]));
  // A body parser belongs to the routes that need it: the host reads its bodies itself.
  app.post("/orders", express.json(), (request, response) => void response.status(201).json(request.body));
  app.use(createNodeListener(host));
  return { app, close: () => host.close() };
}
