export * as timeline from "@callboard/core/timeline";
export * as session from "@callboard/core/stream/session";
