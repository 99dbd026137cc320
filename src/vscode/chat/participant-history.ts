import * as vscode from 'vscode';
import { type Canister, ordinaryMarks } from '../../converser/canister/canister.ts';
import { fromJson, toJson } from '../../converser/canister/canister-json.ts';
import { text } from '../../converser/canister/content.ts';
import { defined } from '../../converser/json/defined.ts';
import {
  parseTurnSpending,
  type Spending,
  sumSpending,
  type TurnSpending,
} from '../../converser/spending/spending.ts';
import { participantId } from '../window/contributions.ts';

/** What a chat answer stores of its turn: chat results are the only memory of a participant. */
export interface ChatMetadata {
  readonly conversationId: string;
  readonly canisters: readonly Canister[];
  /** What the turn cost, even if it failed; absent if nothing was sent. */
  readonly spending?: TurnSpending;
}

/** The turns so far, and their total cost. */
export interface EarlierTurns extends Pick<ChatMetadata, 'conversationId' | 'canisters'> {
  readonly spending: Spending;
}

export function chatMetadata(metadata: ChatMetadata): { readonly converser: string } {
  return { converser: toJson(metadata) };
}

/**
 * The turns so far, with all their invocations and results. The first turn begins a new conversation.
 *
 * Invariant: a turn that failed or was stopped counts only with its cost, whatever was shown of it.
 */
export function earlierTurns(history: vscode.ChatContext['history'], newId: () => string): EarlierTurns {
  const turns = history.map(turn =>
    turn instanceof vscode.ChatResponseTurn ? readMetadata(turn.result) : undefined,
  );
  const canisters = history.flatMap((turn, index) =>
    turn instanceof vscode.ChatResponseTurn ? (turns[index]?.canisters ?? textTurn(turn, index)) : [],
  );
  const conversationId = turns.find(turn => turn !== undefined)?.conversationId ?? newId();
  const spending = sumSpending(turns.flatMap(turn => turn?.spending ?? []));
  return { conversationId, canisters, spending };
}

/** `undefined` if it is damaged: one answer must not make the whole chat unusable. */
export function readMetadata({ metadata }: vscode.ChatResult): ChatMetadata | undefined {
  const json: unknown = metadata?.converser;
  if (typeof json !== 'string') return undefined;
  try {
    const read = fromJson<Partial<ChatMetadata> | null>(json);
    if (typeof read?.conversationId !== 'string' || !Array.isArray(read.canisters)) return undefined;
    const spending = parseTurnSpending(read.spending);
    return defined({ conversationId: read.conversationId, canisters: read.canisters, spending });
  } catch {
    return undefined;
  }
}

const listings: readonly (string | undefined)[] = ['tools', 'ensembles', 'models'];

/** Listings and answers of other participants, so that “explain that” has something to refer to. */
function textTurn(turn: vscode.ChatResponseTurn, index: number): readonly Canister[] {
  const isOwn = turn.participant === participantId;
  if (turn.result.errorDetails !== undefined || (isOwn && !listings.includes(turn.command))) return [];
  const answer = turn.response
    .filter(part => part instanceof vscode.ChatResponseMarkdownPart)
    .map(part => part.value.value)
    .join('');
  if (answer === '') return [];
  const common = { timestamp: new Date(0).toISOString(), marks: ordinaryMarks };
  const asked = turn.command === undefined ? `@${turn.participant}` : `/${turn.command}`;
  return [
    // Some models reject an answer without its question.
    { ...common, id: `asked-${index}`, role: 'user', content: [text(asked)] },
    { ...common, id: `earlier-${index}`, role: 'assistant', content: [text(answer, 'text/markdown')] },
  ];
}
