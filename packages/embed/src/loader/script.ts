/** The loader as one classic script, which says where its host is by its own address. */
import { defineElement } from "./defineElement.ts";
import { mount } from "./mount.ts";

const own = document.currentScript as HTMLScriptElement | null;
const host = own?.src ? new URL(own.src).origin : undefined;
defineElement(host);
// The one name that it leaves in a page; an older loader's stays.
const page = globalThis as { callboard?: { mount: typeof mount } };
page.callboard ??= { mount: (element, options) => mount(element, { ...options, host: options.host ?? host }) };
