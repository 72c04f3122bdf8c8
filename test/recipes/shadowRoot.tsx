import { ToolForm } from "@callboard/react";
import styles from "@callboard/react/styles.css?inline";
import { createRoot } from "react-dom/client";

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);

const schema = { type: "object", properties: { email: { type: "string", title: "E-mail" } }, required: ["email"] };

export class SignUp extends HTMLElement {
  constructor() {
    super();
    const shadow = this.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [sheet];
    const onSubmit = (value: unknown) => void this.dispatchEvent(new CustomEvent("sign-up", { detail: value }));
    createRoot(shadow).render(<ToolForm schema={schema} onSubmit={onSubmit} submitLabel="Sign up" />);
  }
}
customElements.define("sign-up", SignUp);
