import assert from 'node:assert/strict';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { errorData, errors } from '../../../src/converser/ground/errors.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createScriptedModel, invokes, type ScriptedModel, says } from '../../fakes/scripted-model.ts';
import { connectHttp, eras, type Told, type TriedClient } from './clients.ts';
import { openFor } from './open-mcp.ts';

const weather = createFakeEnsemble('weather', { look: () => 'Snow.' });

for (const era of eras) {
  describe(`the tool converse of /mcp, for a client of ${era}`, () => {
    it('asks a model, which gets no tools unless they are named', async () => {
      const model = createScriptedModel(says('Hello.'));
      await using client = await openFor(era, { models: [model], ensembles: [weather] });
      const { structuredContent, content } = await client.call('converse', { prompt: 'Hi' });
      const conversation = (structuredContent as { readonly conversation: string }).conversation;
      const expected = { answer: 'Hello.', conversation, model: 'scripted/model', calls: [] };
      assert.deepEqual(structuredContent, expected);
      assert.deepEqual(textsOf(content), ['Hello.', `[Conversation ${conversation}.]`]);
      assert.deepEqual(model.requests[0]?.tools, []);
    });

    it('lets the model use the ensembles that are named, says what was called, and tells how far it is', async () => {
      const calling = invokes(['weather__look', {}], ['weather__taste', {}]);
      const model = createScriptedModel(calling, says('It snows.'));
      await using client = await openFor(era, { models: [model], ensembles: [weather, other] });
      const heard: (string | undefined)[] = [];
      const onprogress = ({ message }: Told) => {
        heard.push(message);
        void client.mcp.host.clock.advance(30);
      };
      const args = { prompt: 'How is it?', model: 'scripted/model', tools: ['weather'] };
      const { structuredContent } = await client.call('converse', args, { onprogress });
      const { calls } = structuredContent as unknown as { readonly calls: readonly object[] };
      assert.deepEqual(calls[0], { name: 'weather:look' });
      assert.match(JSON.stringify(calls[1]), /"name":"weather__taste","failure":".+"/);
      assert.deepEqual(
        model.requests[0]?.tools.map(({ name }) => name),
        ['weather__look'],
      );
      assert.equal(heard[0], 'Asking Scripted model');
    });

    it('goes on with the model and the tools of a conversation where no others are named', async () => {
      const model = createScriptedModel(says('One.'), says('Two.'), says('Three.'));
      await using client = await openFor(era, { models: [model], ensembles: [weather, other] });
      const conversation = await begin(client, 'First', { tools: ['weather'] });
      await client.call('converse', { conversation, prompt: 'Second' });
      await client.call('converse', { conversation, prompt: 'Third', tools: [] });
      const given = model.requests.map(({ tools }) => tools.map(({ name }) => name));
      assert.deepEqual(given, [['weather__look'], ['weather__look'], []]);
    });

    it('keeps the conversation, for this client alone', async () => {
      const model = createScriptedModel(says('One.'), says('Two.'), says('Three.'));
      await using client = await openFor(era, { models: [model] });
      const conversation = await begin(client, 'First');
      await client.call('converse', { conversation, prompt: 'Second' });
      await client.call('converse', { conversation, prompt: 'Third' });
      assert.deepEqual(saidIn(model, 2), ['First', 'One.', 'Second', 'Two.', 'Third']);

      const listed = await client.call('list_conversations');
      assert.match(JSON.stringify(listed.structuredContent), /"title":"First"/);
      const [resource] = await client.resources();
      assert.equal(resource?.uri, `converser://conversation/${conversation}`);
      const transcript = await client.read(resource.uri);
      assert.match(transcript, /## User\n\nSecond\n\n## Assistant\n\nTwo\./);

      await using foreign = await connectHttp(era, client.mcp.url, client.mcp.keys.other);
      assert.deepEqual(await foreign.resources(), []);
      await assert.rejects(foreign.read(resource.uri), /not found/i);
      const refused = await foreign.call('converse', { conversation, prompt: 'Tell me' });
      assert.equal(refused.isError, true);
      assert.equal(model.requests.length, 3);
    });

    it('announces a new conversation to its client', async () => {
      await using client = await openFor(era, { models: [createScriptedModel(says('One.'))] });
      const changed = new Promise<void>(resolve => client.onResourcesChanged.listen(() => resolve()));
      await client.mcp.listening;
      await begin(client, 'First');
      await changed;
    });

    it('says why there is no answer, and keeps nothing of the turn', async () => {
      const error = errorData(errors.modelUnauthorized('Scripted model'));
      const broken = createScriptedModel([{ type: 'failure', error }]);
      await using client = await openFor(era, { models: [broken] });
      const failed = await client.call('converse', { prompt: 'Hi' });
      assert.equal(failed.isError, true);
      assert.match(textsOf(failed.content).join(), /^Failed: Scripted model rejected the API key/);
      assert.deepEqual(await client.resources(), []);
      const unknown = await client.call('converse', { prompt: 'Hi', model: 'no/such' });
      assert.match(textsOf(unknown.content).join(), /Model "no\/such" not found\. Call list_models/);
      const noEnsemble = await client.call('converse', { prompt: 'Hi', tools: ['nothing'] });
      assert.match(textsOf(noEnsemble.content).join(), /Ensemble nothing not found/);
    });

    it('stops the model when the client cancels', async () => {
      const begun = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      const slow = createScriptedModel(async function* (_request, signal) {
        begun.resolve();
        await new Promise(resolve => signal.addEventListener('abort', resolve));
        ended.resolve();
        yield { type: 'failure', error: errorData(errors.cancelled()) };
      });
      await using client = await openFor(era, { models: [slow] });
      const cancel = new AbortController();
      const failed = assert.rejects(client.call('converse', { prompt: 'Hi' }, { signal: cancel.signal }));
      await begun.promise;
      cancel.abort();
      await failed;
      await ended.promise;
    });

    it('lists the models that can be asked', async () => {
      await using client = await openFor(era, { models: [createScriptedModel()] });
      const { structuredContent } = await client.call('list_models');
      const only = { id: 'scripted/model', label: 'Scripted model', tools: 'native', images: true };
      assert.deepEqual(structuredContent, { models: [only] });
    });
  });
}

const other = createFakeEnsemble('other', { thing: () => 1 });

async function begin(client: TriedClient, prompt: string, more: object = {}): Promise<string> {
  const { structuredContent } = await client.call('converse', { prompt, ...more });
  return (structuredContent as { readonly conversation: string }).conversation;
}

function textsOf(content: CallToolResult['content']): readonly string[] {
  return content.map(block => (block.type === 'text' ? block.text : ''));
}

function saidIn({ requests }: ScriptedModel, at: number): readonly string[] {
  const all = requests[at]?.canisters.flatMap(({ content }) => content) ?? [];
  return all.map(part => (part.type === 'text' ? part.text : ''));
}
