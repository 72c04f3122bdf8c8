import { createMcpServers } from "@callboard/mcp";
import { createHost, type HostOptions } from "@callboard/server";

export function hostWithServers(options: HostOptions, url: string, key: string) {
  const servers = createMcpServers({
    servers: [
      {
        name: "everything",
        title: "Everything",
        transport: { command: "npx", args: ["@modelcontextprotocol/server-everything", "stdio"] },
      },
      { name: "weather", transport: { url, headers: { authorization: `Bearer ${key}` } } },
    ],
    onState: ({ server, isConnected, tools }) => {
      console.log(isConnected ? `${server} has ${tools} tools.` : `${server} is away.`);
    },
  });
  return createHost({ ...options, modules: [servers] });
}
