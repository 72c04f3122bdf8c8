import {
  readFrameMessage,
  readHandover,
  readHello,
  readPageMessage,
  type FrameMessage,
  type PageMessage,
} from "../protocol/messages.ts";

/** Who opened this document: the page around a frame, or the frame that opened a window. */
export interface Peer {
  send(message: FrameMessage): void;
  close(): void;
}

/** A port has one other end, whoever that is by now: it names no origin. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const post = (port: MessagePort, message: FrameMessage | PageMessage): void => port.postMessage(message);

/**
 * Says hello to the window that opened this one, and takes the channel that it answers with: from that window, of that origin, with the nonce
 * of this hello, once. Nothing else that any window sends is looked at.
 */
export function joinPeer(
  { window: other, origin, nonce }: { window: Window; origin: string; nonce: string },
  onMessage: (message: PageMessage) => void,
): Peer {
  const reply = crypto.randomUUID();
  let port: MessagePort | undefined;
  const waiting: FrameMessage[] = [];
  const onWindowMessage = (event: MessageEvent) => {
    const handover = readHandover(event.data);
    if (event.source !== other || event.origin !== origin || handover?.nonce !== reply || !event.ports[0]) return;
    removeEventListener("message", onWindowMessage);
    const channel = event.ports[0];
    port = channel;
    channel.addEventListener("message", ({ data }) => {
      const message = readPageMessage(data);
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
    close() {
      removeEventListener("message", onWindowMessage);
      port?.close();
    },
  };
}

/**
 * Opens a window of this origin for whom `joinPeer` is called there; undefined where the browser opens none. What it says is handed to
 * `onMessage`, which answers by the given function.
 */
export function openPeer(
  address: string,
  onMessage: (message: FrameMessage | "opened", tell: (message: PageMessage) => void) => void,
): Peer | undefined {
  const nonce = crypto.randomUUID();
  const opened = open(`${address}#${nonce}`, "_blank", "popup,width=640,height=760");
  if (!opened) return undefined;
  let port: MessagePort | undefined;
  const onWindowMessage = (event: MessageEvent) => {
    const hello = readHello(event.data);
    if (event.source !== opened || event.origin !== location.origin || hello?.nonce !== nonce || port) return;
    removeEventListener("message", onWindowMessage);
    const channel = new MessageChannel();
    port = channel.port1;
    const own = channel.port1;
    const tell = (message: PageMessage) => post(own, message);
    own.addEventListener("message", ({ data }) => {
      const message = readFrameMessage(data);
      if (message) onMessage(message, tell);
    });
    own.start();
    opened.postMessage({ callboard: "channel", nonce: hello.reply }, location.origin, [channel.port2]);
    onMessage("opened", tell);
  };
  addEventListener("message", onWindowMessage);
  return {
    send() {},
    close() {
      removeEventListener("message", onWindowMessage);
      port?.close();
    },
  };
}
