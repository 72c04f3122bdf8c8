import type { EmbedOptions, MountedEmbed } from "./embedOptions.ts";
import { mount } from "./mount.ts";

const NAME = "callboard-tool";
const PROPERTIES = ["getToken", "appearance", "defaultValue"] as const;

/** The element `<callboard-tool host tool publish-key lang theme>`. */
export interface CallboardToolElement extends HTMLElement {
  getToken: EmbedOptions["getToken"];
  appearance: EmbedOptions["appearance"];
  defaultValue: unknown;
}

/**
 * Defines `<callboard-tool>` once a page, whichever of several loaders comes first. `host` is where it finds its tools
 * unless it says so itself.
 */
export function defineElement(host?: string): void {
  if (customElements.get(NAME)) return;

  class CallboardTool extends HTMLElement {
    static observedAttributes = ["host", "tool", "publish-key", "lang", "theme", "user", "heading"];
    #embed: MountedEmbed | undefined;
    readonly #given: Partial<EmbedOptions> = {};
    #isDue = false;

    // Lists are walked by their index: the iterator of a page's lists may not be the browser's.
    static {
      for (let index = 0; index < PROPERTIES.length; index++) {
        const name = PROPERTIES[index]!;
        Object.defineProperty(this.prototype, name, {
          get(this: CallboardTool) {
            return this.#given[name];
          },
          set(this: CallboardTool, value: never) {
            this.#given[name] = value;
            this.#embed?.update({ [name]: value });
          },
        });
      }
    }
    connectedCallback() {
      // What a page set before the element was defined hides the accessors.
      const element = this as Partial<Record<(typeof PROPERTIES)[number], unknown>>;
      for (let index = 0; index < PROPERTIES.length; index++) {
        const name = PROPERTIES[index]!;
        const value = element[name];
        if (delete element[name] && value !== undefined) element[name] = value;
      }
      this.#draw();
    }
    disconnectedCallback() {
      this.#embed?.unmount();
      this.#embed = undefined;
    }
    /** Moved without leaving the page: the frame stays as it is. */
    connectedMoveCallback() {}
    attributeChangedCallback() {
      // Several attributes that change in one turn are one change.
      if (this.#isDue || !this.isConnected) return;
      this.#isDue = true;
      queueMicrotask(() => {
        this.#isDue = false;
        this.#draw();
      });
    }
    override focus() {
      this.#embed?.focus();
    }

    #draw() {
      const read = (name: string) => this.getAttribute(name) ?? undefined;
      const options = {
        host: read("host") ?? host,
        tool: read("tool") ?? "",
        publishKey: read("publish-key") ?? "",
        lang: read("lang"),
        theme: read("theme") as EmbedOptions["theme"],
        user: read("user"),
        heading: read("heading") as EmbedOptions["heading"],
      };
      if (this.#embed) this.#embed.update(options);
      else if (this.isConnected && options.tool) {
        const height = Number(read("height")) || undefined;
        this.#embed = mount(this, { ...this.#given, ...options, height });
      }
    }
  }
  customElements.define(NAME, CallboardTool);
}
