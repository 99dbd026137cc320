import type { Cap } from '../../converser/spending/caps.ts';

export const capOptions = {
  'max-tokens': { type: 'string' },
  'max-requests': { type: 'string' },
  'max-cost': { type: 'string' },
} as const;

export type CapValues = { readonly [Name in keyof typeof capOptions]?: string | undefined };

/** What the turn may spend, or what is wrong with that. */
export function readCap(values: CapValues): Cap | string | undefined {
  const cap: { -readonly [Kind in keyof Cap]: Cap[Kind] } = {};
  for (const kind of ['tokens', 'requests', 'cost'] as const) {
    const written = values[`max-${kind}`];
    if (written === undefined) continue;
    const amount = Number(written);
    const isFitting = kind === 'cost' ? Number.isFinite(amount) : Number.isSafeInteger(amount);
    if (!isFitting || amount < 0 || written.trim() === '') {
      const wanted = kind === 'cost' ? 'an amount of US dollars such as 0.50' : 'a whole number';
      return `--max-${kind} must be ${wanted}, not ${JSON.stringify(written)}.`;
    }
    cap[kind] = amount;
  }
  return Object.keys(cap).length === 0 ? undefined : cap;
}
