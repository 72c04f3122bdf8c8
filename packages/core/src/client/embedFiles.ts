/** What a host serves to other people's pages, built: the loader, and what the page of a frame is made of. */
export interface EmbedFiles {
  /**
   * The file that a page loads, and the hash that its browser holds it to: as a script, and as a `module` that exports
   * `mount`.
   */
  readonly loader: {
    readonly file: string;
    readonly integrity: string;
    readonly module: { readonly file: string; readonly integrity: string };
  };
  /** The files of a frame: what its page begins with, and the stylesheet that its first result needs. */
  readonly frame: {
    readonly script: string;
    readonly style: string;
    readonly resultStyle: string;
    /** The scripts that the first one imports at once. */
    readonly modules: readonly string[];
  };
  /** The text of each file by its name, which changes with it. */
  readonly files: Readonly<Record<string, string>>;
}

/** Windows narrower than this show a form as a phone does, in CSS pixels. */
const PHONE = 480;

/**
 * The style that keeps room for an embed from the first paint on, before any script has run, so that nothing on the
 * page moves when the form comes.
 */
export function embedRoom(height: number, phoneHeight = height): string {
  const isTaller = phoneHeight > height;
  // Far above or below nothing on either side of that width.
  const room = isTaller ? `max(${height}px,min(${phoneHeight}px,(${PHONE}px - 100vw)*999))` : `${height}px`;
  return `display:block;min-height:${room}`;
}

/** The one line that opens a published tool in a page: the loader, held to its hash, and the element that it fills. */
export function embedLine({
  host,
  loader,
  tool,
  key,
  height,
  phoneHeight,
  hasStyle = true,
}: {
  /** The origin that the host answers at, such as `https://tools.example.com`. */
  host: string;
  loader: Pick<EmbedFiles["loader"], "file" | "integrity">;
  tool: string;
  /** The publish key. */
  key: string;
  /** What the page keeps free until the form is there, in CSS pixels. */
  height?: number | undefined;
  /** The same in the window of a phone, where it is taller. */
  phoneHeight?: number | undefined;
  /**
   * Whether the line itself keeps the room; false for a page whose policy takes no inline styles, and whose stylesheet
   * does.
   */
  hasStyle?: boolean;
}): string {
  const attributes = (of: Record<string, string>) =>
    Object.entries(of)
      .map(([name, value]) => ` ${name}="${value.replace(/[&"<>]/g, (one) => `&#${one.charCodeAt(0)};`)}"`)
      .join("");
  const script = { src: `${host}/embed/assets/${loader.file}`, integrity: loader.integrity, crossorigin: "anonymous" };
  const element = {
    host,
    tool,
    "publish-key": key,
    ...(height !== undefined && { height: String(height) }),
    ...(height !== undefined && hasStyle && { style: embedRoom(height, phoneHeight) }),
  };
  return `<script async${attributes(script)}></script><callboard-tool${attributes(element)}></callboard-tool>`;
}
