import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import type { Library } from '../../../src/converser/words/ensemble/library.ts';
import { createFakeLibrary } from '../../fakes/fake-library.ts';
import { connectHttp, eras, type TriedClient } from './clients.ts';
import { openFor, openMcp } from './open-mcp.ts';

/** A library with one resource, one template and one prompt, which say whose they are. */
function shelf(owner: string, uri: string): Partial<Library> {
  return {
    resources: async () => [{ uri, name: 'readme' }],
    resourceTemplates: async () => [{ uriTemplate: `${owner}://page/{number}`, name: 'page' }],
    readResource: async asked => ({ contents: [{ uri: asked, text: `${asked} of ${owner}` }] }),
    prompts: async () => [{ name: 'greet', arguments: [{ name: 'whom', required: true }] }],
    getPrompt: async ({ name, arguments: args }) => ({
      description: `${name} of ${owner}`,
      messages: [{ role: 'user', content: { type: 'text', text: `Greet ${args?.whom}` } }],
    }),
    complete: async ({ ref, argument }) => ({
      values: [`${owner} ${ref.type === 'ref/prompt' ? ref.name : ref.uri} ${argument.value}`],
      total: 1,
    }),
  };
}

const one = () => createFakeLibrary('one', shelf('one', 'one://readme'));
const two = () => createFakeLibrary('two', shelf('two', 'two://readme'));

const names = async (client: TriedClient) => (await client.prompts()).map(({ name }) => name);
const uris = async (client: TriedClient) => (await client.resources()).map(({ uri }) => uri);

