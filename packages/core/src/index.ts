export { isFinal, CALL_ENDS } from "./timeline/event.ts";
