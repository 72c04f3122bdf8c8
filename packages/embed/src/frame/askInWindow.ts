import { readConfirmed, readHello, type ConfirmRequest } from "../protocol/messages.ts";
import { post } from "./peer.ts";

/** How often it is looked whether a window was closed, in milliseconds: nothing tells of it. */
const LOOK = 300;

/** A window of this origin that asks a person whether a tool may run. */
export interface Asking {
  /** False where the window was closed, or nobody waits for it any more. */
  answer: Promise<boolean>;
  /** Brings the window before the page. */
  show(): void;
  /** Waits no longer, and closes the window. */
  stop(): void;
}

/**
 * Opens a window of this origin, for whom `joinPeer` is called there, and asks in it; undefined where the browser opens
 * none. Called while the browser still counts the press that asks for it.
 */
export function askInWindow(address: string, request: ConfirmRequest): Asking | undefined {
  const nonce = crypto.randomUUID();
  const opened = open(`${address}#${nonce}`, "_blank", "popup,width=560,height=640");
  if (!opened) return undefined;
  let settle = (_isConfirmed: boolean) => {};
  const answer = new Promise<boolean>((resolve) => (settle = resolve));
  let port: MessagePort | undefined;
  const end = (isConfirmed: boolean) => {
    removeEventListener("message", onWindowMessage);
    clearInterval(looking);
    port?.close();
    opened.close();
    settle(isConfirmed);
  };
  const onWindowMessage = (event: MessageEvent) => {
    const hello = readHello(event.data);
    if (event.source !== opened || event.origin !== location.origin || hello?.nonce !== nonce || port) return;
    const channel = new MessageChannel();
    const own = channel.port1;
    port = own;
    own.addEventListener("message", ({ data }) => readConfirmed(data) && end(true));
    own.start();
    opened.postMessage({ callboard: "channel", nonce: hello.reply }, location.origin, [channel.port2]);
    post(own, request);
  };
  addEventListener("message", onWindowMessage);
  const looking = setInterval(() => opened.closed && end(false), LOOK);
  return { answer, show: () => opened.focus(), stop: () => end(false) };
}
