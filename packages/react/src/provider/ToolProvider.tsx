"use client";
import { defaultSpecs, type Timeline, type ToolClient, type ToolSpecs } from "@callboard/core";
import { createContext, useContext, useMemo, useState, type ComponentType, type ReactNode } from "react";
import type { FallbackForm } from "./fallbackForm.ts";
import { directionOf } from "../messages/direction.ts";
import { createTranslator, type Messages, type Translate, type Translator, type Words } from "../messages/messages.ts";
import type { Card } from "./card.ts";
import { browserViewChoices, type ViewChoices } from "./viewChoices.ts";
import { createUiRegistry, uiRegistry, type UiRegistry } from "./uiRegistry.ts";

/** Draws a text with an app's own Markdown renderer; `streaming`: the text still grows. */
export type RenderText = (text: string, options: { streaming: boolean }) => ReactNode;

/** What a person did in an interface that an output describes: an A2UI message for its agent. */
export interface SurfaceAction {
  version: string;
  action: {
    name: string;
    /** The act in words, where the agent gave some. */
    userMessage?: string;
    surfaceId: string;
    sourceComponentId: string;
    /** ISO 8601. */
    timestamp: string;
    context: Record<string, unknown>;
  };
}

/**
 * A function of the agent's own that a person asks for, in an interface that an output describes: an A2UI message for
 * its agent.
 */
export interface SurfaceCall {
  version: string;
  callAgentFunction: {
    surfaceId: string;
    functionCallId: string;
    callFunction: { call: string; catalogId?: string; args: Record<string, unknown> };
  };
}

/** Has an agent run a function of its own. Where it rejects, the person is told why. */
export type OnSurfaceCall = (call: SurfaceCall, about: { model: unknown }) => void | Promise<void>;

/** Passes an action on; `model` is all that was entered in its surface. Where it rejects, the person is told why. */
export type OnSurfaceAction = (action: SurfaceAction, about: { model: unknown }) => void | Promise<void>;

/** The context of the components; every part has a default, so that they work without a provider. */
export interface Kit {
  client: ToolClient | undefined;
  timeline: Timeline | undefined;
  registry: ToolSpecs;
  components: UiRegistry;
  locale: string;
  translator: Translator;
  messages: Messages;
  /**
   * Attributes for the root of each component: its language and direction, where messages were given; else those of the
   * page apply.
   */
  language: { lang?: string; dir?: "ltr" | "rtl" };
  icons: Readonly<Record<string, ComponentType<{ size?: number }>>>;
  /** The reader's id, as the host knows them. */
  user: string | undefined;
  /** The names of people by their ids. */
  nameOf: ((userId: string) => string | undefined) | undefined;
  renderText: RenderText | undefined;
  /** The address at which a page shows a call or agent. */
  hrefOf: ((nodeId: string) => string) | undefined;
  /** Draws the fields of schemas that are beyond the kit's own forms: `rjsfForm` of `@callboard/rjsf`. */
  fallbackForm: FallbackForm | undefined;
  /** Where it is kept how a reader wants the outputs of each tool. */
  viewChoices: ViewChoices;
  /** Addresses whose pictures are loaded where an output names them. */
  imageSources: readonly string[];
  /** Starts the worker that large outputs are read in; null reads none, undefined is the kit's own. */
  outputWorker: (() => Worker) | null | undefined;
  /** Passes on what a person does in an interface that an output describes. */
  onSurfaceAction: OnSurfaceAction | undefined;
  /** Passes on the functions of its agent that a person asks for there. */
  onSurfaceCall: OnSurfaceCall | undefined;
}

