import * as vscode from 'vscode';
import { type Canister, ordinaryMarks } from '../../converser/canister/canister.ts';
import { fromJson, toJson } from '../../converser/canister/canister-json.ts';
import { text } from '../../converser/canister/content.ts';
import { defined } from '../../converser/json/defined.ts';
import { parseTurnSpending } from '../../converser/spending/parse-spending.ts';
import { type Spending, sumSpending, type TurnSpending } from '../../converser/spending/spending.ts';
import { participantId } from '../window/contributions.ts';

/** What a chat answer keeps of its turn: chat results are the only memory a participant has. */
export interface ChatMetadata {
  readonly conversationId: string;
  readonly canisters: readonly Canister[];
  /** What the turn cost, whatever came of it; absent where nothing was sent. */
  readonly spending?: TurnSpending;
}

/** The turns so far, and what all of them cost. */
export interface EarlierTurns extends Pick<ChatMetadata, 'conversationId' | 'canisters'> {
  readonly spending: Spending;
}

export function chatMetadata(metadata: ChatMetadata): { readonly converser: string } {
  return { converser: toJson(metadata) };
}

/**
 * The turns so far, with all their invocations and results. The first turn begins a new conversation.
 *
 * Invariant: of a turn that failed or was stopped, nothing is told but what it cost, whatever was shown of it.
 */
export function earlierTurns(history: vscode.ChatContext['history'], newId: () => string): EarlierTurns {
  const turns = history.map(turn =>
    turn instanceof vscode.ChatResponseTurn ? readMetadata(turn.result) : undefined,
  );
  const canisters = history.flatMap((turn, index) =>
    turn instanceof vscode.ChatResponseTurn ? (turns[index]?.canisters ?? told(turn, index)) : [],
  );
  const conversationId = turns.find(turn => turn !== undefined)?.conversationId ?? newId();
  const spending = sumSpending(turns.flatMap(turn => turn?.spending ?? []));
  return { conversationId, canisters, spending };
}

/** Nothing when it is damaged: a chat is not to be lost for one answer. */
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

/** What was listed, or what another participant said, so that "explain that" has something to refer to. */
function told(turn: vscode.ChatResponseTurn, index: number): readonly Canister[] {
  const isOwn = turn.participant === participantId;
  if (turn.result.errorDetails !== undefined || (isOwn && !listings.includes(turn.command))) return [];
  const said = turn.response
    .filter(part => part instanceof vscode.ChatResponseMarkdownPart)
    .map(part => part.value.value)
    .join('');
  if (said === '') return [];
  const common = { timestamp: new Date(0).toISOString(), marks: ordinaryMarks };
  const asked = turn.command === undefined ? `@${turn.participant}` : `/${turn.command}`;
  return [
    // An answer without its question is refused by some models.
    { ...common, id: `asked-${index}`, role: 'user', content: [text(asked)] },
    { ...common, id: `earlier-${index}`, role: 'assistant', content: [text(said, 'text/markdown')] },
  ];
}
