// The public list, by hand.
export { openPages } from "./openPages.tsx";
export type { OpenPagesOptions } from "./openPages.tsx";
export { pageRoutes } from "./routes.tsx";
export type { PageRoutesOptions } from "./routes.tsx";
export { Shell } from "./shell/Shell.tsx";
export type { ShellLink, ShellProps } from "./shell/Shell.tsx";
export type { SettingsProps } from "./shell/Settings.tsx";
export { LanguageProvider, useShownLanguage, useWords } from "./shell/LanguageProvider.tsx";
export { localeOf } from "./shell/language.ts";
export type { Language } from "./shell/language.ts";
export type { Words } from "./shell/words.ts";
export { ChatPage } from "./pages/ChatPage.tsx";
export type { ChatPageProps } from "./pages/ChatPage.tsx";
export { NotFound } from "./pages/NotFound.tsx";
export { usePagesState } from "./pages/usePagesState.ts";
export { outputWorkerAt } from "./outputWorker.ts";
export { client, transport } from "./client.ts";
