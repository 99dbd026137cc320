import * as vscode from 'vscode';
import { countText } from '../../converser/ground/wording/numbers.ts';
import type { VersionWalk } from '../undo/go-to-version.ts';
import type { TurnChanges } from '../undo/turn-changes.ts';
import type { LiveConversation } from './conversation/live-conversation.ts';
import { splitTurns } from './history/split-turns.ts';
import type { SidebarPage } from './sidebar-page.ts';

export interface ReplacePorts {
  readonly changes: Pick<TurnChanges, 'of'>;
  readonly page: Pick<SidebarPage, 'reveal'>;
  readonly leave: VersionWalk['leave'];
}

/**
 * Where the turn or later ones have changed files, you are asked first whether these go back, too.
 * @returns what takes that back where the message isn't sent after all; nothing where it may not be sent
 */
export async function mayReplace(
  turn: string,
  { id, canisters }: Pick<LiveConversation, 'id' | 'canisters'>,
  { changes, page, leave }: ReplacePorts,
): Promise<(() => unknown) | undefined> {
  const changed = changes.of(id);
  const turns = splitTurns(canisters).map(([first]) => first?.id ?? '');
  const replaced = turns.slice(turns.indexOf(turn)).filter(each => changed[each]?.isUndone === false);
  if (replaced.length === 0) return () => {};
  const countOf = (each: string) => (changed[each]?.files ?? 0) + (changed[each]?.waiting ?? 0);
  const files = replaced.reduce((sum, each) => sum + countOf(each), 0);
  const detail =
    'What was said since then stays as another version of the conversation. The files can go back to what they were before.';
  const answer = await vscode.window.showInformationMessage(
    `Undo the changes of ${countText(files, 'file')} that were made since this message?`,
    { modal: true, detail },
    undoAndSend,
    keepAndSend,
  );
  // The dialog had the focus.
  await page.reveal();
  if (answer === undoAndSend) return leave(id, turns.slice(turns.indexOf(turn)));
  return answer === undefined ? undefined : () => {};
}

const undoAndSend = 'Undo Changes';
const keepAndSend = 'Keep Files';
