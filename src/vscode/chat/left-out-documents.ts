import * as vscode from 'vscode';
import { visibleProse } from '../../converser/ground/wording/visible-text.ts';
import type { CompactionCanister, LeftOutPassage } from '../../converser/words/canister/canister.ts';
import {
  beforeAndAfterText,
  compactionReasons,
  compactionText,
  leftOutPassageText,
  leftOutResultText,
} from '../../converser/words/texts/saving-texts.ts';
import { inlineCode, legibleMarkdown } from '../common/markdown.ts';
import type { TakenBackInChats } from './taken-back-in-chats.ts';

export interface LeftOutDocuments extends vscode.Disposable {
  add(compaction: CompactionCanister): void;
  show(compaction: string): Promise<void>;
}

const scheme = 'converser-left-out';
/** Older ones are dropped to save memory. */
const mostKept = 200;

export function createLeftOutDocuments(
  takenBack: Pick<TakenBackInChats, 'has' | 'onDidChange'>,
): LeftOutDocuments {
  const known = new Map<string, CompactionCanister>();
  const changes = new vscode.EventEmitter<vscode.Uri>();
  const listening = takenBack.onDidChange(id => changes.fire(uriOf(id)));
  const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changes.event,
    provideTextDocumentContent({ query }) {
      const compaction = known.get(query);
      return compaction === undefined ? unknown : describe(compaction, takenBack.has(query));
    },
  });
  return {
    add(compaction) {
      const isNew = !known.has(compaction.id);
      known.set(compaction.id, compaction);
      // The document may be open since before a restart.
      if (isNew) changes.fire(uriOf(compaction.id));
      const [oldest] = known.keys();
      if (known.size > mostKept && oldest !== undefined) known.delete(oldest);
    },
    async show(id) {
      const document = await vscode.workspace.openTextDocument(uriOf(id));
      await vscode.window.showTextDocument(document, { preview: true });
    },
    dispose: () => vscode.Disposable.from(registration, listening, changes).dispose(),
  };
}

/** VS Code hands out the history of a chat with your next message, and not before. */
const unknown =
  'Send a message in the chat of this answer first: after a restart, VS Code hands Converser the history of a chat only with your next message.';

function uriOf(id: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path: '/What was left out.md', query: id });
}

function describe(compaction: CompactionCanister, isTakenBack: boolean): string {
  const { reason, results, passages, tokens, timestamp } = compaction;
  const when = new Date(timestamp).toLocaleString();
  const state = isTakenBack
    ? 'You have taken it back: from your next message on, the model reads all of it again.'
    : 'The chat still shows all of it. The model reads what is below instead; take it back in the chat, and it reads all of it again.';
  return [
    `# ${isTakenBack ? 'Taken back' : 'Compacted'}: ${compactionText(compaction)}`,
    `${when}. ${compactionReasons[reason]} ${beforeAndAfterText(tokens)}`,
    state,
    ...(results.length === 0
      ? []
      : ['## Results', lines(results.map(each => [each.title, leftOutResultText(each)]))]),
    ...passages.flatMap(passageParts),
    '',
  ].join('\n\n');
}

function passageParts(passage: LeftOutPassage): readonly string[] {
  const { asked, summary, calls } = passage;
  const heading = `## ${legibleMarkdown(leftOutPassageText(passage))}`;
  const wrote =
    asked.length === 0
      ? []
      : ['You wrote in it:', asked.map(each => `- ${legibleMarkdown(each)}`).join('\n')];
  if (summary !== undefined) return [heading, ...wrote, 'The summary:', quoted(summary)];
  return [heading, ...wrote, ...(calls.length === 0 ? [] : ['Its calls:', lines(calls.map(call => [call]))])];
}

function lines(rows: readonly (readonly [call: string, more?: string])[]): string {
  return rows.map(([call, more]) => `- ${[inlineCode(call), more].filter(Boolean).join(' ')}`).join('\n');
}

function quoted(text: string): string {
  return visibleProse(text)
    .split('\n')
    .map(line => `> ${line}`)
    .join('\n');
}
