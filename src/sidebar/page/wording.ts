import type { FailureKind } from '../../converser/canister/canister.ts';
import type { JsonValue } from '../../converser/json/json.ts';
import type { PermissionAnswer } from '../../converser/permission/permissions.ts';
import { saySpending } from '../../converser/spending/say-spending.ts';
import { durationText } from '../../converser/wording/numbers.ts';
import type { SidebarEnsemble, SidebarModel, SidebarRequest } from '../protocol.ts';
import type { InvocationStatus, TurnView } from '../turns/turn-view.ts';

/** What a turn took: rounds, tools, tokens and time, as far as they are known. */
export function sayEffort(turn: TurnView, say: typeof saySpending = saySpending): string {
  const tools = turn.items.filter(({ kind }) => kind === 'invocation').length;
  return [
    turn.rounds > 1 ? `${turn.rounds} rounds` : '',
    tools > 0 ? `${tools} ${tools === 1 ? 'tool call' : 'tool calls'}` : '',
    turn.spending === undefined ? '' : say(turn.spending),
    turn.duration === undefined ? '' : durationText(turn.duration),
  ]
    .filter(Boolean)
    .join(' · ');
}

export function sayStatus(status: InvocationStatus): string {
  switch (status) {
    case 'waiting':
      return 'waiting for permission';
    case 'running':
      return 'running';
    case 'done':
      return 'done';
    case 'repeated':
      return 'answered from an earlier call';
    case 'failed':
      return 'failed';
    case 'denied':
      return 'not allowed';
    case 'cancelled':
      return 'cancelled';
  }
}

export function sayFailure(kind: FailureKind): string {
  switch (kind) {
    case 'validation':
      return 'The arguments were refused';
    case 'execution':
      return 'The tool failed';
    case 'timeout':
      return 'The tool took too long';
    case 'permission':
      return 'Not allowed';
    case 'network':
      return 'The connection failed';
    case 'unknown-invoker':
      return 'There is no such tool';
    case 'cancelled':
      return 'Cancelled';
  }
}

export function sayAnswer(answer: PermissionAnswer): string {
  switch (answer) {
    case 'once':
      return 'Allow Once';
    case 'conversation':
      return 'Allow in Conversation';
    case 'workspace':
      return 'Allow in Workspace';
    case 'deny':
      return 'Deny';
  }
}

/** What a server of tools wants of the person, after its name. */
export function sayWish(kind: SidebarRequest['kind']): string {
  switch (kind) {
    case 'form':
      return 'asks you something';
    case 'page':
      return 'asks you to visit a page';
    case 'sampling':
      return 'wants to ask a model at your cost';
  }
}

/** Which ensembles are not there yet: one that is slow should not be taken for the model. */
export function sayAwaited(ensembles: readonly SidebarEnsemble[]): string {
  const [first, ...others] = ensembles.filter(
    ({ enabled, state }) => enabled && state.status === 'connecting',
  );
  if (first === undefined) return '';
  return `Waiting for ${first.title}${others.length === 0 ? '' : ` and ${others.length} more`} to start.`;
}

/** Why a turn is shown that is not part of the conversation. */
export function sayOutcome(status: TurnView['status']): string {
  switch (status) {
    case 'running':
    case 'committed':
      return '';
    case 'stopped':
      return 'Stopped';
    case 'failed':
      return 'Failed';
    case 'round-limit':
      return 'Too many rounds';
  }
}

export function sayToolUse(tools: SidebarModel['tools']): string {
  return { native: 'tools: native', contract: 'tools: contract', none: 'no tools' }[tools];
}

export function explainToolUse(tools: SidebarModel['tools']): string {
  switch (tools) {
    case 'native':
      return 'It calls tools by its server’s own means';
    case 'contract':
      return 'It calls tools through Converser’s contract, as text';
    case 'none':
      return 'It is offered no tools';
  }
}

export function prettyJson(value: JsonValue): string {
  return JSON.stringify(value, undefined, 2);
}
