import { lazy } from "react";
import type { RouteObject } from "react-router";
import { Library } from "./pages/Library.tsx";
import { NotFound } from "./pages/NotFound.tsx";
import { PageError } from "./pages/PageError.tsx";
import { Shell } from "./shell/Shell.tsx";

// Forms and outputs come with the first tool that is opened; the library does without them.
const Tool = lazy(() => import("./pages/Tool.tsx").then((module) => ({ default: module.Tool })));

const ChatPage = lazy(() => import("./pages/ChatPage.tsx").then((module) => ({ default: module.ChatPage })));

// Other people's chats bring their own clients.
const AiSdkChat = lazy(() => import("./pages/AiSdkChat.tsx").then((module) => ({ default: module.AiSdkChat })));
const AgUiChat = lazy(() => import("./pages/AgUiChat.tsx").then((module) => ({ default: module.AgUiChat })));

// The player and the files of a session come with the first that is opened.
const Replay = lazy(() => import("./pages/Replay.tsx").then((module) => ({ default: module.Replay })));

const Destination = lazy(() => import("./pages/Destination.tsx").then((module) => ({ default: module.Destination })));

// Brings a Markdown parser with its first page.
const Docs = lazy(() => import("./docs/Docs.tsx").then((module) => ({ default: module.Docs })));

/** The app's pages; the server answers 404 for every other address (server/pages.ts). */
export const routes: RouteObject[] = [
  {
    element: <Shell />,
    errorElement: <PageError />,
    children: [
      { path: "/", element: <Library first /> },
      { path: "/tools", element: <Library /> },
      { path: "/tools/:slug", element: <Tool /> },
      { path: "/chat/ai-sdk", element: <AiSdkChat /> },
      { path: "/chat/ag-ui", element: <AgUiChat /> },
      { path: "/chat/:id/replay", element: <Replay /> },
      { path: "/replay", element: <Replay /> },
      { path: "/chat/:id?", element: <ChatPage /> },
      { path: "/destination", element: <Destination /> },
      { path: "/docs/*", element: <Docs /> },
      { path: "*", element: <NotFound /> },
    ],
  },
];
