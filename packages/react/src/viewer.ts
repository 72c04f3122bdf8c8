import type { SessionViewer } from "@callboard/core/share";

/**
 * The program that shows a session in a page of its own, for `writeSessionPage`. The build of this package fills it: in
 * its sources it is empty.
 */
export const viewer: SessionViewer = { script: "", style: "", scriptHash: "", styleHash: "" };
