/* oxlint-disable unicorn/prefer-add-event-listener -- what the library makes is no event target */
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** Listens for the end of a client or a transport, after whoever does so already. */
export function onceClosed(of: { onclose?: (() => void) | undefined }, listener: () => void): void {
  const before = of.onclose;
  of.onclose = () => {
    before?.();
    listener();
  };
}

/** Takes the messages of a transport that is connected: what it answers is what the library is handed. */
export function takeMessages(transport: Transport, take: (message: JSONRPCMessage) => JSONRPCMessage): void {
  const handed = transport.onmessage;
  transport.onmessage = (message, extra) => handed?.(take(message), extra);
}
