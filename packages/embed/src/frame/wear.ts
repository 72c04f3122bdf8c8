/** A name of docs/theming.md without `--callboard-`. */
const NAME = /^[a-z][a-z\d-]{0,40}$/;
/** No value of these loads anything, ends its declaration or escapes a letter. */
const UNSAFE = /url|image|src\s*\(|[;{}\\@<>]/i;

/**
 * Puts a page's colours, corners and letters on this one; what it wore before and the page says no more is taken off.
 */
export function wear(root: HTMLElement, theme: string, appearance: Readonly<Record<string, string>>): void {
  root.dataset["theme"] = theme === "light" || theme === "dark" ? theme : "auto";
  const { style } = root;
  for (const property of [...style]) if (property.startsWith("--callboard-")) style.removeProperty(property);
  for (const [name, value] of Object.entries(appearance)) {
    if (NAME.test(name) && value.length <= 300 && !UNSAFE.test(value)) style.setProperty(`--callboard-${name}`, value);
  }
}
