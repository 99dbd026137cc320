import { textOf } from '../../converser/canister/content.ts';
import type { ModelRequest, ToolDefinition } from '../../converser/models/provider.ts';
import { answerResults } from './answer-results.ts';
import type { FittedCall } from './find-tool.ts';
import { type Plan, planRequests, type WantedCall } from './plan-requests.ts';
import { type Answered, readTurn, type TurnSoFar } from './read-turn.ts';
import type { Answer } from './rules/rule.ts';
import {
  announcement,
  greeting,
  missingTools,
  notUnderstood,
  quoteDocuments,
  whoItIs,
} from './small-talk.ts';

/** What comes next in a conversation: calls, or the answer of the turn. */
export type Decision =
  | { readonly kind: 'invoke'; readonly calls: readonly Pick<WantedCall, 'name' | 'arguments'>[] }
  | { readonly kind: 'answer'; readonly text: string };

export function decide({ canisters, tools }: ModelRequest): Decision {
  const turn = readTurn(canisters, message => wantsSomething(planMessage(message, tools)));
  const plan = planMessage(turn.message, tools);
  const { next, done } = progressOf(plan, turn.rounds);
  if (next.length > 0) return { kind: 'invoke', calls: next };
  const answer = finalAnswer({ plan, done, turn }, tools);
  return { kind: 'answer', text: turn.isFirstAnswer ? `${announcement}\n\n${answer}` : answer };
}

function wantsSomething({ steps, answers, missing }: Plan): boolean {
  return steps.length + answers.length + missing.length > 0;
}

/** Clients put instructions and context before what the person wrote; a last paragraph that is understood is it. */
function planMessage(message: string, tools: readonly ToolDefinition[]): Plan {
  const whole = planRequests(message, tools);
  const paragraph = message.slice(message.lastIndexOf('\n\n') + 1).trim();
  if (whole.notUnderstood.length === 0 || paragraph === message.trim()) return whole;
  const last = planRequests(paragraph, tools);
  const isAll = last.notUnderstood.length === 0 && wantsSomething(last);
  return isAll && last.steps.flat().length >= whole.steps.flat().length ? last : whole;
}

interface Progress {
  readonly next: readonly (FittedCall | WantedCall)[];
  /** The calls whose results make the answer: not those that others were only made from. */
  readonly done: readonly Answered[];
}

/** The first step that has not run yet, or what follows from the results of the last one. */
function progressOf(plan: Plan, rounds: readonly (readonly Answered[])[]): Progress {
  const done: Answered[] = [];
  let at = 0;
  for (const step of plan.steps) {
    const round = rounds[at];
    if (round === undefined) return { next: step, done };
    at++;
    const following = step.map((call, index) => followUp(call, round[index]));
    done.push(...round.filter((_answered, index) => (following[index] ?? []).length === 0));
    const next = following.flat();
    if (next.length === 0) continue;
    if (rounds[at] === undefined) return { next, done };
    done.push(...(rounds[at++] ?? []));
  }
  return { next: [], done: [...done, ...rounds.slice(at).flat()] };
}

function followUp({ followUp: next }: WantedCall, answered: Answered | undefined): readonly FittedCall[] {
  const result = answered?.result;
  if (next === undefined || result === undefined || result.failure !== undefined) return [];
  const call = next(textOf(result.content));
  return call === undefined ? [] : [call];
}

interface Ended {
  readonly plan: Plan;
  readonly done: readonly Answered[];
  readonly turn: TurnSoFar;
}

function finalAnswer({ plan, done, turn }: Ended, tools: readonly ToolDefinition[]): string {
  const parts = [
    ...(done.length === 0 ? [] : [answerResults(done)]),
    ...answersBeside(done, plan, turn).map(answer => sayAnswer(answer, turn, tools)),
    ...(plan.missing.length === 0 ? [] : [missingTools(plan.missing, tools)]),
    ...(plan.notUnderstood.length === 0 && wantsSomething(plan) ? [] : [sayNotUnderstood(plan, turn, tools)]),
  ];
  return parts.join('\n\n');
}

/** "Read a.md and tell me what it says" asks for no more than the result. */
function answersBeside(
  done: readonly Answered[],
  { answers }: Plan,
  { documents }: TurnSoFar,
): readonly Answer[] {
  const isTold = done.length > 0 && documents.length === 0;
  return [...new Set(answers)].filter(answer => answer !== 'documents' || !isTold);
}

function sayAnswer(answer: Answer, { documents }: TurnSoFar, tools: readonly ToolDefinition[]): string {
  switch (answer) {
    case 'documents':
      return quoteDocuments(documents);
    case 'tools':
      return whoItIs(tools);
    case 'greeting':
      return greeting(tools);
    case 'thanks':
      return 'You are welcome.';
  }
}

function sayNotUnderstood(
  plan: Plan,
  { rounds, documents }: TurnSoFar,
  tools: readonly ToolDefinition[],
): string {
  const requests = plan.notUnderstood;
  if (rounds.length > 0 || wantsSomething(plan)) {
    return requests.length === 0 ? '' : notUnderstood(requests, tools);
  }
  const attached =
    documents.length === 0 ? '' : '\n\nOf what is attached I can quote all: ask *what is in this file?*';
  return `${notUnderstood(requests, tools)}${attached}`;
}
