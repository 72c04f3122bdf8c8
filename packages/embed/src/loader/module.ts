/** The loader as a module, which says where its host is by its own address. */
import { defineElement } from "./defineElement.ts";
import type { EmbedOptions, MountedEmbed } from "./embedOptions.ts";
import { mount as mountAt } from "./mount.ts";

const host = new URL(import.meta.url).origin;
defineElement(host);

export const mount = (element: HTMLElement, options: EmbedOptions): MountedEmbed =>
  mountAt(element, { ...options, host: options.host ?? host });
