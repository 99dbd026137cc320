import * as vscode from 'vscode';
import type { Outcome } from '../../converser/words/conversation/converse-event.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import { commands } from '../common/contributions.ts';
import { inform } from '../common/notices.ts';
import type { FinishedTurn } from './conversation/finished-turns.ts';
import { shownTitle } from './list-choices.ts';

const texts: Readonly<Record<Exclude<Outcome, 'stopped'>, string>> = {
  final: 'Finished',
  failed: 'Failed',
  'round-limit': 'Paused after many rounds',
};

export async function notifyOfFinished(
  { conversation, outcome }: FinishedTurn,
  { list }: Pick<ConversationStore, 'list'>,
): Promise<void> {
  const stored = (await list()).find(({ id }) => id === conversation);
  if (stored === undefined || outcome === 'stopped') return;
  if ((await inform(`${texts[outcome]}: “${shownTitle(stored)}”`, 'Show')) === 'Show')
    await vscode.commands.executeCommand(commands.openConversation, conversation);
}
