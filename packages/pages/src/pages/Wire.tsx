import { mcpServersClient, type McpWire, type McpWireMessage } from "@callboard/core/client";
import { ArrowDownLeft, ArrowUpRight } from "lucide-react";
import { useCallback, useEffect, type ReactNode } from "react";
import { transport } from "../client.ts";
import { localeOf } from "../shell/language.ts";
import { useShownLanguage, useWords } from "../shell/LanguageProvider.tsx";
import { TextToCopy } from "./TextToCopy.tsx";
import { useRead } from "./useRead.ts";

const servers = mcpServersClient(transport);
/** How often the page asks while the call runs. */
const AGAIN_MS = 1_000;
/** How often it asks for a call of which nothing was heard: it may just have begun. */
const MOST_TRIES = 3;

/**
 * What was spoken with a server in one call, and the call as others run it; nothing where the host keeps none of it.
 */
export function Wire({ callId }: { callId: string }): ReactNode {
  const words = useWords();
  const read = useCallback((signal: AbortSignal) => readWire(callId, signal), [callId]);
  const { value: wire, again } = useRead(read);
  const isOver = wire === undefined || wire === null || wire.isOver;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(again, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isOver, again]);
  if (!wire) return null;
  const { messages, isCut, copies } = wire;
  const begin = messages[0]?.at ?? 0;
  return (
    <section className="site-wire" aria-label={words.wire}>
      <h2>{words.wire}</h2>
      <p>{words["wire.lead"].replace("{server}", wire.server)}</p>
      <ol>
        {messages.map((message, place) => (
          // Messages are only ever added behind.
          // oxlint-disable-next-line react/no-array-index-key -- a message has no other name
          <li key={place}>
            <Message of={message} begin={begin} />
          </li>
        ))}
      </ol>
      {isCut && <p>{words["wire.cut"]}</p>}
      {copies && (
        <details>
          <summary>{words["wire.copy"]}</summary>
          <div className="site-wire-copies">
            <TextToCopy label={words["wire.command"]} text={copies.command} />
            <TextToCopy label={words["wire.sdk"]} text={copies.sdk} />
            <TextToCopy label={words["wire.test"]} text={copies.test} help={words["wire.secrets"]} />
          </div>
        </details>
      )}
    </section>
  );
}

/** Null where nothing was heard: a host that keeps none of it, or a call that is not of a server. */
async function readWire(callId: string, signal: AbortSignal): Promise<McpWire | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await servers.wire(callId, { signal });
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (signal.aborted || code !== "wire_not_found" || tries >= MOST_TRIES) return null;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS / 2));
    }
  }
}

function Message({ of: { way, at, text, headers }, begin }: { of: McpWireMessage; begin: number }): ReactNode {
  const words = useWords();
  const locale = localeOf(useShownLanguage());
  const { name, shown } = readMessage(text);
  const after = new Intl.NumberFormat(locale, { style: "unit", unit: "millisecond" }).format(at - begin);
  const Icon = way === "out" ? ArrowUpRight : ArrowDownLeft;
  return (
    <details>
      <summary>
        <Icon size={16} aria-hidden />
        <span>{words[way === "out" ? "wire.out" : "wire.in"]}</span>
        <code dir="ltr">{name ?? words["wire.cutMessage"]}</code>
        <span className="site-wire-time">+{after}</span>
      </summary>
      {headers && (
        <pre dir="ltr">
          {Object.entries(headers)
            .map(([header, value]) => `${header}: ${value}`)
            .join("\n")}
        </pre>
      )}
      <pre dir="ltr">{shown}</pre>
    </details>
  );
}

/** What a message is called, by its method or by what it answers, and its JSON as people read it. */
function readMessage(text: string): { name?: string; shown: string } {
  try {
    const message: unknown = JSON.parse(text);
    const { method, error } = message as { method?: unknown; error?: unknown };
    const shown = JSON.stringify(message, null, 2);
    return { name: typeof method === "string" ? method : error === undefined ? "result" : "error", shown };
  } catch {
    return { shown: text };
  }
}
