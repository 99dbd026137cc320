import { editDistance } from '../../../converser/ground/wording/edit-distance.ts';

export function suggestion(written: string, known: readonly string[]): string {
  const shown = [...known].sort().map(name => JSON.stringify(name));
  return didYouMean(written, known) || (shown.length === 0 ? '' : ` Known: ${shown.join(', ')}.`);
}

export function didYouMean(written: string, known: readonly string[]): string {
  const wanted = plain(written);
  const [best] = known
    .map(name => ({ name, distance: editDistance(wanted, plain(name)) }))
    .sort((a, b) => a.distance - b.distance);
  const tolerated = Math.max(wanted.length > 3 ? 2 : 1, wanted.length / 3);
  return best !== undefined && best.distance <= tolerated
    ? ` Did you mean ${JSON.stringify(best.name)}?`
    : '';
}

/** `maxRetries`, `max-retries` and `max_retries` count as the same. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
