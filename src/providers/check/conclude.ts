import type { ToolUse } from '../facts/provider-definition.ts';
import type { Conclusions, ProbeName, ProbeResult } from './capability-card.ts';
import type { Verdict } from './probe.ts';

export function conclude(results: readonly ProbeResult[], verdicts: readonly Verdict[]): Conclusions {
  const outcomeOf = (name: ProbeName) => results.find(({ probe }) => probe === name)?.outcome;
  const isGood = (name: ProbeName) => outcomeOf(name) === 'passed';
  const contextTokens = verdicts.find(verdict => verdict.contextTokens !== undefined)?.contextTokens;
  return {
    tools: bestWay(isGood),
    replySchema: isGood('constrained'),
    images: isGood('images'),
    streaming: isGood('streaming'),
    ...(outcomeOf('parallel') === 'skipped' ? {} : { parallel: isGood('parallel') }),
    ...(contextTokens === undefined ? {} : { contextTokens }),
  };
}

function bestWay(isGood: (name: ProbeName) => boolean): ToolUse {
  if (isGood('native')) return 'native';
  return isGood('constrained') || isGood('contract') ? 'contract' : 'none';
}
