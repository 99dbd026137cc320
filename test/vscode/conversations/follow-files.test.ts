import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listeners } from '../../../src/converser/ground/async/listeners.ts';
import { createConversationStore } from '../../../src/store/conversation-store.ts';
import { followFiles } from '../../../src/vscode/conversations/follow-files.ts';
import { eventually, often } from '../../eventually.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';

describe('the files of conversations', () => {
  const make = canisterMaker();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'converser-followed-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('tell which conversation another window begins, goes on with, renames and deletes', async () => {
    const store = createConversationStore(folder);
    const told: string[] = [];
    const tells = listeners<void>();
    const following = followFiles(folder, id => {
      told.push(id);
      tells.fire();
    });
    // VS Code takes a moment until it watches.
    await eventually(often, async () => {
      await store.append('zero', [make.user('u', 'Hello.')]);
      return told.includes('zero');
    });
    const toldOf = (id: string) => eventually(tells.listen, () => told.splice(0).includes(id));
    await store.append('one', [make.user('u', 'Hello.')]);
    await toldOf('one');
    await store.append('one', [make.assistant('a', 'Hi.')]);
    await toldOf('one');
    await store.rename('one', 'First');
    await toldOf('one');
    await store.append('two', [make.user('u', 'Hello.')]);
    await toldOf('two');
    await store.remove('one');
    await toldOf('one');
    following.dispose();
  });
});
