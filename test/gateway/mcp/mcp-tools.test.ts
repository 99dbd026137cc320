import assert from 'node:assert/strict';
import { text } from '../../../src/converser/words/canister/content.ts';
import { type Reply, reply } from '../../../src/converser/words/ensemble/invoker.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { eras, type Told, type TriedClient } from './clients.ts';
import { openFor } from './open-mcp.ts';
import { waitingEnsemble } from './waiting-ensemble.ts';

const adding = {
  type: 'object',
  properties: { a: { type: 'number' }, b: { type: 'number' } },
  required: ['a', 'b'],
};

const calculator = createFakeEnsemble('calculator', {
  add: {
    description: 'Adds two numbers.',
    arguments: adding,
    annotations: { readOnly: true, idempotent: true, openWorld: false },
    invocable: ({ a, b }) => ({ sum: Number(a) + Number(b) }),
  },
  break: () => {
    throw new Error('it is broken');
  },
  erase: { annotations: { destructive: true }, invocable: () => 'gone' },
});

for (const era of eras) {
  describe(`the tools of /mcp, for a client of ${era}`, () => {
    it('are those of every enabled ensemble, with schemas and annotations', async () => {
      await using client = await openFor(era, { ensembles: [calculator] });
      const tools = await client.tools();
      const add = tools.find(({ name }) => name === 'calculator__add');
      assert.equal(add?.description, 'Adds two numbers.');
      assert.equal(add.title, 'calculator:add');
      assert.deepEqual(add.inputSchema, adding);
      assert.deepEqual(add.annotations, { readOnlyHint: true, idempotentHint: true, openWorldHint: false });
      assert.deepEqual(tools.map(({ name }) => name).sort(), [
        ...['calculator__add', 'calculator__break', 'calculator__erase'],
        ...['converse', 'list_conversations', 'list_models'],
      ]);
    });

    it('return what the invoker returned, as text and as structured content', async () => {
      await using client = await openFor(era, { ensembles: [calculator] });
      const result = await client.call('calculator__add', { a: 2, b: 3 });
      assert.deepEqual(result.structuredContent, { sum: 5 });
      assert.deepEqual(result.content, [{ type: 'text', text: '{"sum":5}' }]);
      assert.notEqual(result.isError, true);
    });

    it('return the value that a schema promises, and an error where it is missing', async () => {
      const returns = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
      const cut = 'x'.repeat(1_000);
      const content = [text('It is five.')];
      const failure = { kind: 'execution', message: 'No fit' } as const;
      const promising = createFakeEnsemble('promising', {
        keep: { returns, invocable: () => reply({ content, structured: { sum: 5, cut } }) },
        break: { returns, invocable: () => reply({ content }) },
        fail: { returns, invocable: () => reply({ content: [], failure }) },
        loose: () => reply({ content, structured: { sum: 5 } }),
        long: () => reply({ content, structured: { sum: 5, cut } }),
        hiding: { output: { model: '{sum}' }, invocable: () => ({ sum: 5, secret: true }) },
      });
      await using client = await openFor(era, { ensembles: [promising], limits: { resultCharacters: 500 } });
      // The clients check results only of tools that they have listed.
      const tools = await client.tools();
      assert.deepEqual(tools.find(({ name }) => name === 'promising__keep')?.outputSchema, returns);
      const kept = await client.call('promising__keep');
      assert.deepEqual(kept.structuredContent, { sum: 5, cut });
      assert.deepEqual(kept.content, [{ type: 'text', text: 'It is five.' }]);
      assert.match(await failureOf(client, 'promising__break'), /isn’t valid|didn’t return/);
      assert.match(await failureOf(client, 'promising__fail'), /No fit/);
      assert.deepEqual((await client.call('promising__loose')).structuredContent, { sum: 5 });
      assert.equal((await client.call('promising__long')).structuredContent, undefined);
      const hidden = await client.call('promising__hiding');
      assert.deepEqual(hidden.content, [{ type: 'text', text: '5' }]);
      assert.equal(hidden.structuredContent, undefined);
    });

    it('return images, sounds and resources', async () => {
      const bytes = new Uint8Array([1, 2, 3]);
      const everything = (): Reply =>
        reply({
          content: [
            text('See:'),
            { type: 'image', mimeType: 'image/png', bytes },
            { type: 'resource', uri: 'file:///a.txt', mimeType: 'text/plain', text: 'a' },
            { type: 'resource', uri: 'file:///a.bin', bytes },
            { type: 'resource', uri: 'audio:audio/wav', mimeType: 'audio/wav', bytes },
            { type: 'opaque', provider: 'x', data: 'y' },
          ],
        });
      await using client = await openFor(era, { ensembles: [createFakeEnsemble('media', { everything })] });
      const { content } = await client.call('media__everything');
      assert.deepEqual(content, [
        { type: 'text', text: 'See:' },
        { type: 'image', mimeType: 'image/png', data: 'AQID' },
        { type: 'resource', resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'a' } },
        { type: 'resource', resource: { uri: 'file:///a.bin', blob: 'AQID' } },
        { type: 'audio', mimeType: 'audio/wav', data: 'AQID' },
      ]);
    });

    it('say why they fail, and what to do', async () => {
      await using client = await openFor(era, { ensembles: [calculator] });
      assert.deepEqual(await failureOf(client, 'calculator__break'), 'Failed: it is broken');
      const untold = await failureOf(client, 'calculator__add', { a: 1 });
      assert.match(untold, /^Not called: .*"b" is missing.*ask the user/);
      assert.match(await failureOf(client, 'converse', { model: 7 }), /prompt/);
      await assert.rejects(client.call('calculator__multiply'), /calculator.*multiply/);
    });

    it('ask the person where that is due, and say so if they refuse', async () => {
      await using client = await openFor(era, { ensembles: [calculator], answers: ['once', 'deny'] });
      assert.deepEqual((await client.call('calculator__erase')).content, [{ type: 'text', text: 'gone' }]);
      assert.match(await failureOf(client, 'calculator__erase'), /^Not allowed: calculator:erase/);
      assert.equal(client.mcp.host.approver.asked.length, 2);
    });

    it('report progress, with numbers that only grow', async () => {
      const walk = createFakeEnsemble('legs', {
        walk: async (_args, { progress }) => {
          for (const [at, fraction] of [0, 0.5, 0.25, 1].entries()) {
            progress(`step ${at}`, fraction);
            await client.mcp.host.clock.advance(120);
          }
          return 'there';
        },
      });
      await using client = await openFor(era, { ensembles: [walk] });
      const heard: Told[] = [];
      await client.call('legs__walk', {}, { onprogress: progress => void heard.push(progress) });
      const steps = heard.map(({ message }) => message);
      assert.deepEqual(steps, ['step 0', 'step 1', 'step 2', 'step 3']);
      const numbers = heard.map(({ progress }) => progress);
      const grows = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
      assert.ok(grows, String(numbers));
    });

    it('stop when the client cancels the call', async () => {
      const { ensemble, started, stopped } = waitingEnsemble();
      await using client = await openFor(era, { ensembles: [ensemble] });
      const cancel = new AbortController();
      const failed = assert.rejects(client.call('patience__wait', {}, { signal: cancel.signal }));
      await started;
      cancel.abort();
      await failed;
      await stopped;
    });

    it('are announced when they change, once for changes that come together', async () => {
      await using client = await openFor(era, { ensembles: [calculator] });
      let announced = 0;
      client.onToolsChanged.listen(() => announced++);
      const changed = new Promise<void>(resolve => client.onToolsChanged.listen(() => resolve()));
      await client.mcp.listening;
      await client.mcp.roster.set(createFakeEnsemble('late', { one: () => 1 }));
      await client.mcp.roster.set(createFakeEnsemble('later', { two: () => 2 }));
      await client.mcp.host.clock.advance(200);
      await changed;
      const names = (await client.tools()).map(({ name }) => name);
      assert.ok(names.includes('late__one') && names.includes('later__two'));
      assert.equal(announced, 1);
    });
  });
}

async function failureOf(client: TriedClient, name: string, args = {}): Promise<string> {
  const { isError, content } = await client.call(name, args);
  assert.equal(isError, true);
  return content.map(block => (block.type === 'text' ? block.text : '')).join('');
}
