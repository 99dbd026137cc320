import { type Listen, listeners } from '../../../converser/ground/async/listeners.ts';

/**
 * Which compactions of chats you have taken back. VS Code keeps the history of a chat and lets no one change it, so that
 * this is kept beside it, in the workspace that the chat belongs to.
 */
export interface TakenBackInChats {
  has(compaction: string): boolean;
  /** Takes it back, or makes it hold again, and says which of the two. */
  toggle(compaction: string): Promise<{ readonly isTakenBack: boolean }>;
  readonly onDidChange: Listen<string>;
}

/** A part of VS Code's `Memento`. */
interface Remembered {
  get(key: string, fallback: readonly string[]): readonly string[];
  update(key: string, value: readonly string[]): Thenable<void>;
}

const key = 'converser.takenBackInChats';

/** The oldest are forgotten first: VS Code does not report that a chat is gone. */
const mostKept = 500;

export function createTakenBackInChats(state: Remembered): TakenBackInChats {
  const changes = listeners<string>();
  const all = () => state.get(key, []);
  return {
    has: compaction => all().includes(compaction),
    async toggle(compaction) {
      const others = all().filter(each => each !== compaction);
      const isTakenBack = others.length === all().length;
      await state.update(key, (isTakenBack ? [...others, compaction] : others).slice(-mostKept));
      changes.fire(compaction);
      return { isTakenBack };
    },
    onDidChange: changes.listen,
  };
}
