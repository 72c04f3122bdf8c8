import type { EmbedOptions, MountedEmbed } from "./embedOptions.ts";
import { mount } from "./mount.ts";

const NAME = "callboard-tool";

/** The element `<callboard-tool host tool publish-key lang theme>`. */
export interface CallboardToolElement extends HTMLElement {
  getToken: EmbedOptions["getToken"];
  appearance: EmbedOptions["appearance"];
  defaultValue: unknown;
}

/** Defines `<callboard-tool>` once a page, whichever of several loaders comes first. `host` is where it finds its tools unless it says so itself. */
export function defineElement(host?: string): void {
  if (customElements.get(NAME)) return;

  class CallboardTool extends HTMLElement {
    static observedAttributes = ["host", "tool", "publish-key", "lang", "theme", "user"];
    #embed: MountedEmbed | undefined;
    #given: Partial<EmbedOptions> = {};
    #isDue = false;

    get getToken() {
      return this.#given.getToken;
    }
    set getToken(getToken) {
      this.#change({ getToken });
    }
    get appearance() {
      return this.#given.appearance;
    }
    set appearance(appearance) {
      this.#change({ appearance });
    }
    get defaultValue() {
      return this.#given.defaultValue;
    }
    set defaultValue(defaultValue) {
      this.#change({ defaultValue });
    }

    connectedCallback() {
      // What a page set before the element was defined hides the accessors.
      for (const name of ["getToken", "appearance", "defaultValue"] as const) {
        if (Object.hasOwn(this, name)) {
          const value = this[name];
          delete (this as Partial<CallboardToolElement>)[name];
          (this as CallboardToolElement)[name] = value as never;
        }
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

    #change(changed: Partial<EmbedOptions>) {
      Object.assign(this.#given, changed);
      this.#embed?.update(changed);
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
