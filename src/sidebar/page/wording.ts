import type { FailureKind } from '../../converser/canister/canister.ts';
import type { JsonValue } from '../../converser/json/json.ts';
import type { PermissionAnswer } from '../../converser/permission/permission-question.ts';
import { spendingText } from '../../converser/spending/spending-text.ts';
import { countText, durationText } from '../../converser/wording/numbers.ts';
import type { SidebarEnsemble, SidebarModel, SidebarRequest } from '../protocol.ts';
import type { InvocationStatus, TurnView } from '../turns/turn-view.ts';

/** What a turn took: rounds, tool calls, tokens and time, as far as they are known. */
export function effortText(turn: TurnView, describeSpending: typeof spendingText = spendingText): string {
  const tools = turn.items.filter(({ kind }) => kind === 'invocation').length;
  return [
    turn.rounds > 1 ? `${turn.rounds} rounds` : '',
    tools > 0 ? countText(tools, 'tool call') : '',
    turn.spending === undefined ? '' : describeSpending(turn.spending),
    turn.duration === undefined ? '' : durationText(turn.duration),
  ]
    .filter(Boolean)
    .join(' · ');
}

export function statusText(status: InvocationStatus): string {
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

export function failureText(kind: FailureKind): string {
  switch (kind) {
    case 'validation':
      return 'Invalid arguments';
    case 'execution':
      return 'The tool failed';
    case 'timeout':
      return 'The tool took too long';
    case 'permission':
      return 'Not allowed';
    case 'network':
      return 'The connection failed';
    case 'unknown-invoker':
      return 'Unknown tool';
    case 'cancelled':
      return 'Cancelled';
  }
}

export function choiceText(answer: PermissionAnswer): string {
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

/** What an MCP server wants from you, after its name. */
export function requestText(kind: SidebarRequest['kind']): string {
  switch (kind) {
    case 'form':
      return 'has a question';
    case 'page':
      return 'asks you to open a web page';
    case 'sampling':
      return 'wants to use your model';
  }
}

/** Which ensembles are still starting, so that you do not take a slow one for a slow model. */
export function awaitedText(ensembles: readonly SidebarEnsemble[]): string {
  const [first, ...others] = ensembles.filter(
    ({ enabled, state }) => enabled && state.status === 'connecting',
  );
  if (first === undefined) return '';
  return `Waiting for ${first.title}${others.length === 0 ? '' : ` and ${others.length} more`} to start.`;
}

/** Why a turn has no final answer. */
export function outcomeText(status: TurnView['status']): string {
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

export function toolUseText(tools: SidebarModel['tools']): string {
  return { native: 'tools: native', contract: 'tools: contract', none: 'no tools' }[tools];
}

export function toolUseHint(tools: SidebarModel['tools']): string {
  switch (tools) {
    case 'native':
      return 'Calls tools natively';
    case 'contract':
      return 'Calls tools through Converser’s contract, as JSON in its text';
    case 'none':
      return 'Gets no tools';
  }
}

export function prettyJson(value: JsonValue): string {
  return JSON.stringify(value, undefined, 2);
}
