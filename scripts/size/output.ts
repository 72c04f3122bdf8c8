export { ToolOutput } from "@callboard/react";
