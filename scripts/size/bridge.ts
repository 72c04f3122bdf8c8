export * from "@callboard/core/bridge";
