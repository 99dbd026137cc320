import { estimateRequest } from '../spending/estimate-request.ts';
import type { Invoker } from './invoker.ts';
import { toolDefinitions } from './tool-definitions.ts';

const known = new WeakMap<Invoker, number>();

/** About how many tokens it costs, in each request, to tell a model of an invoker. Invokers never change. */
export function toolTokens(invoker: Invoker): number {
  const found = known.get(invoker);
  if (found !== undefined) return found;
  const tokens = estimateRequest({ canisters: [], tools: toolDefinitions([invoker]) }, '');
  known.set(invoker, tokens);
  return tokens;
}
