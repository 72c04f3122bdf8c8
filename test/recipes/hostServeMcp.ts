import { serveMcp } from "@callboard/mcp";
import { createHost, type HostOptions } from "@callboard/server";

export function hostOverMcp(options: HostOptions) {
  const served = serveMcp({
    serverInfo: { name: "acme", title: "Acme tools", version: "1.0.0" },
    instructions: "Look up an order with find_order before you change it.",
  });
  return createHost({ ...options, modules: [served] });
}
