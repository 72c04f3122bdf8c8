export { ToolForm } from "@callboard/react/form";
