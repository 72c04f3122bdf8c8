import "@callboard/react/styles.css";
