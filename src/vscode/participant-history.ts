import * as vscode from 'vscode';
import { type Canister, ordinaryMarks } from '../converser/canister.ts';
import { fromJson, toJson } from '../converser/canister-json.ts';
import { text } from '../converser/content.ts';

/** What a chat answer keeps of its turn: chat results are the only memory a participant has. */
export interface ChatMetadata {
  readonly conversationId: string;
  readonly canisters: readonly Canister[];
}

export function chatMetadata(metadata: ChatMetadata): { readonly converser: string } {
  return { converser: toJson(metadata) };
}

/** The turns so far, with all their invocations and results. The first turn begins a new conversation. */
export function earlierTurns(history: vscode.ChatContext['history'], newId: () => string): ChatMetadata {
  const turns = history.map(turn =>
    turn instanceof vscode.ChatResponseTurn ? readMetadata(turn) : undefined,
  );
  const canisters = history.flatMap((turn, index) =>
    turn instanceof vscode.ChatResponseTurn ? (turns[index]?.canisters ?? foreignAnswer(turn, index)) : [],
  );
  const conversationId = turns.find(turn => turn !== undefined)?.conversationId ?? newId();
  return { conversationId, canisters: [...canisters] };
}

function readMetadata({ result }: vscode.ChatResponseTurn): ChatMetadata | undefined {
  const json: unknown = result.metadata?.converser;
  return typeof json === 'string' ? fromJson<ChatMetadata>(json) : undefined;
}

/** What another participant said is told as text, so that "explain that" has something to refer to. */
function foreignAnswer(turn: vscode.ChatResponseTurn, index: number): readonly Canister[] {
  const said = turn.response
    .filter(part => part instanceof vscode.ChatResponseMarkdownPart)
    .map(part => part.value.value)
    .join('');
  if (said === '') return [];
  const timestamp = new Date(0).toISOString();
  return [
    {
      id: `earlier-${index}`,
      role: 'assistant',
      timestamp,
      marks: ordinaryMarks,
      content: [text(said, 'text/markdown')],
    },
  ];
}
