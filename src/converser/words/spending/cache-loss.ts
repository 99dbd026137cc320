import { tokenCountText } from '../../ground/wording/numbers.ts';

export type CacheLoss = (typeof causes)[number];

export type ReadAnew = Readonly<Partial<Record<CacheLoss, number>>>;

const causes = [
  'model',
  'tools',
  'tools-added',
  'instructions',
  'options',
  'history',
  'expired',
  'missed',
] as const;

const texts: Readonly<Record<CacheLoss, string>> = {
  model: 'Model changed',
  tools: 'Tools changed',
  'tools-added': 'Tools added',
  instructions: 'Instructions changed',
  options: 'Options changed',
  history: 'History changed',
  expired: 'Cache expired',
  missed: 'Provider kept no cache',
};

export function addReadAnew(one: ReadAnew | undefined, other: ReadAnew | undefined): ReadAnew | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const told = causes.filter(cause => one[cause] !== undefined || other[cause] !== undefined);
  return Object.fromEntries(told.map(cause => [cause, (one[cause] ?? 0) + (other[cause] ?? 0)]));
}

export function cacheLossTexts(anew: ReadAnew = {}): readonly string[] {
  return causes.flatMap(cause => {
    const tokens = anew[cause];
    if (tokens === undefined) return [];
    const lost = cause === 'expired' || cause === 'missed' ? '' : 'cache lost, ';
    return [`${texts[cause]}: ${lost}${tokenCountText(tokens)} tokens read anew`];
  });
}
