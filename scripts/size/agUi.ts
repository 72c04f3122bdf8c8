export { createTimeline } from "@callboard/core/timeline";
export { fromAgUi } from "@callboard/core/stream/ag-ui";
