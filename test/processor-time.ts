/** Milliseconds that this process has computed: unlike those of a clock, they are no more on a busy machine. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
