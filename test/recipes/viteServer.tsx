import { renderToReadableStream } from "react-dom/server";
import { ContactForm } from "./contactForm.tsx";

/** The HTML of a page's `<div id="root">`; a form's later parts are in it too. */
export async function render(): Promise<ReadableStream> {
  const stream = await renderToReadableStream(<ContactForm />);
  await stream.allReady;
  return stream;
}
