import {
  Client,
  InsufficientScopeError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type AuthProvider,
  type ElicitRequest,
  type ElicitResult,
  type FetchLike,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  type Tool,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { McpHttpAddress, McpProcess, McpServer } from "./mcpServer.ts";
import type { SignedInProvider } from "./signedIn.ts";
import { SignInAsked, SignInFailed } from "./signInAsked.ts";
import type { WireTap } from "./wire.ts";
import { TASKS_EXTENSION } from "../tasksExtension.ts";
import { admitTasks } from "./taskWire.ts";

/** How long a server may take to greet. */
const GREETING_MS = 30_000;
/** How long a silent process may leave it open which revision it speaks. */
const REVISION_MS = 10_000;
/** What is kept of what a process says on its error stream, in characters: the end, where the reason is. */
const KEPT_WORDS = 2_000;

/** The host checks outputs against a tool's schema itself, whichever source it comes from. */
const unchecked: jsonSchemaValidator = {
  getValidator: <Value>(): JsonSchemaValidator<Value> => {
    return (input) => ({ valid: true, data: input as Value, errorMessage: undefined });
  },
};

/** A connection to a server, and what its process said last on its error stream. */
export interface OpenedClient {
  client: Client;
  lastWords(): string;
}

/** How a server is reached. */
export interface ServerReach {
  /** What requests to an address go by; that of Node unless given. */
  fetch?: FetchLike;
  /** Shows an address who asks, where somebody has signed in. */
  authProvider?: AuthProvider & Partial<Pick<SignedInProvider, "through">>;
  /** Listens to what is spoken. */
  tap?: Pick<WireTap, "listen" | "through">;
}

/** What a server says besides its answers. */
export interface ClientListeners {
  /** It says that its list has changed, and this is what it is now. */
  onTools(error: Error | null, tools: Tool[] | null): void;
  /** It asks while a call of it runs, as those of the revisions before 2026-07-28 do. */
  onElicit(request: ElicitRequest): Promise<ElicitResult>;
}

/**
 * Connects to a server, in whichever revision it speaks.
 * @throws where it cannot be started or reached, or does not greet in time.
 */
export async function openClient(
  { transport }: McpServer,
  { onTools, onElicit }: ClientListeners,
  signal: AbortSignal,
  reach: ServerReach,
): Promise<OpenedClient> {
  const connect = async (over: Transport) => {
    const client = new Client(
      { name: "callboard", version: "0.1.0" },
      {
        capabilities: { elicitation: { form: {}, url: {} }, extensions: { [TASKS_EXTENSION]: {} } },
        jsonSchemaValidator: unchecked,
        versionNegotiation: { mode: "auto", probe: { timeoutMs: REVISION_MS } },
        // A question of the server is for a person, and waits in the log: the library would wait for it in memory.
        inputRequired: { autoFulfill: false },
        listChanged: { tools: { onChanged: onTools } },
      },
    );
    client.setRequestHandler("elicitation/create", (request) => onElicit(request));
    try {
      await client.connect(over, { timeout: GREETING_MS, signal });
      admitTasks(over);
      // Outermost, so that it hears what was spoken and not what the library is handed.
      reach.tap?.listen(over);
    } catch (error) {
      await client.close().catch(() => {});
      throw error;
    }
    return client;
  };
  if ("command" in transport) return await openProcess(transport, connect);
  return { client: await openAddress(transport, connect, reach), lastWords: () => "" };
}

type Connect = (transport: Transport) => Promise<Client>;

async function openProcess({ command, args = [], env, cwd }: McpProcess, connect: Connect): Promise<OpenedClient> {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    stderr: "pipe",
    ...(env && { env: { ...env } }),
    ...(cwd !== undefined && { cwd }),
  });
  let words = "";
  transport.stderr?.on("data", (piece: Buffer) => {
    words = (words + piece.toString()).slice(-KEPT_WORDS);
  });
  const lastWords = () => words.trim();
  try {
    return { client: await connect(transport), lastWords };
  } catch (error) {
    const said = lastWords();
    throw said === "" ? error : new Error(`${messageOf(error)}. It said:\n${said}`, { cause: error });
  }
}

async function openAddress(
  { url, headers }: McpHttpAddress,
  connect: Connect,
  { fetch: given, authProvider, tap }: ServerReach,
): Promise<Client> {
  const heard = tap ? tap.through(given) : given;
  const fetch = authProvider?.through?.(heard) ?? heard;
  const options = {
    ...(headers && { requestInit: { headers: { ...headers } } }),
    ...(fetch && { fetch }),
    ...(authProvider && { authProvider }),
  };
  try {
    return await connect(new StreamableHTTPClientTransport(new URL(url), options));
  } catch (error) {
    if (error instanceof SignInAsked || error instanceof SignInFailed) throw error;
    if (isSignIn(error)) throw new SignInAsked({ cause: error });
    try {
      return await connect(new SSEClientTransport(new URL(url), options));
    } catch {
      // What the newer transport met is what there is to say.
      throw error;
    }
  }
}

const isSignIn = (error: unknown): boolean =>
  error instanceof UnauthorizedError ||
  error instanceof InsufficientScopeError ||
  (error instanceof SdkHttpError &&
    (error.code === SdkErrorCode.ClientHttpAuthentication || error.code === SdkErrorCode.ClientHttpForbidden));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
