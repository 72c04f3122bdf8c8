import type { ResolvedTool } from "@callboard/core/catalog";
import type { InputRequest } from "@modelcontextprotocol/server";
import type { ClientRequest, Served } from "./served.ts";
import { questionOf } from "./elicitation.ts";
import type { OpenAsk } from "./openAsks.ts";
import type { WaitingCall } from "./waitingCalls.ts";

/** What is told of a running call's progress. */
interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

/**
 * How a request waits for its call: what its client hears meanwhile, and what it is told where a person takes longer.
 */
export interface PersonWait {
  /** Aborts when the client has waited long enough for a person whom it cannot ask itself. */
  over: AbortSignal;
  report(progress: Progress): Promise<void>;
  /**
   * What the client puts before its person, by the keys of its answers; undefined where it can put none of it, and
   * waits for somebody who has the link.
   */
  questionsOf(asks: Iterable<OpenAsk>): Record<string, InputRequest> | undefined;
  /** Nobody is waited for any more. */
  goOn(): void;
  /**
   * What the client is told when it has waited long enough: where the person decides, and how it comes to the result.
   */
  words(): Promise<string>;
}

/** The least by which progress grows: a client is told of no step that goes back. */
const LEAST_STEP = 0.001;

export function waitForPerson(
  served: Served,
  { client, caller, context: { mcpReq, http } }: ClientRequest,
  tool: ResolvedTool,
  call: WaitingCall,
  dismissed: readonly string[],
): PersonWait {
  const over = new AbortController();
  const links = new Map<string, Promise<string>>();
  let timer: NodeJS.Timeout | undefined;
  let last: number | undefined;

  const linkTo = (ask: OpenAsk) => {
    const link = { ...call, actor: caller.actor, client: client.name, caller: caller.id };
    return served.links.create(ask, link).then((secret) => served.addressOf(secret, http?.req));
  };
  const report = async ({ progress, total, message }: Progress) => {
    const progressToken = mcpReq._meta?.progressToken;
    if (progressToken === undefined) return;
    last = last === undefined ? progress : Math.max(progress, last + LEAST_STEP);
    const params = {
      progressToken,
      progress: last,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message }),
    };
    // A call's result does not hang on whether its progress could be told.
    await mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
  const words = async () => {
    const addresses = await Promise.all(links.values());
    return (
      `“${tool.name}” waits for a person. Give them this link, by which they read what is asked and decide: ${addresses.join(" ")} ` +
      `Then call ${tool.slug} again with the same arguments: it goes on with this call, which runs once, and you get its result.`
    );
  };

  return {
    over: over.signal,
    report,
    questionsOf(asks) {
      const open = [...asks];
      const questions = open.flatMap((ask) => {
        const question = dismissed.includes(ask.id) ? undefined : questionOf(ask, tool, client);
        return question ? [[ask.key, question] as const] : [];
      });
      if (questions.length > 0) return Object.fromEntries(questions);
      for (const id of links.keys()) if (!open.some((ask) => ask.id === id)) links.delete(id);
      for (const ask of open) if (!links.has(ask.id)) links.set(ask.id, linkTo(ask));
      if (timer === undefined) {
        timer = setTimeout(() => over.abort(), dismissed.length > 0 ? 0 : served.patienceMs);
        void words().then(
          (message) => report({ progress: 0, message }),
          () => undefined,
        );
      }
      return undefined;
    },
    goOn() {
      clearTimeout(timer);
      timer = undefined;
      links.clear();
    },
    words,
  };
}
