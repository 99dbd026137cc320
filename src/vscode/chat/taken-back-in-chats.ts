import { type Listen, listeners } from '../../converser/ground/async/listeners.ts';

/** VS Code lets no one change the history of a chat, so this is kept beside it, in the workspace of the chat. */
export interface TakenBackInChats {
  has(compaction: string): boolean;
  /** Takes it back, or lets it hold again, and says which of the two. */
  toggle(compaction: string): Promise<{ readonly isTakenBack: boolean }>;
  readonly onDidChange: Listen<string>;
}

interface Remembered {
  get(key: string, fallback: readonly string[]): readonly string[];
  update(key: string, value: readonly string[]): Thenable<void>;
}

const key = 'converser.takenBackInChats';

/** The oldest are dropped first, because VS Code does not report that a chat is gone. */
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
