declare const process: { env: { NODE_ENV?: string } };

const said = new Set<string>();

/** Bundlers replace the variable; where none did, the page is in development. */
export function isProduction(): boolean {
  try {
    return process.env.NODE_ENV === "production";
  } catch {
    return false;
  }
}

/** Tells a developer on the console, once a page, and nobody in production. */
export function warnOnce(message: string): void {
  if (isProduction() || said.has(message)) return;
  said.add(message);
  console.warn(`Callboard: ${message}`);
}
