import "@callboard/react/styles.css";
import { hydrateRoot } from "react-dom/client";
import { ContactForm } from "./contactForm.tsx";

const root = document.getElementById("root");
if (root) hydrateRoot(root, <ContactForm />);
