import { defined } from '../json/defined.ts';
import { isAmount, isJsonObject, type JsonValue } from '../json/json.ts';
import type { Price } from '../models/provider.ts';
import { costOfRequest, type Spending, type Spent } from './spending.ts';

/** How much may be spent. What is absent has no cap. */
export interface Caps {
  readonly turn?: Cap;
  readonly conversation?: Cap;
}

export interface Cap {
  /** Input and output together. */
  readonly tokens?: number;
  readonly requests?: number;
  /** US dollars. */
  readonly cost?: number;
}

/** A cap that a request would exceed. */
export interface Breach {
  readonly scope: keyof Caps;
  readonly kind: keyof Cap;
  readonly cap: number;
  /** The amount with the request; absent if the cost is unknown. */
  readonly would?: number;
}

/**
 * The first cap that a request of so many tokens would exceed. The reply does not count, because its length is not known
 * yet, so the last reply may exceed a cap by its own length.
 */
export function findBreach(
  caps: Caps,
  request: {
    readonly spent: Omit<Spent, 'round'>;
    readonly tokens: number;
    readonly price?: Price | undefined;
  },
): Breach | undefined {
  for (const scope of ['turn', 'conversation'] as const) {
    for (const kind of kinds) {
      const cap = caps[scope]?.[kind];
      if (cap === undefined) continue;
      const would = amounts[kind](request.spent[scope], request);
      if (would === undefined) return { scope, kind, cap };
      if (would > cap) return { scope, kind, cap, would };
    }
  }
  return undefined;
}

/**
 * Caps as written in the settings: each in one of its own, or else in the older form, in which one object has all of them,
 * such as `{"turn": {"cost": 0.5}}`. What is not an amount is ignored.
 */
export function parseCaps(setting: (name: string) => unknown, older: unknown): Caps {
  const inOne = isJsonObject(older) ? older : {};
  const capOf = (scope: keyof Caps) => parseCap(kind => setting(capSetting({ scope, kind })), inOne[scope]);
  return defined({ turn: capOf('turn'), conversation: capOf('conversation') });
}

/** Where a cap is set, as `limits.costPerTurn`. */
export function capSetting({ scope, kind }: Pick<Breach, 'scope' | 'kind'>): string {
  return `limits.${kind}${scope === 'turn' ? 'PerTurn' : 'PerConversation'}`;
}

function parseCap(setting: (kind: keyof Cap) => unknown, older: JsonValue | undefined): Cap | undefined {
  const inOne = isJsonObject(older) ? older : {};
  const amounts = kinds.map(kind => [kind, [setting(kind), inOne[kind]].find(isAmount)] as const);
  const written = amounts.filter(([, amount]) => amount !== undefined);
  return written.length === 0 ? undefined : Object.fromEntries(written);
}

const kinds = ['requests', 'tokens', 'cost'] as const;

/** Whether any cap depends on how many tokens a request has. */
export function capsTokens({ turn, conversation }: Caps): boolean {
  return [turn, conversation].some(cap => cap?.tokens !== undefined || cap?.cost !== undefined);
}

type Asked = { readonly tokens: number; readonly price?: Price | undefined };

const amounts: {
  readonly [Kind in keyof Cap]-?: (spent: Spending, asked: Asked) => number | undefined;
} = {
  requests: ({ requests }) => requests + 1,
  tokens: ({ input, output }, { tokens }) => input + output + tokens,
  cost: ({ cost = 0 }, { tokens, price }) =>
    price === undefined ? undefined : cost + costOfRequest(tokens, price),
};
