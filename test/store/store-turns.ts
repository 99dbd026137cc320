import type { Canister } from '../../src/converser/words/canister/canister.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import type { ConversationStore } from '../../src/store/conversation-store.ts';
import { createTurnKeeper, loadConversation } from '../../src/store/stored-conversation.ts';
import { createFakeHost } from '../fakes/fake-host.ts';
import { canisterMaker } from '../sidebar/canisters.ts';

/** A window that goes on with the conversation “one” as it finds it. */
export async function openWindow(store: ConversationStore, name: string) {
  const make = canisterMaker();
  let stored = await loadConversation(store, 'one');
  let turns = 0;
  return {
    /** Stores a turn, with the function between its rounds. */
    async storeTurn(between: () => unknown = () => {}): Promise<void> {
      const turn = `${name}-${++turns}`;
      const keep = createTurnKeeper(stored, { store, host: createFakeHost() });
      const rounds: readonly (readonly Canister[])[] = [
        [make.user(`${turn}-user`, 'Go.')],
        [make.invocation(`${turn}-call`, 'e:read', {}), make.result(`${turn}-call`, 'x')],
        [make.assistant(`${turn}-answer`, 'Done.')],
      ];
      for (const canisters of rounds) {
        const kept = await keep({ type: 'joined', canisters });
        const said = [...stored.conversation.canisters, ...canisters];
        stored = { ...stored, ...kept, conversation: createConversation('one', said) };
        await between();
      }
    },
    get said() {
      return stored.conversation.canisters.map(({ id }) => id);
    },
  };
}
