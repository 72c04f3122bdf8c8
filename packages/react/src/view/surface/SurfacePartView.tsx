"use client";
import { toImageSource, toSafeLink } from "@callboard/core/view";
import {
  createContext,
  Suspense,
  useContext,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { FileView, RichText } from "#view/parts";
import { isRecord } from "../../isRecord.ts";
import { surfaceEnglish } from "../../messages/surfaceEnglish.ts";
import { nextTab } from "../../provider/nextTab.ts";
import { useKit } from "../../provider/ToolProvider.tsx";
import { readableText } from "../../text/visibleText.ts";
import { SafeAnchor } from "../../text/SafeAnchor.tsx";
import { ImageView } from "../ImageView.tsx";
import { failedCheck, isPageFunction } from "./resolve.ts";
import { useSurface } from "./surfaceContext.ts";
import { CheckBox, ChoicePicker, DateTimeInput, Slider, TextField } from "./SurfaceInputs.tsx";
import { iconWords, SurfaceIcon } from "./SurfaceIcon.tsx";
import type { PartNode } from "./surfaceTree.ts";

/** Within a button, whose words and icons alone are drawn: nothing else can be pressed there. */
const ButtonContext = createContext(false);
const inButtons = new Set(["Text", "Icon", "Row", "Column", "Card"]);

type View = (props: { node: PartNode }) => ReactNode;

/** One part, with what stands in it. */
export function SurfacePartView({ node }: { node: PartNode | null | undefined }): ReactNode {
  const { t } = useKit(surfaceEnglish);
  const isInButton = useContext(ButtonContext);
  if (!node) return null;
  const { component } = node.part;
  if (isInButton && !inButtons.has(component)) return null;
  const View = Object.hasOwn(views, component) ? views[component]! : undefined;
  if (!View) return <p className="cb-note">{t("surface.unknown", { type: readableText(component.slice(0, 60)) })}</p>;
  return <View node={node} />;
}

const layouts = new Set(["center", "end", "spaceAround", "spaceBetween", "spaceEvenly", "start", "stretch"]);
const layout = (value: unknown): string | undefined =>
  typeof value === "string" && layouts.has(value) ? value : undefined;

const Box: View = ({ node: { part, children } }) => (
  <div
    className="cb-surface-box"
    data-axis={part.component === "Row" || part["direction"] === "horizontal" ? "row" : "column"}
    data-justify={layout(part["justify"])}
    data-align={layout(part["align"])}
  >
    {children.map((child) =>
      child && typeof child.part["weight"] === "number" && child.part["weight"] > 0 ? (
        <div key={child.key} className="cb-surface-weight">
          <SurfacePartView node={child} />
        </div>
      ) : (
        child && <SurfacePartView key={child.key} node={child} />
      ),
    )}
  </div>
);

const Text: View = ({ node }) => {
  const { part } = node;
  const { textOf } = useSurface(node);
  const text = textOf(part["text"]);
  const { variant } = part;
  if (useContext(ButtonContext)) return <bdi>{text}</bdi>;
  if (variant === "caption")
    return (
      <p className="cb-note" dir="auto">
        {text}
      </p>
    );
  // Headings of levels one and two belong to the page.
  const level = typeof variant === "string" ? /^h([1-5])$/.exec(variant)?.[1] : undefined;
  if (level !== undefined) {
    const Heading = `h${Math.min(6, Number(level) + 2)}` as "h3";
    return (
      <Heading className="cb-surface-heading" data-level={level} dir="auto">
        {text}
      </Heading>
    );
  }
  const plain = (
    <p className="cb-text" dir="auto">
      {text}
    </p>
  );
  if (!/[\n*_`#[\]]/.test(text)) return plain;
  return (
    <div className="cb-text" data-rendered>
      <Suspense fallback={plain}>
        <RichText text={text} />
      </Suspense>
    </div>
  );
};

const Image: View = ({ node }) => {
  const { part } = node;
  const { valueOf, textOf, labelOf } = useSurface(node);
  const url = valueOf(part["url"]);
  const source = toImageSource(url);
  const label = textOf(part["description"]) || labelOf(part) || "";
  if (!source) return null;
  const block = { id: part.id, type: "image", path: "", value: url, source } as const;
  return <ImageView block={block} alt={label} />;
};

const Media: View = ({ node }) => {
  const { part } = node;
  const { valueOf, textOf } = useSurface(node);
  const link = toSafeLink(valueOf(part["url"]));
  if (!link) return null;
  const isVideo = part.component === "Video";
  const description = textOf(part["description"]);
  const file = {
    source: { kind: "remote", link },
    mediaType: isVideo ? "video/mp4" : "audio/mpeg",
    ...(description === "" ? {} : { name: description }),
  } as const;
  return (
    <Suspense fallback={<SafeAnchor link={link} />}>
      <FileView block={{ id: part.id, type: "file", path: "", value: null, file }} />
    </Suspense>
  );
};

const Card: View = ({ node }) => (
  <div className="cb-surface-card">
    <SurfacePartView node={node.children[0]} />
  </div>
);

const Tabs: View = ({ node }) => {
  const { part } = node;
  const { textOf } = useSurface(node);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const tabs = (Array.isArray(part["tabs"]) ? part["tabs"] : []).filter(isRecord).slice(0, 40);
  const shown = Math.min(at, tabs.length - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = nextTab(event, shown, tabs.length);
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
  };
  if (tabs.length === 0) return null;
  return (
    <div className="cb-surface-box" data-axis="column">
      <div ref={list} className="cb-surface-tabs" role="tablist">
        {tabs.map((tab, index) => (
          <button
            key={index}
            type="button"
            role="tab"
            id={`${id}t${index}`}
            className="cb-button cb-small-button"
            data-variant="quiet"
            aria-selected={index === shown}
            aria-controls={`${id}p`}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => setAt(index)}
            onKeyDown={onKeyDown}
          >
            {textOf(tab["title"])}
          </button>
        ))}
      </div>
      <div id={`${id}p`} role="tabpanel" aria-labelledby={`${id}t${shown}`}>
        <SurfacePartView key={shown} node={node.children[shown]} />
      </div>
    </div>
  );
};

const Modal: View = ({ node }) => {
  const { part } = node;
  const { t } = useKit(surfaceEnglish);
  const { parts, textOf } = useSurface(node);
  const dialog = useRef<HTMLDialogElement>(null);
  const trigger = typeof part["trigger"] === "string" ? parts.get(part["trigger"]) : undefined;
  const child = typeof trigger?.["child"] === "string" ? parts.get(trigger["child"]) : trigger;
  return (
    <>
      <button type="button" className="cb-button" onClick={() => dialog.current?.showModal()}>
        {textOf(child?.["text"]) || t("surface.open")}
      </button>
      <dialog ref={dialog} className="cb-surface-dialog" aria-label={textOf(child?.["text"]) || t("surface.open")}>
        <SurfacePartView node={node.children[0]} />
        <button type="button" className="cb-button" onClick={() => dialog.current?.close()}>
          {t("surface.close")}
        </button>
      </dialog>
    </>
  );
};

const Divider: View = ({ node: { part } }) => (
  <hr className="cb-surface-divider" aria-orientation={part["axis"] === "vertical" ? "vertical" : "horizontal"} />
);

/** A name for what shows icons alone; undefined where words stand there. */
function nameWithoutWords(node: PartNode | null | undefined): string | undefined {
  const shown = node ? partsWithin(node) : [];
  if (shown.some(({ component, accessibility }) => component === "Text" || isRecord(accessibility))) return undefined;
  return shown.map(({ name }) => iconWords(name)).find((words) => words !== undefined);
}

const partsWithin = (node: PartNode): PartNode["part"][] => [
  node.part,
  ...node.children.flatMap((child) => (child ? partsWithin(child) : [])),
];

const functionName = /^[\w.:/-]{1,128}$/;

type Sending = { state: "idle" | "sending" | "sent" } | { state: "failed"; message: string };

const Button: View = ({ node }) => {
  const { part } = node;
  const { t } = useKit(surfaceEnglish);
  const { act, call: callAgent, scope, valueOf, labelOf } = useSurface(node);
  const [sending, setSending] = useState<Sending>({ state: "idle" });
  const note = useId();
  const action = isRecord(part["action"]) ? part["action"] : {};
  const event = isRecord(action["event"]) ? action["event"] : undefined;
  const call = isRecord(action["functionCall"]) ? action["functionCall"] : undefined;
  const words = (
    <ButtonContext.Provider value>
      <SurfacePartView node={node.children[0]} />
    </ButtonContext.Provider>
  );
  if (call?.["call"] === "openUrl") {
    const link = toSafeLink(isRecord(call["args"]) ? valueOf(call["args"]["url"]) : undefined);
    return (
      <span className="cb-surface-box" data-axis="row" data-align="center">
        {words}
        {link && <SafeAnchor link={link} />}
      </span>
    );
  }
  const failed = failedCheck(part["checks"], scope);
  const isAgents =
    typeof call?.["call"] === "string" && functionName.test(call["call"]) && !isPageFunction(call["call"]);
  const run =
    event && act
      ? () => act(part, event, scope)
      : call && isAgents && callAgent
        ? () => callAgent(part, call, scope)
        : undefined;
  const why = !run ? t("surface.atRest") : failed === null ? "" : failed || t("surface.checks");
  const isOff = why !== "" || sending.state === "sending";
  const send = async () => {
    if (isOff || !run) return;
    setSending({ state: "sending" });
    try {
      await run();
      setSending({ state: "sent" });
    } catch (error) {
      setSending({ state: "failed", message: error instanceof Error ? error.message : String(error) });
    }
  };
  const said =
    sending.state === "failed"
      ? t("surface.failed", { message: sending.message })
      : sending.state === "idle"
        ? why
        : t(`surface.${sending.state}`);
  return (
    <div className="cb-surface-act">
      <button
        type="button"
        className="cb-button"
        data-variant={
          part["variant"] === "primary" ? "primary" : part["variant"] === "borderless" ? "quiet" : undefined
        }
        aria-label={labelOf(part) ?? nameWithoutWords(node.children[0])}
        aria-disabled={isOff || undefined}
        aria-describedby={note}
        onClick={() => void send()}
      >
        {words}
      </button>
      <span id={note} className="cb-note" role="status">
        {said}
      </span>
    </div>
  );
};

const views: Readonly<Record<string, View>> = {
  Text,
  Image,
  Icon: ({ node }) => <SurfaceIcon node={node} />,
  Video: Media,
  AudioPlayer: Media,
  Row: Box,
  Column: Box,
  List: Box,
  Card,
  Tabs,
  Modal,
  Divider,
  Button,
  TextField,
  CheckBox,
  ChoicePicker,
  Slider,
  DateTimeInput,
};
