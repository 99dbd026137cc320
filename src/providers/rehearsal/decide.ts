import { unfenced } from '../../converser/call/caution/fence.ts';
import type {
  ModelRequest,
  ToolDefinition,
  WrittenInvocation,
} from '../../converser/words/models/provider.ts';
import { describeResults } from './describe-results.ts';
import { extractFor } from './extract.ts';
import type { Answer } from './phrases.ts';
import { type Plan, planRequests } from './plan-requests.ts';
import { announcement, readTurn, runByYou, type TurnSoFar } from './read-turn.ts';
import {
  examplesText,
  fewExamplesText,
  missingToolsText,
  quoteDocuments,
  unknownRequestText,
  whoItIs,
} from './small-talk.ts';

export type Decision =
  | { readonly kind: 'invoke'; readonly calls: readonly WrittenInvocation[] }
  | { readonly kind: 'answer'; readonly text: string };

export function decide({ canisters, tools }: ModelRequest): Decision {
  const extract = extractFor(unfenced(canisters));
  if (extract !== undefined) return { kind: 'answer', text: extract };
  const turn = readTurn(unfenced(canisters), message => asksForSomething(planMessage(message, tools)));
  const plan = planMessage(turn.message, tools);
  const next = plan.steps[turn.rounds.length];
  if (next !== undefined) return { kind: 'invoke', calls: next };
  const answer = answerText(plan, turn, tools);
  if (isCommand(turn.message)) return { kind: 'answer', text: `${answer}\n\n${runByYou}` };
  return { kind: 'answer', text: turn.isAnnounced ? answer : `${announcement}\n\n${answer}` };
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
    help: () => whoItIs,
    greeting: () => 'Hello!',
    thanks: () => 'You are welcome.',
  };
  const sections = [
    ...(results.length > 0 ? [describeResults(results, isCommand(turn.message))] : []),
    ...[...new Set(plan.answers)].map(answer => said[answer]()),
    ...(plan.missing.length > 0 ? [missingToolsText(plan.missing)] : []),
  ];
  const isUnknown = plan.unknown.length > 0 || sections.length === 0;
  const unknown = isUnknown ? [unknownRequestText(plan.unknown)] : [];
  return [...sections, ...unknown, ...examplesFor(plan, isUnknown, tools)].join('\n\n');
}

function examplesFor(
  { answers, missing }: Plan,
  isUnknown: boolean,
  tools: readonly ToolDefinition[],
): readonly string[] {
  if (answers.includes('help') || answers.includes('greeting')) return [examplesText(tools)];
  return isUnknown || missing.length > 0 ? [fewExamplesText(tools)] : [];
}

function isCommand(message: string): boolean {
  return /^\/invoke\s/i.test(message);
}
