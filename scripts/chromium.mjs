import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where a Chromium or Chrome of the machine is looked for, after `CHROME_PATH`. */
const knownPaths = () => {
  const local = process.env.LOCALAPPDATA ?? "";
  const programs = [process.env.PROGRAMFILES ?? "", process.env["PROGRAMFILES(X86)"] ?? "", local].filter(Boolean);
  return [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/google-chrome",
    "/opt/google/chrome/chrome",
    "/snap/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    ...programs.map((folder) => join(folder, "Google/Chrome/Application/chrome.exe")),
  ];
};

/**
 * The path of a Chromium or Chrome on this machine, or undefined. `CHROME_PATH` wins, and is an error where it names
 * nothing.
 * @returns {string | undefined}
 */
export const findChromium = () => {
  const asked = process.env.CHROME_PATH;
  if (asked) {
    if (existsSync(asked)) return asked;
    throw new Error(`CHROME_PATH is "${asked}", but there is no file. Point it at a Chromium or Chrome, or unset it.`);
  }
  return knownPaths().find((path) => existsSync(path));
};

/**
 * The flags every test's Chromium starts with; `--no-sandbox` only as root, where Chromium refuses to start without.
 */
export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];
