import { readFrameMessage, readHello, type FrameMessage, type PageMessage } from "../protocol/messages.ts";
import { post } from "./peer.ts";

/**
 * Opens a window of this origin for whom `joinPeer` is called there; false where the browser opens none. What it says is handed to
 * `onMessage`, which answers by the given function.
 */
export function openPeer(
  address: string,
  onMessage: (message: FrameMessage | "opened", tell: (message: PageMessage) => void) => void,
): boolean {
  const nonce = crypto.randomUUID();
  const opened = open(`${address}#${nonce}`, "_blank", "popup,width=640,height=760");
  if (!opened) return false;
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
  return true;
}
