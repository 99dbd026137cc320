import { callText } from '../../call/invocation/deduplication/short-results.ts';
import { visibleLine } from '../../ground/wording/visible-text.ts';
import { isResult } from '../../words/canister/canister.ts';
import type { LargePart, WindowParts } from '../../words/context-window/window-measure.ts';
import type { CallableInvokers } from '../../words/ensemble/ensemble-roster.ts';
import { fullName } from '../../words/ensemble/invoker.ts';
import type { ModelRequest } from '../../words/models/provider.ts';
import { estimateContent, estimateTool } from '../../words/spending/estimate-request.ts';
import { readResults } from '../compaction/long-results.ts';

const most = 6;
/** In tokens. Leaving out less isn’t worth a look. */
const least = 150;

/**
 * The results and the definitions of tools that take most of a request, in shares of what was measured. What is pinned
 * can’t be left out.
 */
export function largestParts(
  { canisters, tools }: Pick<ModelRequest, 'canisters' | 'tools'>,
  {
    callable,
    measured,
  }: { readonly callable: Pick<CallableInvokers, 'find'>; readonly measured: WindowParts },
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
  const all = {
    results: sum(canisters.filter(isResult).map(({ content }) => estimateContent(content))),
    tools: sum(tools.map(estimateTool)),
  };
  const inTools = sum(measured.tools.map(({ tokens }) => tokens));
  const sharing = (part: LargePart) => {
    const share = part.kind === 'result' ? measured.results / all.results : inTools / all.tools;
    return { ...part, tokens: Math.round(part.tokens * share) };
  };
  return [...results, ...described]
    .map(sharing)
    .filter(({ tokens }) => tokens >= least)
    .toSorted((one, other) => other.tokens - one.tokens)
    .slice(0, most);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
