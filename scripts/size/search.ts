export { createToolSearch } from "@callboard/core/search";
