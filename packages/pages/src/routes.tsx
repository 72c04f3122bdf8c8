import { lazy, Suspense, type ReactNode } from "react";
import type { RouteObject } from "react-router";
import { Library } from "./pages/Library.tsx";
import { NotFound } from "./pages/NotFound.tsx";
import { GuestShell } from "./shell/GuestShell.tsx";
import { PageError } from "./pages/PageError.tsx";

// Forms and outputs come with the first tool that is opened; the library does without them.
const Tool = lazy(() => import("./pages/Tool.tsx").then((module) => ({ default: module.Tool })));

const StandardChat = lazy(() => import("./pages/ChatPage.tsx").then((module) => ({ default: module.ChatPage })));

// The player and the files of a session come with the first that is opened.
const Replay = lazy(() => import("./pages/Replay.tsx").then((module) => ({ default: module.Replay })));

const ToolSession = lazy(() => import("./pages/ToolSession.tsx").then((module) => ({ default: module.ToolSession })));

const Publishing = lazy(() => import("./pages/Publishing.tsx").then((module) => ({ default: module.Publishing })));

const Knowledge = lazy(() => import("./pages/Knowledge.tsx").then((module) => ({ default: module.Knowledge })));
const AdminTools = lazy(() => import("./pages/AdminTools.tsx").then((module) => ({ default: module.AdminTools })));
const AdminBundles = lazy(() =>
  import("./pages/AdminBundles.tsx").then((module) => ({ default: module.AdminBundles })),
);
const AdminRuns = lazy(() => import("./pages/AdminRuns.tsx").then((module) => ({ default: module.AdminRuns })));
const AdminRun = lazy(() => import("./pages/AdminRun.tsx").then((module) => ({ default: module.AdminRun })));
const AdminSchedules = lazy(() =>
  import("./pages/AdminSchedules.tsx").then((module) => ({ default: module.AdminSchedules })),
);
const AdminUsage = lazy(() => import("./pages/AdminUsage.tsx").then((module) => ({ default: module.AdminUsage })));
// The editor of tools, with the editor of fields, comes with the first tool that is written.
const EditTool = lazy(() => import("./pages/EditTool.tsx").then((module) => ({ default: module.EditTool })));
const Keys = lazy(() => import("./pages/Keys.tsx").then((module) => ({ default: module.Keys })));
const Servers = lazy(() => import("./pages/Servers.tsx").then((module) => ({ default: module.Servers })));
const SignInReturn = lazy(() =>
  import("./pages/SignInReturn.tsx").then((module) => ({ default: module.SignInReturn })),
);
const ServerPage = lazy(() => import("./pages/ServerPage.tsx").then((module) => ({ default: module.ServerPage })));

const EntityTypes = lazy(() =>
  import("./pages/entities/EntityTypes.tsx").then((module) => ({ default: module.EntityTypes })),
);
const EntityList = lazy(() =>
  import("./pages/entities/EntityList.tsx").then((module) => ({ default: module.EntityList })),
);
const EntityPage = lazy(() =>
  import("./pages/entities/EntityPage.tsx").then((module) => ({ default: module.EntityPage })),
);
// The form comes with the first entity that is written.
const EditEntity = lazy(() =>
  import("./pages/entities/EditEntity.tsx").then((module) => ({ default: module.EditEntity })),
);

const ViewList = lazy(() => import("./pages/views/ViewList.tsx").then((module) => ({ default: module.ViewList })));
// The blocks come with the first view that is opened.
const ViewPage = lazy(() => import("./pages/views/ViewPage.tsx").then((module) => ({ default: module.ViewPage })));
const BriefPage = lazy(() => import("./pages/briefs/BriefPage.tsx").then((module) => ({ default: module.BriefPage })));

const AskByLink = lazy(() => import("./pages/AskByLink.tsx").then((module) => ({ default: module.AskByLink })));

export interface PageRoutesOptions {
  /** What stands around every page, such as a `Shell`; the pages are its outlet. */
  shell: ReactNode;
  /** The chat's page; a `ChatPage` unless given. */
  chat?: ReactNode;
  /** What stands below a tool's page. */
  belowTool?: (slug: string) => ReactNode;
  /** Pages of one's own beside the standard ones. */
  more?: RouteObject[];
}

/** The standard pages as routes of react-router; the server answers 404 for every other address. */
export function pageRoutes({ shell, chat, belowTool, more = [] }: PageRoutesOptions): RouteObject[] {
  return [
    // Whoever has a link may have nothing else here: the bar would lead them nowhere.
    {
      path: "/ask",
      errorElement: <PageError />,
      element: (
        <Suspense>
          <AskByLink />
        </Suspense>
      ),
    },
    {
      element: shell,
      errorElement: <PageError />,
      children: [
        { path: "/", element: <Library first /> },
        { path: "/tools", element: <Library /> },
        { path: "/tools/:slug", element: <Tool {...(belowTool && { below: belowTool })} /> },
        { path: "/chat/:id/replay", element: <Replay /> },
        { path: "/replay", element: <Replay /> },
        { path: "/chat/:id?", element: chat ?? <StandardChat /> },
        { path: "/knowledge/:id?", element: <Knowledge /> },
        { path: "/publish", element: <Publishing /> },
        { path: "/admin/tools", element: <AdminTools /> },
        { path: "/admin/tools/new", element: <EditTool key="new" /> },
        { path: "/admin/tools/:slug/edit", element: <EditTool key="edit" /> },
        { path: "/admin/bundles", element: <AdminBundles /> },
        { path: "/admin/runs", element: <AdminRuns /> },
        { path: "/admin/runs/:sessionId/:callId", element: <AdminRun /> },
        { path: "/admin/schedules", element: <AdminSchedules /> },
        { path: "/admin/usage", element: <AdminUsage /> },
        { path: "/keys", element: <Keys /> },
        { path: "/entities", element: <EntityTypes /> },
        { path: "/entities/:type", element: <EntityList /> },
        { path: "/entities/:type/new", element: <EditEntity key="new" /> },
        { path: "/entities/:type/:id", element: <EntityPage /> },
        { path: "/entities/:type/:id/edit", element: <EditEntity key="edit" /> },
        { path: "/sign-in/server", element: <SignInReturn /> },
        { path: "/views", element: <ViewList /> },
        { path: "/views/:slug", element: <ViewPage /> },
        { path: "/briefs/:id", element: <BriefPage surface="page" /> },
        { path: "/briefs/:id/pdf", element: <BriefPage surface="pdf" /> },
        { path: "/servers", element: <Servers /> },
        { path: "/servers/:name", element: <ServerPage /> },
        ...more,
        { path: "*", element: <NotFound /> },
      ],
    },
    {
      element: <GuestShell>{shell}</GuestShell>,
      errorElement: <PageError />,
      children: [{ path: "/tools/:slug/session/:id", element: <ToolSession /> }],
    },
  ];
}
