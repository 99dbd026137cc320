/** Leaves the message out of the log, because it may quote the request. */
export function placeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return `A ${typeof cause} was thrown while a request was answered.`;
  const frames = (cause.stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  return [`${cause.name} while a request was answered`, ...frames].join('\n');
}
