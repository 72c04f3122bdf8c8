export { readSessionFile, sessionFileText, streamSessionFile, writeSessionFile } from "./share/sessionFile.ts";
export type { SessionFile, SessionFileHead } from "./share/sessionFile.ts";
export { writeSessionPage } from "./share/sessionPage.ts";
export type { SessionPageOptions, SessionViewer } from "./share/sessionPage.ts";
export { redactEvents, redactSession, redactText } from "./share/redact.ts";
export type { RedactedSession } from "./share/redact.ts";
export { withOutputs } from "./share/withOutputs.ts";
export type { WholeLog } from "./share/withOutputs.ts";
