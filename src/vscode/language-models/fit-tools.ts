import { countText } from '../../converser/ground/wording/numbers.ts';
import type { Canister } from '../../converser/words/canister/canister.ts';
import { wireName } from '../../converser/words/ensemble/wire-name.ts';
import type { ToolDefinition } from '../../converser/words/models/provider.ts';

export interface FittingTools {
  /** The order stays, so that the same tools always make the same request. */
  readonly kept: readonly ToolDefinition[];
  readonly leftOut: readonly ToolDefinition[];
}

/** Converser's own tools come first, then those that the conversation has called, then the first others. */
export function fitTools(
  tools: readonly ToolDefinition[],
  { most, canisters }: { readonly most: number; readonly canisters: readonly Canister[] },
): FittingTools {
  if (tools.length <= most) return { kept: tools, leftOut: [] };
  const called = new Set(
    canisters.flatMap(canister => (canister.role === 'invocation' ? [wireName(canister)] : [])),
  );
  const rank = ({ isShipped, name }: ToolDefinition) => (isShipped ? 0 : called.has(name) ? 1 : 2);
  const kept = new Set(tools.toSorted((one, other) => rank(one) - rank(other)).slice(0, most));
  return {
    kept: tools.filter(tool => kept.has(tool)),
    leftOut: tools.filter(tool => !kept.has(tool)),
  };
}

const mostNamed = 8;

export function leftOutText(tools: readonly ToolDefinition[]): string {
  const counts = new Map<string, number>();
  for (const { name } of tools) {
    const ensemble = ensembleIn(name);
    counts.set(ensemble, (counts.get(ensemble) ?? 0) + 1);
  }
  const named = [...counts].map(([ensemble, count]) =>
    ensemble === '' ? `${countText(count, 'other tool')}` : `${countText(count, 'tool')} of ${ensemble}`,
  );
  const more = named.length - mostNamed;
  const shown =
    more > 0 ? [...named.slice(0, mostNamed), `those of ${countText(more, 'more ensemble')}`] : named;
  return new Intl.ListFormat('en').format(shown);
}

/** Returns nothing for names that other programs gave to their own tools. */
function ensembleIn(name: string): string {
  const end = name.indexOf('__');
  return end < 0 ? '' : name.slice(0, end);
}