export interface ToolProviderProps {
  client?: ToolClient;
  timeline?: Timeline;
  /** The registry whose FormSpecs and ViewSpecs are used; the default one unless given. */
  registry?: ToolSpecs;
  /** Components for the slots of forms, views, cards, blocks and fields; the global ones unless given. */
  components?: UiRegistry;
  /**
   * Bodies of the cards of some tools, made by `card`. A new list draws every card below again, so keep it outside of
   * the component.
   */
  cards?: readonly Card[];
  /**
   * Translations over the English catalogue. With it, `locale` also says in which direction the components are written.
   */
  messages?: Messages;
  /** BCP 47; the browser's language would differ from a server's, so `en` unless given. */
  locale?: string;
  /** More icons by name, for tools whose icon the kit does not carry. */
  icons?: Kit["icons"];
  /**
   * The reader's id, as the host knows them: what they approved or denied is then told as theirs, and what they began
   * to answer outlives a reload in their tab.
   */
  user?: string;
  /** The names of people by their ids; without a name, nobody is named. */
  nameOf?: (userId: string) => string | undefined;
  /**
   * Draws what agents and tools write as long text, instead of the kit's own Markdown. Where it throws, the text is
   * plain.
   */
  renderText?: RenderText;
  /**
   * The address at which this page shows a call or agent, such as `#` and its id: a card then offers a link to itself.
   */
  hrefOf?: (nodeId: string) => string;
  /** Where each tool's chosen kind of output is kept; this browser's storage unless given. */
  viewChoices?: ViewChoices;
  /**
   * Addresses whose pictures are loaded where an output names them, such as `https://images.example/`; beside the
   * page's own uploads none unless given.
   */
  imageSources?: readonly string[];
  /**
   * Starts the worker that outputs above a megabyte are read in, `@callboard/react/output-worker`, for pages whose
   * Trusted Types ask for a policy of theirs; null for no worker.
   */
  outputWorker?: (() => Worker) | null;
  /** Draws forms whose schemas are beyond the kit's own fields: `rjsfForm` of `@callboard/rjsf`. */
  fallbackForm?: FallbackForm;
  /**
   * Passes on what a person does in an interface that an output describes (A2UI), such as to the agent's chat; without
   * it, such buttons are at rest.
   */
  onSurfaceAction?: OnSurfaceAction;
  /**
   * Passes on the functions of its agent that a person asks for in such an interface (A2UI 1.0, `callAgentFunction`);
   * without it, such buttons are at rest.
   */
  onSurfaceCall?: OnSurfaceCall;
  children?: ReactNode;
}

const defaults: Kit = {
  client: undefined,
  timeline: undefined,
  registry: defaultSpecs,
  components: uiRegistry,
  locale: "en",
  translator: createTranslator("en"),
  messages: {},
  language: {},
  icons: {},
  user: undefined,
  nameOf: undefined,
  renderText: undefined,
  hrefOf: undefined,
  fallbackForm: undefined,
  viewChoices: browserViewChoices,
  imageSources: [],
  outputWorker: undefined,
  onSurfaceAction: undefined,
  onSurfaceCall: undefined,
};

const KitContext = createContext<Kit>(defaults);

/** The nearest provider's parts, or the defaults; with the English of a subject, also its translator `t`. */
export function useKit(): Kit;
export function useKit<Subject extends Words>(words: Subject): Kit & { t: Translate<keyof Subject & string> };
export function useKit(words?: Words): Kit & { t?: Translate<string> } {
  const kit = useContext(KitContext);
  if (!words) return kit;
  let known = kitsWithWords.get(kit);
  if (!known) kitsWithWords.set(kit, (known = new WeakMap()));
  let withWords = known.get(words);
  if (!withWords) known.set(words, (withWords = { ...kit, t: kit.translator(words) }));
  return withWords;
}

/** A kit with the translator of a subject: rows are many, and each asks for it. */
const kitsWithWords = new WeakMap<Kit, WeakMap<Words, Kit & { t: Translate<string> }>>();

/**
 * Provides client, timeline, registry and language to the components below; providers nest, and an omitted part comes
 * from the one above.
 * @example
 * ```tsx
 * <ToolProvider client={createHttpClient({ baseUrl: "https://tools.example" })} locale="de" messages={german}>
 *   <ToolPage slug="roi-calculator" />
 * </ToolProvider>
 * ```
 */
export function ToolProvider(props: ToolProviderProps): ReactNode {
  const { children, ...parts } = props;
  const above = useKit();
  const given = useShallow(parts);
  const value = useMemo(() => kitBelow(above, given), [above, given]);
  return <KitContext.Provider value={value}>{children}</KitContext.Provider>;
}

/** What is given, over what comes from above. */
function kitBelow(above: Kit, { cards, ...given }: Omit<ToolProviderProps, "children">): Kit {
  const parts = Object.fromEntries(Object.entries(given).filter(([, part]) => part !== undefined)) as Partial<Kit>;
  const kit = { ...above, ...parts };
  kit.components = withCards(kit.components, cards);
  kit.icons = { ...above.icons, ...parts.icons };
  if (given.messages || given.locale) kit.translator = createTranslator(kit.locale, kit.messages);
  if (given.messages) kit.language = languageOf(kit.locale);
  return kit;
}

/** The same object as long as its entries are the same. */
function useShallow<Value extends object>(value: Value): Value {
  const [kept, setKept] = useState(value);
  const keys = Object.keys(value) as (keyof Value)[];
  if (keys.length === Object.keys(kept).length && keys.every((key) => Object.is(kept[key], value[key]))) return kept;
  setKept(value);
  return value;
}

function withCards(components: UiRegistry, cards: readonly Card[] = []): UiRegistry {
  if (cards.length === 0) return components;
  const own = createUiRegistry(components);
  for (const { slug, Body } of cards) own.register("card", `tool:${slug}`, Body);
  return own;
}

function languageOf(locale: string): Kit["language"] {
  return { lang: locale, dir: directionOf(locale) };
}
