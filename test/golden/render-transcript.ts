import {
  type Canister,
  type CompactionCanister,
  type InvocationCanister,
  isCompaction,
  type ResultCanister,
} from '../../src/converser/words/canister/canister.ts';
import { type Content, textOf } from '../../src/converser/words/canister/content.ts';
import type { ConverseEvent, UsageTold } from '../../src/converser/words/conversation/converse-event.ts';
import { fullName } from '../../src/converser/words/ensemble/invoker.ts';
import type { PermissionQuestion } from '../../src/converser/words/permission/permission-question.ts';
import { spendingText } from '../../src/converser/words/spending/spending-text.ts';
import { compactionText } from '../../src/converser/words/texts/saving-texts.ts';
import type { Answer } from '../fakes/fake-approvals.ts';
import type { Played, Scenario } from './scenario.ts';

/** A conversation as plain text for people: what happened, what was kept, and what the model was sent. */
export function renderTranscript(scenario: Scenario, { turns, conversation, model, host }: Played): string {
  const { asked, answered } = host.approver;
  const lastRequest = model.requests.at(-1);
  const tools = lastRequest?.tools.map(({ name }) => name) ?? [];
  return [
    scenario.shows,
    ...turns.map((events, index) => section(`Turn ${index + 1}`, renderEvents(events))),
    section(
      'The person was asked',
      asked.map((question, index) => renderQuestion(question, answered[index])),
    ),
    section('The person was warned', host.alerted),
    section('The log says', host.logged),
    section('The conversation holds', conversation.canisters.map(renderCanister)),
    section(
      `Of ${model.requests.length} requests to the model, with ${tools.join(', ') || 'no tools'}, the last one held`,
      (lastRequest?.canisters ?? []).map(renderCanister),
    ),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

export function section(title: string, lines: readonly string[]): string {
  const body = lines.map(line => `  ${line.replaceAll('\n', '\n  ')}`.replaceAll(/ +$/gm, ''));
  return lines.length === 0 ? '' : [`== ${title}`, ...body].join('\n');
}

export function renderEvents(events: readonly ConverseEvent[]): readonly string[] {
  const lines: string[] = [];
  let said = '';
  for (const event of events) {
    if (event.type === 'text-delta') {
      said += event.text;
      continue;
    }
    if (said !== '') lines.push(`model says: ${said}`);
    said = '';
    lines.push(...renderEvent(event));
  }
  return lines;
}

function renderEvent(event: Exclude<ConverseEvent, { type: 'text-delta' }>): readonly string[] {
  switch (event.type) {
    case 'turn-start':
      return event.canisters.map(renderCanister);
    case 'message-added':
      return event.canisters.map(canister => `added: ${renderCanister(canister)}`);
    case 'round-start':
      return [`-- round ${event.round}${event.model === undefined ? '' : `, with ${event.model.label}`}`];
    case 'reasoning-delta':
      return [`model thinks: ${event.text}`];
    case 'notice':
      return [`notice: ${event.message}`];
    case 'round-restart':
      return event.model === undefined
        ? [`asks again in ${event.wait} ms: ${event.message}`]
        : [`asks ${event.model.provider}/${event.model.id} instead: ${event.message}`];
    case 'usage':
      return renderUsage(event);
    case 'window':
    case 'reasoning-end':
    case 'round-end':
      return [];
    case 'joined':
      return event.canisters.filter(isCompaction).map(each => `compacted: ${compactionText(each)}`);
    case 'invocation-start':
      return [`${event.canister.id} starts: ${renderCall(event.canister)}`];
    case 'invocation-edit':
      return [`the user changes ${event.canister.id}: ${renderCall(event.canister)}`];
    case 'invocation-progress':
      return [`${event.invocationId}: ${event.message}${percent(event.fraction)}`];
    case 'invocation-end':
      return [`${event.canister.invocationId} ${renderOutcome(event.canister, event.duration)}`];
    case 'turn-end':
      return [
        `-- ${event.outcome}${event.error === undefined ? '' : ` (${event.error.code}): ${event.error.message}`}`,
      ];
  }
}

/** Estimates are left out: they would change with every word, and say nothing about the product. */
function renderUsage({ usage: { estimated, ...told }, spent }: UsageTold): readonly string[] {
  if (estimated) return [];
  const figures = Object.entries(told).map(([kind, count]) => `${count} ${kind}`);
  return [`tokens: ${figures.join(', ')}; the conversation: ${spendingText(spent.conversation)}`];
}

function percent(fraction: number | undefined): string {
  return fraction === undefined ? '' : ` (${Math.round(fraction * 100)} %)`;
}

function renderCall(call: InvocationCanister): string {
  return call.malformedArguments === undefined
    ? `${fullName(call)} ${JSON.stringify(call.arguments)}`
    : `${fullName(call)} with what cannot be read: ${call.malformedArguments}`;
}

function renderOutcome(result: ResultCanister, duration: number): string {
  const { failure, repeats, screen } = result;
  const shown = screen === undefined ? '' : `\n    on the screen: ${screen}`;
  if (failure !== undefined)
    return `fails after ${duration} ms (${failure.kind}): ${failure.message}${shown}`;
  const how = repeats === undefined ? `ends after ${duration} ms` : `repeats ${repeats}`;
  return `${how}: ${renderContent(result.content)}${shown}`;
}

function renderCanister(canister: Canister): string {
  switch (canister.role) {
    case 'supervisor':
    case 'user':
    case 'assistant':
    case 'document':
      return `${canister.role}: ${renderContent(canister.content)}`;
    case 'invocation':
      return `invocation ${canister.id}: ${renderCall(canister)}`;
    case 'result':
      return `result of ${canister.invocationId}: ${renderContent(canister.content)}`;
    case 'compaction':
      return renderCompaction(canister);
  }
}

function renderCompaction(canister: CompactionCanister): string {
  const { reason, results, passages } = canister;
  const lines = [
    ...results.map(({ id, title, kept }) => `${title} (${id})${kept === undefined ? '' : ` after ${kept}`}`),
    ...passages.map(({ from, to, turns, rounds }) => `${turns} turns, ${rounds} rounds: ${from} to ${to}`),
  ];
  return `compaction (${reason}): ${compactionText(canister)}${lines.map(line => `\n    ${line}`).join('')}`;
}

function renderContent(content: readonly Content[]): string {
  return content.map(renderPart).join('\n');
}

function renderPart(part: Content): string {
  if (part.type === 'opaque') return `[kept for ${part.provider}]`;
  return part.type === 'resource' ? `[${part.uri}] ${textOf([part])}` : textOf([part]);
}

function renderQuestion(
  { invocation, reason, scopes, preview }: PermissionQuestion,
  answer: Answer | undefined,
): string {
  const shown = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const notes = preview?.notes?.map(({ kind, text }) => ` ${kind}: ${text}`) ?? [];
  const seen = [preview?.title, ...(preview?.diff?.split('\n') ?? []), ...notes].filter(
    line => line !== undefined,
  );
  const before = seen.length === 0 ? '' : `\n${seen.map(line => `  | ${line}\n`).join('')}  `;
  return `${renderCall(invocation)}: ${reason} ${before}[${scopes.join(', ')}, deny] → ${shown}`;
}
