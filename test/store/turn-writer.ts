import { createConversationStore } from '../../src/store/conversation-store.ts';
import { openWindow } from './store-turns.ts';

/** Stores as many turns as wanted, and says which canisters these were. */
const [, , folder = '', name = '', count = ''] = process.argv;
const window = await openWindow(createConversationStore(folder), name);
for (let at = 0; at < Number(count); at++) await window.storeTurn();
process.stdout.write(JSON.stringify(window.said));
