import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { privateIds } from '../../src/converser/words/conversation/private.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';
import { createdEach, eachTest } from '../ensembles/each-test.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';
import { canisterMaker } from '../sidebar/canisters.ts';

describe('a private conversation', () => {
  const temp = eachTest(() => createTempFolder());
  const store = createdEach(() => createConversationStore(temp.path));
  const id = `${privateIds}-1`;
  const make = canisterMaker();
  const turn = (name: string) => [
    make.user(`${name}-user`, `Say ${name}.`),
    make.assistant(`${name}-end`, name),
  ];
  const textsIn = async (of = store) => (await of.load(id)).map(({ id }) => id);

  it('is kept as others are, with its versions, name and shelf, and nothing of it is written', async () => {
    await store.append(id, turn('a'), { model: 'acme/large', isUnsettled: true });
    await store.settle(id);
    await store.append(id, turn('b'));
    await store.append(id, turn('c'), { from: 'a-end' });
    await store.rename(id, 'Hidden');
    await store.setShelf(id, 'pinned');
    assert.deepEqual(await textsIn(), ['a-user', 'a-end', 'c-user', 'c-end']);
    assert.deepEqual((await store.read(id)).versions.get('c-user')?.ends, ['b-end', 'c-end']);
    await store.goTo(id, 'b-end');
    assert.deepEqual(await textsIn(), ['a-user', 'a-end', 'b-user', 'b-end']);
    const [listed] = await store.list();
    assert.deepEqual([listed?.id, listed?.title, listed?.shelf], [id, 'Hidden', 'pinned']);
    assert.equal(store.bytesOfOthers(id), 0);
    assert.deepEqual(await readdir(temp.path), []);
  });

  it('is listed among the others by its time, and unknown to whoever opens the store next', async () => {
    await store.append('early', turn('early'));
    await store.append(id, turn('a'));
    await store.append('late', turn('late'));
    assert.deepEqual(
      (await store.list()).map(each => each.id),
      ['late', id, 'early'],
    );
    const next = createConversationStore(temp.path);
    assert.deepEqual(
      (await next.list()).map(each => each.id),
      ['late', 'early'],
    );
    assert.deepEqual(await textsIn(next), []);
  });

  it('can be deleted, and brought back', async () => {
    await store.append(id, turn('a'));
    const restore = await store.remove(id);
    assert.deepEqual([await store.list(), await textsIn()], [[], []]);
    await restore();
    assert.deepEqual(await textsIn(), ['a-user', 'a-end']);
  });
});
