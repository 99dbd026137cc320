import * as vscode from 'vscode';
import { defined } from '../../converser/ground/json/defined.ts';
import { isAmount } from '../../converser/ground/json/json.ts';
import { type Canister, ordinaryMarks } from '../../converser/words/canister/canister.ts';
import { fromJson, toJson } from '../../converser/words/canister/canister-json.ts';
import { text } from '../../converser/words/canister/content.ts';
import { interruptionText } from '../../converser/words/canister/interruption.ts';
import { type Spending, sumSpending, type TurnSpending } from '../../converser/words/spending/spending.ts';
import { participantId, showLeftOutCommand, showResultCommand } from '../activation-ids.ts';

/** Chat results are the only memory of a participant. */
export interface ChatMetadata {
  readonly conversationId: string;
  readonly canisters: readonly Canister[];
  /** Absent if nothing was sent. */
  readonly spending?: TurnSpending;
}

export interface EarlierTurns extends Pick<ChatMetadata, 'conversationId' | 'canisters'> {
  readonly spending: Spending;
}

export function chatMetadata(metadata: ChatMetadata): { readonly converser: string } {
  return { converser: toJson(metadata) };
}

/** VS Code keeps only what was shown of a turn that you stopped; `stoppedTurn` finds the rest by linked ids. */
export function earlierTurns(
  history: vscode.ChatContext['history'],
  {
    newId,
    stoppedTurn,
  }: {
    readonly newId: () => string;
    readonly stoppedTurn: (linked: string) => ChatMetadata | undefined;
  },
): EarlierTurns {
  const turns = history.map(turn =>
    turn instanceof vscode.ChatResponseTurn
      ? (readMetadata(turn.result) ?? linkedIdsIn(turn).map(stoppedTurn).find(Boolean))
      : undefined,
  );
  const canisters = history.flatMap((turn, index) =>
    turn instanceof vscode.ChatResponseTurn
      ? (turns[index]?.canisters ?? textTurn(turn, { index, asked: history[index - 1] }))
      : [],
  );
  const conversationId = turns.find(turn => turn !== undefined)?.conversationId ?? newId();
  const spending = sumSpending(turns.flatMap(turn => turn?.spending ?? []));
  return { conversationId, canisters, spending };
}

/** Returns `undefined` for damaged metadata, because one answer must not make the whole chat unusable. */
export function readMetadata({ metadata }: vscode.ChatResult): ChatMetadata | undefined {
  const json: unknown = metadata?.converser;
  if (typeof json !== 'string') return undefined;
  try {
    const read = fromJson<Partial<ChatMetadata> | null>(json);
    if (typeof read?.conversationId !== 'string' || !Array.isArray(read.canisters)) return undefined;
    const { conversationId, canisters } = read;
    const spending = isWhole(read.spending) ? read.spending : undefined;
    return defined({ conversationId, canisters, spending });
  } catch {
    return undefined;
  }
}

function isWhole(spending: Spending | undefined): boolean {
  if (spending === undefined) return false;
  const { requests, input, output, cached, reasoning, cost = 0 } = spending;
  return [requests, input, output, cached, reasoning, cost].every(isAmount);
}

const listings: readonly (string | undefined)[] = ['tools', 'ensembles', 'models'];

interface Place {
  readonly index: number;
  readonly asked: vscode.ChatContext['history'][number] | undefined;
}

/** These turns stay, so that “explain that” has something to refer to. */
function textTurn(turn: vscode.ChatResponseTurn, { index, asked: before }: Place): readonly Canister[] {
  if (turn.result.errorDetails !== undefined) return [];
  const isOwn = turn.participant === participantId && !listings.includes(turn.command);
  const isStopped = isOwn && turn.result.metadata === undefined;
  const shown = shownIn(turn).replace(/\]\(command:[^)]*\)/g, ']');
  if (shown === '' && !isStopped) return [];
  const question = before instanceof vscode.ChatRequestTurn && isOwn ? before.prompt : '';
  const asked = turn.command === undefined ? `@${turn.participant}` : `/${turn.command}`;
  const common = { timestamp: new Date(0).toISOString(), marks: ordinaryMarks };
  return [
    // Some models reject an answer without its question.
    { ...common, id: `asked-${index}`, role: 'user', content: [text(question || asked)] },
    {
      ...common,
      id: `earlier-${index}`,
      role: 'assistant',
      content: [
        ...(shown === '' ? [] : [text(shown, 'text/markdown')]),
        ...(isStopped ? [text(interruptionText('stopped', { before: [] }))] : []),
      ],
    },
  ];
}

function shownIn({ response }: vscode.ChatResponseTurn): string {
  return response
    .filter(part => part instanceof vscode.ChatResponseMarkdownPart)
    .map(part => part.value.value)
    .join('');
}

/** Each call that was shown links to its result, and each compaction to what it left out. */
function linkedIdsIn(turn: vscode.ChatResponseTurn): readonly string[] {
  const links = shownIn(turn).matchAll(
    new RegExp(`command:(?:${showResultCommand}|${showLeftOutCommand})\\?%5B%22([\\w-]+)%22%5D`, 'g'),
  );
  return [...links].map(([, id = '']) => id);
}