for (const era of eras) {
  describe(`resources and prompts over /mcp, for a client of ${era}`, () => {
    it('are those of every enabled ensemble', async () => {
      await using client = await openFor(era, { ensembles: [one(), two()] });
      const owners = (await client.resources()).map(({ uri, _meta }) => [uri, _meta?.['converser/ensemble']]);
      assert.deepEqual(owners, [
        ['one://readme', 'one'],
        ['two://readme', 'two'],
      ]);
      assert.deepEqual(await client.templates(), [
        'converser://conversation/{id}',
        'one://page/{number}',
        'two://page/{number}',
      ]);
      assert.deepEqual(await names(client), ['one__greet', 'two__greet']);
      client.mcp.roster.setEnabled('one', false);
      assert.deepEqual(await names(client), ['two__greet']);
      await assert.rejects(client.read('one://readme'), /not found/i);
      await assert.rejects(client.prompt('one__greet', { whom: 'me' }), /one__greet not found/);
    });

    it('are read, also by a template, and written', async () => {
      await using client = await openFor(era, { ensembles: [one(), two()] });
      assert.equal(await client.read('two://readme'), 'two://readme of two');
      assert.equal(await client.read('one://page/7'), 'one://page/7 of one');
      assert.equal(await client.read('converser://ensemble/two/two://page/8'), 'two://page/8 of two');
      assert.deepEqual(await client.prompt('two__greet', { whom: 'Ada' }), {
        description: 'greet of two',
        messages: [{ role: 'user', content: { type: 'text', text: 'Greet Ada' } }],
      });
    });

    it('are not found by the same code and with their address, whatever a server behind answers', async () => {
      const refusing = (code: number) => async () => Promise.reject(new ProtocolError(code, 'Gone.'));
      const missing = (uri: string) => ({ code: -32602, data: { uri } });
      for (const code of [-32602, -32002, -32603, 0]) {
        const library = { ...shelf('one', 'one://readme'), readResource: refusing(code) };
        await using client = await openFor(era, { ensembles: [createFakeLibrary('one', library)] });
        const unlisted = 'other://page';
        await assert.rejects(client.read(unlisted), { ...missing(unlisted), message: /Gone/ });
        const isClear = code === -32602 || code === -32002;
        for (const listed of ['one://readme', 'one://page/7', 'converser://ensemble/one/one://readme']) {
          // Code 0 of something that is there may mean anything.
          await assert.rejects(client.read(listed), isClear ? missing(listed) : { code: -32603 });
        }
      }
    });

    it('are not found if a server behind answers for an unknown one with nothing', async () => {
      const library = { ...shelf('one', 'one://readme'), readResource: async () => ({ contents: [] }) };
      await using client = await openFor(era, { ensembles: [createFakeLibrary('one', library)] });
      const uri = 'other://page';
      await assert.rejects(client.read(uri), { code: -32602, data: { uri } });
    });

    it('complete arguments of prompts, and variables of templates', async () => {
      await using client = await openFor(era, { ensembles: [one(), two()] });
      const prompt = { type: 'ref/prompt', name: 'two__greet' } as const;
      const page = { type: 'ref/resource', uri: 'one://page/{number}' } as const;
      const argument = { name: 'whom', value: 'A' };
      assert.deepEqual(await client.complete({ ref: prompt, argument }), ['two greet A']);
      assert.deepEqual(await client.complete({ ref: page, argument }), ['one one://page/{number} A']);
      const none = { type: 'ref/prompt', name: 'greet' } as const;
      await assert.rejects(client.complete({ ref: none, argument }), /prompt greet not found/);
    });

    it('stay apart where two ensembles have the same address, or one of ours', async () => {
      const ours = 'converser://conversation/1';
      const shared = ['first', 'second'].map(name => createFakeLibrary(name, shelf(name, 'same://readme')));
      const forged = createFakeLibrary('forged', shelf('forged', ours));
      await using client = await openFor(era, { ensembles: [...shared, forged] });
      const listed = await uris(client);
      assert.deepEqual(listed, [
        'converser://ensemble/first/same://readme',
        'converser://ensemble/second/same://readme',
        `converser://ensemble/forged/${ours}`,
      ]);
      const contents = await Promise.all(listed.map(client.readAll));
      assert.deepEqual(contents, [
        [{ uri: listed[0], text: 'same://readme of first' }],
        [{ uri: listed[1], text: 'same://readme of second' }],
        [{ uri: listed[2], text: `${ours} of forged` }],
      ]);
      await assert.rejects(client.read('same://readme'), /could mean any of converser:\/\/ensemble\/first/);
      await assert.rejects(client.read(ours), /not found/i);
    });

    it('are out of reach for a key that may not use the ensemble', async () => {
      const scopes = { ensembles: ['one'], bareNames: true };
      await using mcp = await openMcp({ ensembles: [one(), two()], scopes });
      await using client = await connectHttp(era, mcp.url, mcp.keys.other);
      assert.deepEqual(await uris(client), ['one://readme']);
      assert.deepEqual(await client.templates(), ['converser://conversation/{id}', 'one://page/{number}']);
      assert.deepEqual(await names(client), ['greet']);
      await assert.rejects(client.read('converser://ensemble/two/two://readme'), /not found/i);
      await assert.rejects(client.prompt('two__greet', { whom: 'me' }), /two__greet not found/);
      const foreign = { type: 'ref/resource', uri: 'converser://ensemble/two/two://page/{number}' } as const;
      const argument = { name: 'number', value: '' };
      await assert.rejects(client.complete({ ref: foreign, argument }), /not found/i);
      // What nobody lists goes to the only one that has resources, and to no other.
      assert.equal(await client.read('two://readme'), 'two://readme of one');
    });

    it('come page by page where there are many, up to a bound for each ensemble', async () => {
      const many = createFakeLibrary('many', {
        resources: async () =>
          Array.from({ length: 12_000 }, (_, at) => ({ uri: `many://${at}`, name: `number ${at}` })),
        prompts: async () =>
          Array.from({ length: 30 }, (_, at) => ({ name: `p${at}`, description: 'x'.repeat(100_000) })),
      });
      await using client = await openFor(era, { ensembles: [many, one()] });
      const pages = await client.pages('resources/list');
      assert.ok(pages.every(page => page.length <= 1_000));
      const listed = pages.flat().map(({ uri }) => uri);
      assert.deepEqual([listed.length, new Set(listed).size], [10_001, 10_001]);
      assert.equal(listed.at(-1), 'one://readme');
      const prompts = await client.pages('prompts/list');
      assert.ok(prompts.every(page => JSON.stringify(page).length < 1_100_000));
      assert.equal(prompts.flat().length, 31);
      await assert.rejects(client.pages('prompts/list', 'made-up'), /params\.cursor: the list has changed/);
    });

    it('are announced when they change, once for changes that come together', async () => {
      const changing = one();
      await using client = await openFor(era, { ensembles: [changing] });
      const heard: string[] = [];
      const both = Promise.withResolvers<void>();
      const hear = (list: string) => {
        heard.push(list);
        if (heard.length === 2) both.resolve();
      };
      client.onResourcesChanged.listen(() => hear('resources'));
      client.onPromptsChanged.listen(() => hear('prompts'));
      await client.mcp.listening;
      changing.changes.fire('resources');
      changing.changes.fire('resources');
      changing.changes.fire('prompts');
      await client.mcp.host.clock.advance(200);
      await both.promise;
      assert.deepEqual(heard.sort(), ['prompts', 'resources']);
    });

    it('of an ensemble that hangs do not keep the others’ back, and are announced when they come', async () => {
      const slow = Promise.withResolvers<readonly { readonly uri: string; readonly name: string }[]>();
      const hanging = createFakeLibrary('slow', { resources: () => slow.promise });
      await using client = await openFor(era, { ensembles: [hanging, one()] });
      const announced = Promise.withResolvers<void>();
      client.onResourcesChanged.listen(announced.resolve);
      await client.mcp.listening;
      const listed = uris(client);
      await client.mcp.host.clock.untilWaiting(10_000);
      await client.mcp.host.clock.advance(10_000);
      assert.deepEqual(await listed, ['one://readme']);
      slow.resolve([{ uri: 'slow://readme', name: 'readme' }]);
      await client.mcp.host.clock.untilWaiting(200);
      await client.mcp.host.clock.advance(200);
      await announced.promise;
      assert.deepEqual(await uris(client), ['slow://readme', 'one://readme']);
    });

    it('stop being read when the client cancels', async () => {
      const started = Promise.withResolvers<AbortSignal>();
      const reading = createFakeLibrary('reading', {
        ...shelf('reading', 'reading://readme'),
        readResource(_uri, signal) {
          started.resolve(signal);
          return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        },
      });
      await using client = await openFor(era, { ensembles: [reading] });
      const cancel = new AbortController();
      const failed = assert.rejects(client.read('reading://readme', { signal: cancel.signal }));
      const signal = await started.promise;
      const stopped = new Promise(resolve => signal.addEventListener('abort', resolve));
      cancel.abort();
      await failed;
      await stopped;
    });

    it('that fail say why, and nothing from inside', async () => {
      const failing = createFakeLibrary('failing', {
        ...shelf('failing', 'failing://readme'),
        readResource: () => Promise.reject(Object.assign(new Error('No such page'), { code: -32_602 })),
        getPrompt: () => Promise.reject(new TypeError('secret of the inside')),
      });
      await using client = await openFor(era, { ensembles: [failing] });
      await assert.rejects(client.read('failing://page/1'), { code: -32_602, message: /No such page/ });
      await assert.rejects(client.prompt('failing__greet', {}), (cause: Error) => {
        assert.match(cause.message, /Failed inside Converser/);
        return !cause.message.includes('secret');
      });
    });
  });
}
