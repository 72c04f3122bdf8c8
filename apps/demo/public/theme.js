// Runs before the first paint, so that a chosen theme never flashes the other one. The key is src/shell/theme.ts's.
try {
  const theme = localStorage.getItem("callboard-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.callboardTheme = theme;
} catch {
  // Storage may be forbidden; the system's theme is right then.
}
