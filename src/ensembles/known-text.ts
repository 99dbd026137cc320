/** Which models there are, by `provider/id`, as sentences. */
export function knownText(known: readonly string[]): string {
  if (known.length === 0) return 'No other model is available.';
  const shown = known.slice(0, mostNames).join(', ');
  return known.length > mostNames
    ? `Models: ${shown}, and ${known.length - mostNames} more.`
    : `Models: ${shown}.`;
}

const mostNames = 10;
