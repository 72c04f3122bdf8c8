import "@callboard/react/styles.css";

// As a page would: the kit takes its letters.
document.documentElement.style.fontFamily = "system-ui, sans-serif";
