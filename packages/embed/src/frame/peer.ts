import { readHandover } from "../protocol/messages.ts";

/** Who opened this document: the page around a frame, or the frame that opened a window. */
export interface Peer<Sent> {
  send(message: Sent): void;
}

/** A port has one other end, whoever that is by now: it names no origin. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin
export const post = (port: MessagePort, message: object): void => port.postMessage(message);

/**
 * Says hello to the window that opened this one, and takes the channel that it answers with: from that window, of that
 * origin, with the nonce of this hello, once. Nothing else that any window sends is looked at, and on the channel only
 * what `read` knows.
 */
export function joinPeer<Sent extends object, Heard>(
  {
    window: other,
    origin,
    nonce,
    read,
  }: { window: Window; origin: string; nonce: string; read: (data: unknown) => Heard | undefined },
  onMessage: (message: Heard) => void,
): Peer<Sent> {
  const reply = crypto.randomUUID();
  let port: MessagePort | undefined;
  const waiting: Sent[] = [];
  const onWindowMessage = (event: MessageEvent) => {
    const handover = readHandover(event.data);
    if (event.source !== other || event.origin !== origin || handover?.nonce !== reply || !event.ports[0]) return;
    removeEventListener("message", onWindowMessage);
    const channel = event.ports[0];
    port = channel;
    channel.addEventListener("message", ({ data }) => {
      const message = read(data);
      if (message) onMessage(message);
    });
    channel.start();
    for (const message of waiting.splice(0)) post(channel, message);
  };
  addEventListener("message", onWindowMessage);
  other.postMessage({ callboard: "hello", nonce, reply }, origin);
  return {
    send(message) {
      if (port) post(port, message);
      else waiting.push(message);
    },
  };
}
