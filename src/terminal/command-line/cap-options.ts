import { type Cap, type CapKind, type Caps, capKinds } from '../../converser/spending/caps.ts';

/** `--max-cost`: of the turn. `--max-cost-per-day`: of all turns of a day that this program runs. */
const scopeOptions = { turn: '', day: '-per-day', month: '-per-month' } as const;

type CappedScope = keyof typeof scopeOptions;
type CapOption = `max-${CapKind}${(typeof scopeOptions)[CappedScope]}`;

const cappedScopes = Object.keys(scopeOptions) as readonly CappedScope[];

const optionOf = (scope: CappedScope, kind: CapKind): CapOption => `max-${kind}${scopeOptions[scope]}`;

export const capOptions = Object.fromEntries(
  cappedScopes.flatMap(scope => capKinds.map(kind => [optionOf(scope, kind), { type: 'string' }])),
) as { readonly [Option in CapOption]: { readonly type: 'string' } };

export type CapValues = { readonly [Option in CapOption]?: string | undefined };

/** What may be spent, or what is wrong with that. Nothing: there is no limit. */
export function readCaps(values: CapValues): Caps | string | undefined {
  const caps: { -readonly [S in CappedScope]?: Cap } = {};
  for (const scope of cappedScopes) {
    const cap = readCap(kind => [optionOf(scope, kind), values[optionOf(scope, kind)]]);
    if (typeof cap === 'string') return cap;
    if (Object.keys(cap).length > 0) caps[scope] = cap;
  }
  return Object.keys(caps).length === 0 ? undefined : caps;
}

function readCap(optionFor: (kind: CapKind) => readonly [CapOption, string | undefined]): Cap | string {
  const cap: { -readonly [Kind in CapKind]?: number } = {};
  for (const kind of capKinds) {
    const [option, written] = optionFor(kind);
    if (written === undefined) continue;
    const amount = Number(written);
    const isFitting = kind === 'cost' ? Number.isFinite(amount) : Number.isSafeInteger(amount);
    if (!isFitting || amount < 0 || written.trim() === '') {
      const wanted = kind === 'cost' ? 'an amount of US dollars such as 0.50' : 'a whole number';
      return `--${option} must be ${wanted}, not ${JSON.stringify(written)}.`;
    }
    cap[kind] = amount;
  }
  return cap;
}
