// The public list, by hand.
export { mount } from "./loader/mount.ts";
export { defineElement } from "./loader/defineElement.ts";
export type { CallboardToolElement } from "./loader/defineElement.ts";
export type { EmbedOptions, MountedEmbed } from "./loader/embedOptions.ts";
export type { EmbedRun } from "./protocol/messages.ts";
