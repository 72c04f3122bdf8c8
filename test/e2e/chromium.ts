import { chromium, type Browser } from "playwright";
import { chromiumFlags, findChromium } from "../../scripts/chromium.mjs";

/** Opens the machine's own Chromium, headless, with the flags that every test here uses. */
export const openChromium = (): Promise<Browser> =>
  chromium.launch({ headless: true, args: chromiumFlags, executablePath: findChromium() });
