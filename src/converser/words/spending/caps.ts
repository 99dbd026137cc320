import type { Price } from '../models/provider.ts';
import { costOfRequest, type Spending } from './spending.ts';

export type Scope = 'turn' | 'conversation' | 'day' | 'month';

export const scopes = ['turn', 'conversation', 'day', 'month'] as const satisfies readonly Scope[];

export type Caps = { readonly [S in Scope]?: Cap };

export interface Cap {
  readonly calls?: number;
  /** Time in which models and tools worked, without that in which you were asked something. */
  readonly seconds?: number;
  readonly requests?: number;
  readonly tokens?: number;
  /** US dollars. */
  readonly cost?: number;
}

export type CapKind = keyof Cap;

export const capKinds = [
  'cost',
  'tokens',
  'requests',
  'calls',
  'seconds',
] as const satisfies readonly CapKind[];

export type SpentByScope = { readonly [S in Scope]: Spending };

export interface Breach {
  readonly scope: Scope;
  readonly kind: CapKind;
  readonly cap: number;
  readonly would?: number;
}

/** The reply's length isn't known yet, so the last reply may exceed a cap by its length and time. */
export function findBreach(
  caps: Caps,
  request: {
    readonly spent: SpentByScope;
    readonly tokens: number;
    readonly price?: Price | undefined;
  },
): Breach | undefined {
  return firstBreach(caps, ['requests', 'tokens', 'cost', 'seconds'], ({ scope, kind }) =>
    amountWith(kind, request.spent[scope], { ...request, calls: 0 }),
  );
}

export function callsWithin(
  caps: Caps,
  { spent, calls }: { readonly spent: SpentByScope; readonly calls: number },
): { readonly admitted: number; readonly breach?: Breach } {
  const breach = firstBreach(caps, ['seconds', 'calls'], ({ scope, kind }) =>
    amountWith(kind, spent[scope], { tokens: 0, calls }),
  );
  if (breach === undefined) return { admitted: calls };
  if (breach.kind === 'seconds') return { admitted: 0, breach };
  const left = scopes.map(
    scope => (caps[scope]?.calls ?? Number.POSITIVE_INFINITY) - (spent[scope].calls ?? 0),
  );
  return { admitted: Math.max(0, Math.min(...left)), breach };
}

function firstBreach(
  caps: Caps,
  kinds: readonly CapKind[],
  wouldBe: (of: Pick<Breach, 'scope' | 'kind'>) => number | undefined,
): Breach | undefined {
  for (const scope of scopes) {
    for (const kind of kinds) {
      const cap = caps[scope]?.[kind];
      if (cap === undefined) continue;
      const would = wouldBe({ scope, kind });
      if (would === undefined) return { scope, kind, cap };
      if (would > cap) return { scope, kind, cap, would };
    }
  }
  return undefined;
}

/** What has no price counts as nothing. */
export function usedOf(
  caps: Caps,
  spent: SpentByScope,
): readonly (Omit<Breach, 'would'> & { readonly used: number })[] {
  return scopes.flatMap(scope =>
    capKinds.flatMap(kind => {
      const cap = caps[scope]?.[kind];
      if (cap === undefined) return [];
      return [{ scope, kind, cap, used: amounts[kind](spent[scope]) }];
    }),
  );
}

export type CapSetting = `limits.${CapKind}Per${Capitalize<Scope>}`;

export function capSetting({ scope, kind }: Pick<Breach, 'scope' | 'kind'>): CapSetting {
  return `limits.${kind}Per${capitalized[scope]}`;
}

const capitalized = {
  turn: 'Turn',
  conversation: 'Conversation',
  day: 'Day',
  month: 'Month',
} as const satisfies Record<Scope, string>;

export function capsTokens(caps: Caps): boolean {
  return scopes.some(scope => caps[scope]?.tokens !== undefined || caps[scope]?.cost !== undefined);
}

export function capsCalendar({ day, month }: Caps): boolean {
  return day !== undefined || month !== undefined;
}

interface Wanted {
  readonly tokens: number;
  readonly calls: number;
  readonly price?: Price | undefined;
}

function amountWith(kind: CapKind, spent: Spending, { tokens, calls, price }: Wanted): number | undefined {
  const used = amounts[kind](spent);
  switch (kind) {
    case 'calls':
      return used + calls;
    case 'seconds':
      return used;
    case 'requests':
      return used + 1;
    case 'tokens':
      return used + tokens;
    case 'cost':
      return price === undefined ? undefined : used + costOfRequest(tokens, price);
  }
}

const amounts: { readonly [Kind in CapKind]: (spent: Spending) => number } = {
  calls: ({ calls = 0 }) => calls,
  seconds: ({ worked = 0 }) => worked / 1000,
  requests: ({ requests }) => requests,
  tokens: ({ input, output }) => input + output,
  cost: ({ cost = 0 }) => cost,
};
