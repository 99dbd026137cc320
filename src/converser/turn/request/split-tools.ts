import type { Canister, InvocationCanister } from '../../words/canister/canister.ts';
import { fullName, type Invoker } from '../../words/ensemble/invoker.ts';
import { toolTokens } from '../../words/ensemble/tool-definitions.ts';
import type { ModelCapabilities } from '../../words/models/provider.ts';
import { isReadable, readResult } from '../compaction/read-result.ts';

export interface SplitOptions {
  readonly capabilities: Pick<ModelCapabilities, 'contextTokens' | 'mostTools' | 'findsTools'>;
  readonly onDemandAt: number;
  readonly before?: ReadonlySet<string>;
}

export interface SplitTools {
  readonly atOnce: readonly Invoker[];
  readonly onDemand: readonly Invoker[];
}

/** Above a share of the window, the largest ensembles that Converser doesn't ship wait, too. */
export function splitTools(invokers: readonly Invoker[], options: SplitOptions): SplitTools {
  const finders = invokers.filter(({ findsTools }) => findsTools);
  if (finders.length === 0 || options.capabilities.findsTools === false)
    return { atOnce: invokers.filter(({ findsTools }) => !findsTools), onDemand: [] };
  const others = invokers.filter(({ findsTools, offer }) => !findsTools && offer !== 'on demand');
  const kept = new Set(keptOf(others, options));
  const onDemand = invokers.filter(invoker => !invoker.findsTools && !kept.has(invoker));
  return { atOnce: [...kept, ...(onDemand.length === 0 ? [] : finders)], onDemand };
}

/** Servers that don't tell their window mostly run small models. */
const ordinaryWindow = 32_000;
/** You would pay for a share of a longer window with each request. */
const longestWindow = 200_000;
const finderCount = 2;
const shortTable = 5_000;

function keptOf(
  others: readonly Invoker[],
  { capabilities, onDemandAt, before = new Set() }: SplitOptions,
): readonly Invoker[] {
  const { contextTokens = ordinaryWindow, mostTools = Number.POSITIVE_INFINITY } = capabilities;
  const room = Math.min(contextTokens, longestWindow) * onDemandAt;
  if (tokensOf(others) <= room && others.length + finderCount <= mostTools) return others;
  const isFixed = (invoker: Invoker) =>
    invoker.offer === 'always' || invoker.origin === 'shipped' || before.has(fullName(invoker));
  const kept = others.filter(isFixed);
  let left = Math.min(room, shortTable) - tokensOf(kept);
  for (const { invokers, tokens } of bySize(others.filter(invoker => !isFixed(invoker)))) {
    left -= tokens;
    if (left < 0 || kept.length + invokers.length > mostTools / 2) break;
    kept.push(...invokers);
  }
  return kept;
}

function bySize(invokers: readonly Invoker[]) {
  const groups = [...Map.groupBy(invokers, ({ ensemble }) => ensemble)].map(([name, own]) => ({
    name,
    invokers: own,
    tokens: tokensOf(own),
  }));
  return groups.sort((one, other) => one.tokens - other.tokens || (one.name < other.name ? -1 : 1));
}

function tokensOf(invokers: readonly Invoker[]): number {
  return invokers.reduce((sum, invoker) => sum + toolTokens(invoker), 0);
}

const reading = fullName(readResult);

export interface WantedTool {
  readonly fullName: string;
  readonly isFound: boolean;
}

/** `read_result` comes with the first result that is cut or left out, so that it goes when that is taken back. */
export function wantedTools(canisters: readonly Canister[]): readonly WantedTool[] {
  const wanted = new Map<string, WantedTool>();
  const add = (name: string, isFound = false) => {
    if (!wanted.has(name)) wanted.set(name, { fullName: name, isFound });
  };
  // Most calls are of a few tools, and their full names take time to make.
  const lastOf = new Map<string, string>();
  for (const canister of canisters) {
    if (!canister.marks.active) continue;
    if (isOfEnsemble(canister) && lastOf.get(canister.name) !== canister.ensemble) {
      lastOf.set(canister.name, canister.ensemble);
      add(fullName(canister));
    }
    if (isReadable(canister)) add(reading);
    if (canister.role === 'result') for (const name of canister.finds ?? []) add(name, true);
  }
  return [...wanted.values()];
}

function isOfEnsemble(canister: Canister): canister is InvocationCanister {
  return canister.role === 'invocation' && canister.ensemble !== '' && !isReading(canister);
}

function isReading({ ensemble, name }: InvocationCanister): boolean {
  return ensemble === readResult.ensemble && name === readResult.name;
}
