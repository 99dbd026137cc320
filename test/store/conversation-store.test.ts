import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { type Canister, ordinaryMarks } from '../../src/converser/words/canister/canister.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import { addSpending, noSpending, spendingOf } from '../../src/converser/words/spending/spending.ts';
import { createConversationStore } from '../../src/store/conversation-store.ts';
import { titleOf } from '../../src/store/conversation-title.ts';
import { createdEach, eachTest } from '../ensembles/each-test.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';
import { canisterMaker } from '../sidebar/canisters.ts';

describe('the store of conversations', () => {
  const temp = eachTest(() => createTempFolder());
  const store = createdEach(() => createConversationStore(temp.path));
  const make = createdEach(canisterMaker);

  const turn = (name: string, said = `Say ${name} — “größer”.`): readonly Canister[] => [
    make.user(`user-${name}`, said),
    make.invocation(`call-${name}`, 'probability:roll', { dice: '1d1' }),
    make.result(`call-${name}`, '1'),
    make.assistant(`assistant-${name}`, name),
  ];
  const file = (id: string) => temp.file(`${id}.jsonl`);
  const titles = async () => (await store.list()).map(({ id, title }) => `${id}: ${title}`);

  it('gives back the turns as they were, images included', async () => {
    const image: Canister = {
      ...make.user('user-image', ''),
      content: [text('look'), { type: 'image', mimeType: 'image/png', bytes: new Uint8Array([0, 255, 7]) }],
    };
    await store.append('one', turn('a'));
    await store.append('one', [image, make.assistant('assistant-image', 'Nice.')]);
    const [user, , , answer, picture] = await store.load('one');
    assert.deepEqual([user?.id, answer?.id], ['user-a', 'assistant-a']);
    assert.deepEqual(picture, image);
  });

  it('knows what was added while a turn ran', async () => {
    const [user, call, result, answer] = turn('a');
    assert.ok(user?.role === 'user' && call && result && answer);
    const added = { ...make.user('user-added', 'Faster!'), added: true } as const;
    await store.append('one', [user]);
    await store.append('one', [call, result]);
    await store.append('one', [added]);
    await store.append('one', [answer]);
    assert.deepEqual(await store.load('one'), [user, call, result, added, answer]);
  });

  it('keeps in which order requests describe tools', async () => {
    const toolOrder = { model: 'a/b', names: ['z__last', 'a__late'], found: ['z__last'] };
    const [user, ...rest] = turn('a');
    assert.ok(user);
    await store.append('one', [{ ...user, toolOrder }, ...rest]);
    assert.deepEqual((await store.load('one'))[0]?.toolOrder, toolOrder);
  });

  it('says which program led a turn last, and nothing of one that is damaged', async () => {
    const origin = { client: 'cline', model: 'a/b', tools: ['workspace'] };
    await store.append('yours', turn('y'));
    await store.append('led', turn('a'), { origin });
    await store.append('led', turn('b'), { origin: { ...origin, tools: ['*'] } });
    const spending = { ...noSpending, rounds: [] };
    await store.append('led', [], { origin: { ...origin, client: 'nobody' }, spending });
    assert.deepEqual((await store.read('led')).origin, { ...origin, tools: ['*'] });
    assert.equal((await store.read('yours')).origin, undefined);
    const listed = (await store.list()).map(({ id, origin: of }) => `${id} ${of?.client}`);
    assert.deepEqual(listed, ['led cline', 'yours undefined']);
    assert.equal((await store.load('led')).length, 8);
    await writeFile(file('yours'), '{"origin":{"client":7}}\n{"origin":\n', { flag: 'a' });
    assert.equal((await store.read('yours')).origin, undefined);
  });

  it('removes a conversation, and one that is not there', async () => {
    await store.append('one', turn('a'));
    await store.remove('one');
    await store.remove('one');
    assert.deepEqual([await store.list(), await store.load('one')], [[], []]);
  });

  it('brings back a conversation that was removed, with what a program added since', async () => {
    await store.append('one', turn('a'));
    const before = await readFile(file('one'));
    const restore = await store.remove('one');
    await assert.rejects(readFile(file('one')), { code: 'ENOENT' });
    await restore();
    assert.deepEqual(await readFile(file('one')), before);
    const again = await store.remove('one');
    await store.append('one', turn('b'));
    await again();
    const asked = (await store.load('one')).filter(({ role }) => role === 'user');
    assert.deepEqual(idsOf(asked), ['user-a', 'user-b']);
    await (await store.remove('never'))();
    assert.deepEqual(idsOf(await store.list()), ['one']);
  });

  it('brings back what could not be brought back at first, and only once', async () => {
    const said = turn('a');
    await store.append('c', said);
    const restore = await store.remove('c');
    await mkdir(file('c'));
    await assert.rejects(restore());
    await rm(file('c'), { recursive: true });
    await restore();
    await restore();
    assert.deepEqual(await store.load('c'), said);
    assert.equal((await store.records('c')).length, 1);
  });

  it('calls a conversation as you named it last, wherever it stands in the list', async () => {
    await store.append('one', turn('a', 'hello'));
    await store.append('two', turn('b', 'more'));
    await store.rename('one', 'first name');
    await store.rename('one', 'Größe "1"\t$(x)');
    await store.append('one', [], { spending: { ...noSpending, rounds: [] } });
    await store.rename('never', 'a name alone is no conversation');
    await writeFile(file('two'), '{"title":7}\n{"title":\n', { flag: 'a' });
    assert.deepEqual(await titles(), ['two: more', 'one: Größe "1"\t$(x)']);
    assert.equal((await store.load('one')).length, 4);
  });

  it('calls what begins with code by what was said beside it, and cuts no character in two', async () => {
    for (const [said, title] of Object.entries({
      '```ts\nconst a = 1;\n```\nWhy does this fail?': 'Why does this fail?',
      '~~~\nonly code\n~~~': 'only code',
      '```\nnever closed': 'never closed',
      'Look:\r```js\rx\r```': 'Look:',
      '```': '',
      [`${'a'.repeat(79)}😀b`]: 'a'.repeat(79),
    }))
      assert.equal(titleOf([make.user('u', said)]), title, said);
  });

  it('gives back what turns cost, those that were rolled back included', async () => {
    const round = spendingOf({ input: 12, output: 3, cached: 4 }, { input: 2, output: 10 });
    const spending = { ...round, rounds: [round] };
    await store.append('one', turn('a'), { spending });
    await store.append('one', [], { spending: { ...spending, estimated: true } });
    await store.append('one', turn('b'));
    const { total, turns } = (await store.read('one')).spending;
    assert.deepEqual(turns, { 'assistant-a': spending });
    assert.deepEqual(total, { ...addSpending(round, round), estimated: true });
    assert.equal((await store.load('one')).length, 8);
  });

  it('reads files in which nothing is said of cost', async () => {
    await store.append('old', turn('a'));
    assert.deepEqual((await store.read('old')).spending, { total: noSpending, turns: {} });
  });

  it('keeps what was paid when a crash tears the turn from it', async () => {
    const spending = { ...spendingOf({ input: 9 }), rounds: [] };
    await store.append('one', turn('a'), { spending });
    const text = await readFile(file('one'), 'utf8');
    await writeFile(file('one'), text.slice(0, text.lastIndexOf('[')));
    assert.deepEqual(await store.load('one'), []);
    assert.equal((await store.read('one')).spending.total.input, 9);
  });

  it('has nothing of what was never stored, and nothing in a folder that is not there', async () => {
    const nowhere = createConversationStore(temp.file('not/there'));
    assert.deepEqual(await nowhere.load('one'), []);
    assert.deepEqual(await nowhere.list(), []);
  });

  it('has a turn whole or not at all, wherever a crash tears it', async () => {
    const [first, second, third] = [turn('a'), turn('b'), turn('c')];
    await store.append('one', first);
    const kept = (await readFile(file('one'))).length;
    await store.append('one', second);
    const bytes = await readFile(file('one'));
    // Only the newline at the end may be missing from a turn that counts.
    for (let length = kept; length <= bytes.length; length++) {
      await writeFile(file('one'), bytes.subarray(0, length));
      const whole = length >= bytes.length - 1 ? [...first, ...second] : first;
      assert.deepEqual(await store.load('one'), whole, `torn after ${length} of ${bytes.length} bytes`);
      // What is appended is flushed to the disk, which takes its time.
      if (length % 16 !== 0 && length < bytes.length - 2) continue;
      await store.append('one', third);
      assert.deepEqual(await store.load('one'), [...whole, ...third], `goes on after ${length} bytes`);
    }
  });

  it('refuses what would make a file longer than can be read, and keeps what is there', async () => {
    await store.append('one', turn('a'));
    await truncate(file('one'), 512 * 1024 ** 2 - 10);
    await assert.rejects(
      store.append('one', turn('b')),
      /one\.jsonl has all of the 512 MB .* new conversation\.$/,
    );
    assert.equal((await stat(file('one'))).size, 512 * 1024 ** 2 - 10);
  });

  it('passes over lines without their checksum, and says how many there are', async () => {
    await store.append('one', turn('a'));
    const whole = (await readFile(file('one'), 'utf8')).trim();
    const damaged = [
      '[null]',
      whole.slice(1),
      whole.replace('Say', 'Sag'),
      whole.slice(whole.indexOf('\t') + 1),
    ];
    assert.equal((await store.read('one')).damaged, undefined);
    await writeFile(file('one'), `${damaged.join('\n')}\n`, { flag: 'a' });
    assert.equal((await store.read('one')).damaged, damaged.length);
    assert.equal((await store.load('one')).length, 4);
    assert.deepEqual(await titles(), ['one: Say a — “größer”.']);
  });

  it('lists the newest first, by the first line that the person said', async () => {
    await store.append('older', turn('a'));
    await store.append('newer', turn('b', '  Second\nthing'));
    assert.deepEqual(await titles(), ['newer: Second', 'older: Say a — “größer”.']);
    await store.append('older', turn('c'));
    assert.equal((await store.list())[0]?.id, 'older');
  });

  it('lists what can be read, and nothing that is not its own', async () => {
    await store.append('one', turn('a'));
    await mkdir(file('a-folder'));
    await writeFile(file('not an id'), await readFile(file('one')));
    await writeFile(temp.file('one.jsonl.bak'), 'something else');
    await writeFile(file('empty'), '');
    assert.deepEqual(idsOf(await store.list()), ['one']);
  });

  it('reads for its list only what changed since any window listed it', async () => {
    for (const id of ['one', 'two', 'three']) await store.append(id, turn(id));
    await store.append('three', turn('more'));
    await store.rollBack('three', 'user-three');
    const { length } = await titles();
    // The same size and time stand for the same content.
    const { atime, mtime } = await stat(file('one'));
    const bytes = await readFile(file('one'));
    await utimes(file('one'), atime, mtime);
    await titles();
    await writeFile(file('one'), bytes.fill('x'));
    await utimes(file('one'), atime, mtime);
    await createConversationStore(temp.path).rename('two', 'Named elsewhere');
    assert.deepEqual(
      [length, (await titles()).toSorted()],
      [2, ['one: Say one — “größer”.', 'two: Named elsewhere']],
    );
    await store.remove('two');
    assert.deepEqual(await titles(), ['one: Say one — “größer”.']);
  });

  it('lists the model that was asked last, whether that failed, and where you want to see the conversation', async () => {
    const spending = { ...noSpending, rounds: [] };
    await store.append('one', turn('a'), { spending, model: 'acme/small' });
    await store.append('one', turn('b'), { spending, model: 'acme/large' });
    await store.append('one', [], { spending });
    await store.setShelf('one', 'archived');
    await store.setShelf('one', 'pinned');
    const failed = { kind: 'failed', message: 'It is out of order.' } as const;
    const answer = { ...make.assistant('assistant-c', 'No.'), interrupted: failed };
    await store.append('two', [make.user('user-c', 'c'), answer]);
    await store.setShelf('two', 'pinned');
    await store.setShelf('two', 'day');
    const listed = (await store.list()).map(({ id, model, failed, shelf }) => ({ id, model, failed, shelf }));
    assert.deepEqual(
      listed.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      [
        { id: 'one', model: 'acme/large', failed: undefined, shelf: 'pinned' },
        { id: 'two', model: undefined, failed: true, shelf: undefined },
      ],
    );
    const { turns } = (await store.read('one')).spending;
    assert.deepEqual(
      ['assistant-a', 'assistant-b'].map(id => turns[id]?.model),
      ['acme/small', 'acme/large'],
    );
  });

  for (const [what, damage] of Object.entries({
    'is gone': (index: string) => rm(index),
    'is damaged': (index: string) => writeFile(index, 'what?', { flag: 'r+' }),
    'is a folder': async (index: string) => rm(index).then(() => mkdir(index)),
  })) {
    it(`lists the same where the index ${what}`, async () => {
      await store.append('one', turn('a'), { origin: { client: 'cline', model: 'a/b', tools: ['*'] } });
      await store.append('two', turn('b', '/invoke clock:current_time'));
      await store.rename('never', 'a name alone');
      const listed = await store.list();
      assert.deepEqual(await store.list(), listed);
      await damage(temp.file('index-2.json'));
      assert.deepEqual([await store.list(), await store.list()], [listed, listed]);
    });
  }

  it('brings no file back that another window deleted before the disk had it', async () => {
    await store.append('one', turn('a'), { isUnsettled: true });
    await createConversationStore(temp.path).remove('one');
    await store.settle('one');
    await assert.rejects(readFile(file('one')), { code: 'ENOENT' });
    await store.append('one', turn('b'), { isUnsettled: true });
    assert.equal((await store.load('one')).length, 4);
  });

  it('names the file that it can’t read', async () => {
    await mkdir(temp.file('one.jsonl'));
    await assert.rejects(store.load('one'), ({ message }: Error) => {
      assert.equal(message, `${temp.file('one.jsonl')} can’t be read: it is a folder`);
      return true;
    });
  });

  it('refuses ids that lead elsewhere', async () => {
    for (const id of ['../one', 'a/b', '', '.', 'x'.repeat(65)]) {
      await assert.rejects(async () => store.load(id), /is not the id of a conversation/);
      await assert.rejects(async () => store.append(id, turn('a')), /is not the id of a conversation/);
    }
  });
});

const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);

function _plain(role: string) {
  return { id: `${role}-x`, role, timestamp: '2026-11-20T12:00:00.000Z', content: [], marks: ordinaryMarks };
}
