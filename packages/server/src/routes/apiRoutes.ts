import type { Kernel } from "../kernel/kernel.ts";
import type { ModuleRoute } from "../kernel/module.ts";
import { agentRoutes } from "./agentRoutes.ts";
import { callRoutes } from "./callRoutes.ts";
import { chatRoutes } from "./chatRoutes.ts";
import { choiceRoutes } from "./choiceRoutes.ts";
import { outputRoutes } from "./outputRoutes.ts";
import { sessionRoutes } from "./sessionRoutes.ts";
import { toolRoutes } from "./toolRoutes.ts";

/** The routes of a person's client. */
export const apiRoutes = (kernel: Kernel): readonly ModuleRoute[] =>
  [toolRoutes, sessionRoutes, callRoutes, outputRoutes, chatRoutes, agentRoutes, choiceRoutes].flatMap((routesOf) =>
    routesOf(kernel),
  );
