import { createHash } from 'node:crypto';
import path from 'node:path';
import { fault } from '../../converser/ground/errors.ts';
import type { Host } from '../../converser/ground/host.ts';
import type { Conversation } from '../../converser/words/conversation/conversation.ts';
import type { ConverseEvent } from '../../converser/words/conversation/converse-event.ts';
import type { TurnUndo } from '../../ensembles/workspace/journal/turn-undo.ts';
import { undoNote } from '../../ensembles/workspace/journal/undo-note.ts';
import type { Undoable } from '../../ensembles/workspace/journal/undoable.ts';
import type { StoredConversation } from '../../store/conversation-index.ts';
import { type ConversationStore, createConversationStore } from '../../store/conversation-store.ts';
import { createTurnKeeper, loadConversation, type ToKeep } from '../../store/stored-conversation.ts';
import { brief } from '../render/printable.ts';
import { stateFolder } from '../state/state-file.ts';

export interface KeptConversation {
  readonly conversation: Conversation;
  begin(): Promise<void>;
  /** Takes an id, a part of one, or nothing for the last conversation. Resolves to its title, or throws a `ConverserError`. */
  resume(id: string): Promise<string>;
  /** Stores what the events of one turn add. Never rejects. */
  keeping(): (event: ConverseEvent | ToKeep) => Promise<void>;
  /** Tells the model what is now undone of a turn. */
  setUndone(turn: Undoable, turns: Pick<TurnUndo, 'records'>): Promise<void>;
}

/** Conversations belong to the folders in which they are led. */
export function storeOf(roots: readonly string[]): ConversationStore {
  const folder = createHash('sha256').update(JSON.stringify([...roots].sort()));
  const name = folder.digest('hex').slice(0, 16);
  return createConversationStore(path.join(stateFolder(), 'conversations', name));
}

/** Takes an id, a part of one, or nothing for the last conversation. Throws `bad-arguments` if there is none. */
export async function findStored(store: ConversationStore, id: string): Promise<StoredConversation> {
  const all = await store.list();
  const found = id === '' ? all.slice(0, 1) : all.filter(each => each.id.includes(id));
  const only = found.find(each => each.id === id) ?? (found.length === 1 ? found[0] : undefined);
  if (only !== undefined) return only;
  const known = all.slice(0, mostListed).map(each => `\n  ${each.id}  ${brief(each.title, 60)}`);
  throw fault(
    'bad-arguments',
    `${id === '' ? 'No conversation' : `Conversation ${id} not`} found. Stored for this folder:${known.join('') || ' none.'}`,
  );
}

export async function openConversation(
  roots: readonly string[],
  host: Pick<Host, 'ids' | 'log' | 'alerts'>,
): Promise<KeptConversation> {
  const store = storeOf(roots);
  const load = (id = host.ids.next('conversation')) => loadConversation(store, id);
  let kept = await load();
  return {
    get conversation() {
      return kept.conversation;
    },
    async begin() {
      kept = await load();
    },
    async resume(id) {
      const only = await findStored(store, id);
      kept = await load(only.id);
      return brief(only.title, 60);
    },
    keeping() {
      const keep = createTurnKeeper(kept, { store, host });
      return async event => {
        if (isToKeep(event)) kept = { ...kept, ...(await keep(event)) };
      };
    },
    async setUndone({ record }, turns) {
      const { conversationId: id, turnId } = record.header;
      const turn = (await turns.records()).find(each => each.record.id === record.id);
      if (turn === undefined || turnId === undefined) return;
      await store.setUndone(id, { turnId, ...undoNote(turn) });
      kept = await load(id);
    },
  };
}

function isToKeep(event: ConverseEvent | ToKeep): event is ToKeep {
  return ['turn-start', 'joined', 'turn-end', 'before-change'].includes(event.type);
}

const mostListed = 20;
