/** Ends in order on the first SIGTERM or SIGINT, and at once on the second. */
export function closeOnSignal(close: () => Promise<void>): void {
  let closing = false;
  const end = async () => {
    if (closing) process.exit(1);
    closing = true;
    try {
      await close();
      process.exit(0);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
}
