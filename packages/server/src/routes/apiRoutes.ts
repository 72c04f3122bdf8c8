import type { Hono } from "hono";
import type { HostEnvironment } from "../kernel/kernel.ts";
import type { ReachableRoute } from "../kernel/routeTable.ts";
import { agentRoutes } from "./agentRoutes.ts";
import { callRoutes } from "./callRoutes.ts";
import { chatRoutes } from "./chatRoutes.ts";
import { choiceRoutes } from "./choiceRoutes.ts";
import { outputRoutes } from "./outputRoutes.ts";
import { sessionRoutes } from "./sessionRoutes.ts";
import { toolRoutes } from "./toolRoutes.ts";

/** The kernel's own routes, by their address: asked with a credential. */
export const apiRoutes: readonly (readonly [base: string, routes: () => Hono<HostEnvironment>])[] = [
  ["/api/tools", toolRoutes],
  ["/api/sessions", sessionRoutes],
  ["/api/calls", callRoutes],
  ["/api/outputs", outputRoutes],
  ["/api/chat", chatRoutes],
  ["/api/agents", agentRoutes],
  ["/api/choices", choiceRoutes],
];

/** What of these the token of an embed reaches. What is not here is not in its scope. */
export const apiRoutesOfEmbeds: readonly ReachableRoute[] = [
  { method: "GET", path: "/api/tools/:slug", embed: { names: "tool" } },
  { method: "POST", path: "/api/tools/:slug/run", embed: { names: "tool", action: "run" } },
  { method: "GET", path: "/api/sessions/:id/events", embed: { names: "session" } },
  { method: "GET", path: "/api/outputs/:id", embed: { names: "output" } },
  { method: "POST", path: "/api/calls/:id/cancel", embed: { names: "call", action: "cancel" } },
  { method: "POST", path: "/api/calls/:id/answer", embed: { names: "call", action: "run" } },
];
