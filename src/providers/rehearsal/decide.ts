import type { ModelRequest, ToolDefinition } from '../../converser/models/provider.ts';
import { describeResults } from './describe-results.ts';
import type { Answer } from './phrases.ts';
import { type Plan, planRequests, type WantedCall } from './plan-requests.ts';
import { readTurn, type TurnSoFar } from './read-turn.ts';
import {
  announcement,
  greeting,
  missingToolsText,
  quoteDocuments,
  unknownRequestText,
  whoItIs,
} from './small-talk.ts';

/** What comes next in a conversation: calls, or the answer of the turn. */
export type Decision =
  | { readonly kind: 'invoke'; readonly calls: readonly WantedCall[] }
  | { readonly kind: 'answer'; readonly text: string };

export function decide({ canisters, tools }: ModelRequest): Decision {
  const turn = readTurn(canisters, message => asksForSomething(planMessage(message, tools)));
  const plan = planMessage(turn.message, tools);
  const next = plan.steps[turn.rounds.length];
  if (next !== undefined) return { kind: 'invoke', calls: next };
  const answer = answerText(plan, turn, tools);
  return { kind: 'answer', text: turn.isFirstAnswer ? `${announcement}\n\n${answer}` : answer };
}

function asksForSomething({ steps, answers, missing }: Plan): boolean {
  return steps.length + answers.length + missing.length > 0;
}

/** Other clients put instructions and context before what the user wrote, so the last paragraph may be all of it. */
function planMessage(message: string, tools: readonly ToolDefinition[]): Plan {
  const whole = planRequests(message, tools);
  const paragraph = message.slice(message.lastIndexOf('\n\n') + 1).trim();
  if (whole.unknown.length === 0 || paragraph === message.trim()) return whole;
  const last = planRequests(paragraph, tools);
  const isUnderstood = last.unknown.length === 0 && asksForSomething(last);
  return isUnderstood && last.steps.flat().length >= whole.steps.flat().length ? last : whole;
}

function answerText(plan: Plan, turn: TurnSoFar, tools: readonly ToolDefinition[]): string {
  const results = turn.rounds.flat();
  const said: Readonly<Record<Answer, () => string>> = {
    documents: () => quoteDocuments(turn.documents),
    help: () => whoItIs(tools),
    greeting: () => greeting(tools),
    thanks: () => 'You are welcome.',
  };
  const sections = [
    ...(results.length > 0 ? [describeResults(results)] : []),
    ...[...new Set(plan.answers)].map(answer => said[answer]()),
    ...(plan.missing.length > 0 ? [missingToolsText(plan.missing, tools)] : []),
  ];
  const isUnknown = plan.unknown.length > 0 || sections.length === 0;
  return [...sections, ...(isUnknown ? [unknownRequestText(plan.unknown, tools)] : [])].join('\n\n');
}
