import { pageRoutes, Shell, useWords as usePageWords } from "@callboard/pages";
import { lazy, type ReactNode } from "react";
import { Link, type RouteObject } from "react-router";
import { useWords } from "./words.ts";
import { WorkspaceSwitch } from "./WorkspaceSwitch.tsx";

const DemoChat = lazy(() => import("./pages/DemoChat.tsx").then((module) => ({ default: module.DemoChat })));

// Other people's chats bring their own clients.
const AiSdkChat = lazy(() => import("./pages/AiSdkChat.tsx").then((module) => ({ default: module.AiSdkChat })));
const AgUiChat = lazy(() => import("./pages/AgUiChat.tsx").then((module) => ({ default: module.AgUiChat })));

const Inspector = lazy(() => import("./pages/Inspector.tsx").then((module) => ({ default: module.Inspector })));

const Destination = lazy(() => import("./pages/Destination.tsx").then((module) => ({ default: module.Destination })));

// Brings a Markdown parser with its first page.
const Docs = lazy(() => import("./docs/Docs.tsx").then((module) => ({ default: module.Docs })));

function DemoShell(): ReactNode {
  const words = useWords();
  const { publish, knowledge, entities, views, admin: manage } = usePageWords();
  const links = [
    { to: "/chat/ai-sdk", label: "AI SDK", isWide: true },
    { to: "/chat/ag-ui", label: "AG-UI", isWide: true },
    { to: "/knowledge", label: knowledge, isWide: true },
    { to: "/entities", label: entities, isWide: true },
    { to: "/views", label: views, isWide: true },
    { to: "/admin/tools", label: manage, isWide: true },
    { to: "/publish", label: publish, isWide: true },
    { to: "/embed", label: words.embed, isWide: true, isElsewhere: true },
    { to: "/docs", label: words.docs },
  ];
  return <Shell links={links} settings={{ more: <WorkspaceSwitch />, label: words.settings }} />;
}

function BelowTool({ slug }: { slug: string }): ReactNode {
  const words = useWords();
  if (slug !== "content-desk-publish") return null;
  return (
    <p className="site-beside">
      <Link to="/destination">{words["destination.lead"]}</Link>
    </p>
  );
}

/**
 * The app's pages: the standard ones, and the demo's own; the server answers 404 for every other address
 * (server/pages.ts).
 */
export const routes: RouteObject[] = pageRoutes({
  shell: <DemoShell />,
  chat: <DemoChat />,
  belowTool: (slug) => <BelowTool slug={slug} />,
  more: [
    { path: "/chat/ai-sdk", element: <AiSdkChat /> },
    { path: "/chat/ag-ui", element: <AgUiChat /> },
    { path: "/inspector", element: <Inspector /> },
    { path: "/destination", element: <Destination /> },
    { path: "/docs/*", element: <Docs /> },
  ],
});
