/**
 * The processor's milliseconds that a run takes in this process. A test uses it to tell linear from quadratic: unlike
 * the clock, it does not count what other processes do meanwhile.
 */
export async function cpuTime(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
