import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createConversationStore } from '../../src/store/conversation-store.ts';
import { loadConversation } from '../../src/store/stored-conversation.ts';
import { eachTest } from '../ensembles/each-test.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';
import { openWindow } from './store-turns.ts';

describe('a conversation in two windows', () => {
  const temp = eachTest(() => createTempFolder());
  const open = () => createConversationStore(temp.path);
  const ids = async () => (await open().load('one')).map(({ id }) => id);

  it('has the turns that both send at once as two versions, each of them whole', async () => {
    await (await openWindow(open(), 'before')).storeTurn();
    const [left, right] = await Promise.all([openWindow(open(), 'left'), openWindow(open(), 'right')]);
    const rounds = right.storeTurn(() => new Promise(resolve => setImmediate(resolve)));
    await left.storeTurn(() => new Promise(resolve => setImmediate(resolve)));
    await rounds;
    const { versions } = await open().read('one');
    const [found] = versions.values();
    assert.deepEqual(found?.ends.toSorted(), ['left-1-answer', 'right-1-answer']);
    for (const window of [left, right]) {
      await open().goTo('one', window.said.at(-1) ?? '');
      assert.deepEqual(await ids(), window.said);
    }
  });

  it('leads from each to the other where one sends while the other is in the middle of a turn', async () => {
    const left = await openWindow(open(), 'left');
    let right: Awaited<ReturnType<typeof openWindow>> | undefined;
    await left.storeTurn(async () => {
      if (right !== undefined) return;
      right = await openWindow(open(), 'right');
      await right.storeTurn();
    });
    assert.ok(right !== undefined);
    const ends = ['left-1-answer', 'right-1-answer'];
    for (const window of [left, right]) {
      const end = window.said.at(-1) ?? '';
      await open().goTo('one', end);
      const found = (await open().read('one')).versions.get('left-1-user');
      assert.deepEqual(found?.ends.toSorted(), ends);
      assert.equal(found?.ends[found.at], end);
      assert.deepEqual(await ids(), window.said);
    }
  });

  it('goes on in the version of each window, however often the other one writes', async () => {
    const [left, right] = await Promise.all([openWindow(open(), 'left'), openWindow(open(), 'right')]);
    await left.storeTurn(() => right.storeTurn());
    await left.storeTurn();
    assert.equal(left.said.length, 8);
    assert.deepEqual(await ids(), left.said);
    await open().goTo('one', right.said.at(-1) ?? '');
    assert.deepEqual(await ids(), right.said);
    assert.equal(right.said.length, 12);
  });

  it('loses and tears nothing where two processes write as fast as they can', async () => {
    await (await openWindow(open(), 'before')).storeTurn();
    const writer = fileURLToPath(new URL('turn-writer.ts', import.meta.url));
    const write = (name: string) => promisify(execFile)(process.execPath, [writer, temp.path, name, '100']);
    const written = await Promise.all([write('left'), write('right')]);
    for (const { stdout } of written) {
      const said = JSON.parse(stdout) as readonly string[];
      assert.ok(said.length >= 404);
      await open().goTo('one', said.at(-1) ?? '');
      assert.deepEqual(await ids(), said);
    }
  }).timeout(60_000);

  it('is known to have been written elsewhere, and not by what this one writes', async () => {
    const [here, elsewhere] = [open(), open()];
    const before = here.bytesOfOthers('one');
    await (await openWindow(here, 'here')).storeTurn();
    assert.equal(here.bytesOfOthers('one'), before);
    await elsewhere.rename('one', 'Another');
    assert.notEqual(here.bytesOfOthers('one'), before);
  });

  it('says that a turn runs elsewhere only where it grows', async () => {
    const { storeTurn } = await openWindow(open(), 'left');
    const seen: (readonly [boolean | undefined, number])[] = [];
    await storeTurn(async () => {
      const { runsElsewhere, conversation } = await loadConversation(open(), 'one', { grows: true });
      seen.push([runsElsewhere, conversation.canisters.length]);
    });
    assert.deepEqual(seen, [
      [true, 1],
      [true, 3],
      [false, 4],
    ]);
  });
});
