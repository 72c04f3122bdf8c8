"use client";
import type { Timeline, ToolClient } from "@callboard/core";
import { createContext, useContext, useMemo, type ComponentType, type ReactNode } from "react";
import type { ExoticFields } from "../form/exotic.ts";
import { directionOf } from "../messages/direction.ts";
import { createTranslate, type Messages, type Translate } from "../messages/messages.ts";
import { uiRegistry as defaultRegistry, type UiRegistry } from "./uiRegistry.ts";

/** What components read from the nearest provider; every part also comes by props, and works without a provider. */
export interface Callboard {
  client: ToolClient | undefined;
  timeline: Timeline | undefined;
  registry: UiRegistry;
  locale: string;
  t: Translate;
  messages: Messages;
  /** For the root of each component: the language of the words in it, where a catalogue was given; else the page says. */
  language: { lang?: string; dir?: "ltr" | "rtl" };
  icons: Readonly<Record<string, ComponentType<{ size?: number }>>>;
  /** Inserted where long plain text is drawn, for an app that renders Markdown its own way. */
  renderText: ((text: string) => ReactNode) | undefined;
  /** Draws the fields of schemas that are beyond the kit's own forms: `rjsfForm` of `@callboard/react/rjsf`. */
  exotic: ExoticFields | undefined;
}

export interface ToolProviderProps {
  client?: ToolClient;
  timeline?: Timeline;
  /** Slots for forms, views, cards, blocks and fields; the global one unless given. */
  registry?: UiRegistry;
  /** Translations over the English catalogue. With it, `locale` also says in which direction the components are written. */
  messages?: Messages;
  /** BCP 47; the browser's language would differ from a server's, so `en` unless given. */
  locale?: string;
  /** More icons by name, for tools whose icon the kit does not carry. */
  icons?: Callboard["icons"];
  renderText?: (text: string) => ReactNode;
  /** Draws forms whose schemas are beyond the kit's own fields: `rjsfForm` of `@callboard/react/rjsf`. */
  exotic?: ExoticFields;
  children?: ReactNode;
}

const defaults: Callboard = {
  client: undefined,
  timeline: undefined,
  registry: defaultRegistry,
  locale: "en",
  t: createTranslate("en"),
  messages: {},
  language: {},
  icons: {},
  renderText: undefined,
  exotic: undefined,
};

const CallboardContext = createContext<Callboard>(defaults);

/** The nearest provider's parts, or the defaults. */
export function useCallboard(): Callboard {
  return useContext(CallboardContext);
}

/**
 * Gives the components below it their client, timeline, registry and language; providers nest, and what one leaves out comes from the one above.
 * @example
 * ```tsx
 * <ToolProvider client={createHttpClient({ baseUrl: "https://tools.example" })} locale="de" messages={german}>
 *   <ToolPage slug="roi-calculator" />
 * </ToolProvider>
 * ```
 */
export function ToolProvider(props: ToolProviderProps): ReactNode {
  const above = useCallboard();
  const { client, timeline, registry, messages, locale, icons, renderText, exotic } = props;
  const value = useMemo<Callboard>(
    () => ({
      client: client ?? above.client,
      timeline: timeline ?? above.timeline,
      registry: registry ?? above.registry,
      locale: locale ?? above.locale,
      t: messages || locale ? createTranslate(locale ?? above.locale, messages ?? above.messages) : above.t,
      messages: messages ?? above.messages,
      language: messages ? languageOf(locale ?? above.locale) : above.language,
      icons: icons ? { ...above.icons, ...icons } : above.icons,
      renderText: renderText ?? above.renderText,
      exotic: exotic ?? above.exotic,
    }),
    [above, client, timeline, registry, messages, locale, icons, renderText, exotic],
  );
  return <CallboardContext.Provider value={value}>{props.children}</CallboardContext.Provider>;
}

function languageOf(locale: string): Callboard["language"] {
  return { lang: locale, dir: directionOf(locale) };
}
