export { createTransport, toolsClient } from "@callboard/core/client";
