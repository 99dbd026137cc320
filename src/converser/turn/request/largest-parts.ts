import { callText } from '../../call/invocation/deduplication/short-results.ts';
import { visibleLine } from '../../ground/wording/visible-text.ts';
import type { LargePart } from '../../words/context-window/window-measure.ts';
import type { CallableInvokers } from '../../words/ensemble/ensemble-roster.ts';
import { fullName } from '../../words/ensemble/invoker.ts';
import type { ModelRequest } from '../../words/models/provider.ts';
import { estimateTool } from '../../words/spending/estimate-request.ts';
import { readResults } from '../compaction/long-results.ts';

const most = 6;
/** In tokens. Leaving out less isn’t worth a look. */
const least = 150;

/** The results and the definitions of tools that take most of a request. What is pinned can’t be left out. */
export function largestParts(
  { canisters, tools }: Pick<ModelRequest, 'canisters' | 'tools'>,
  callable: Pick<CallableInvokers, 'find'>,
): readonly LargePart[] {
  const results = readResults(canisters, result => result).map(({ invocation, result, tokens }) => {
    return { kind: 'result' as const, id: result.id, title: visibleLine(callText(invocation)), tokens };
  });
  const described = tools.flatMap(tool => {
    const found = callable.find(tool.name);
    if (found.kind !== 'found') return [];
    const id = fullName(found.invoker);
    return [{ kind: 'tool' as const, id, title: id, tokens: estimateTool(tool) }];
  });
  return [...results, ...described]
    .filter(({ tokens }) => tokens >= least)
    .toSorted((one, other) => other.tokens - one.tokens)
    .slice(0, most)
    .map(part => ({ ...part, tokens: Math.round(part.tokens) }));
}
