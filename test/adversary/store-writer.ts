import { setTimeout as wait } from 'node:timers/promises';
import { ordinaryMarks } from '../../src/converser/words/canister/canister.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';

/**
 * Appends to a conversation until it is killed or done, and says which ids are safely stored:
 * `store-writer.ts FOLDER ID NAME CHARACTERS COUNT`.
 */
const [folder = '', id = '', name = '', characters = '0', count = '0'] = process.argv.slice(2);
const store = createConversationStore(folder);
for (let number = 0; number < Number(count); number++) {
  const own = `${name}-${number}`;
  const content = [text(name.repeat(Number(characters) / name.length))];
  const timestamp = new Date().toISOString();
  await store.append(id, [{ id: own, role: 'user', timestamp, content, marks: ordinaryMarks }]);
  process.stdout.write(`${own}\n`);
  // Lets the other writer in.
  await wait(0);
}
