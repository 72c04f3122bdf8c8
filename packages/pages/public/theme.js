// Runs before the first paint, so that neither another theme nor another direction flashes. The keys are those of
// src/shell/theme.ts and src/shell/language.ts.
try {
  const theme = localStorage.getItem("callboard-theme");
  const language = localStorage.getItem("callboard-language");
  if (language === "ar") document.documentElement.dir = "rtl";
  if (language !== null) document.documentElement.lang = language;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.callboardTheme = theme;
} catch {
  // Storage may be forbidden; the system's theme and the browser's language are right then.
}
