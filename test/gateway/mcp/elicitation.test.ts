import assert from 'node:assert/strict';
import type { Ensemble } from '../../../src/converser/words/ensemble/ensemble.ts';
import { type AskCaller, reply } from '../../../src/converser/words/ensemble/invoker.ts';
import { createMcpEnsemble } from '../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createPorts, define } from '../../ensembles/mcp/servers.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createAskingServer } from '../../fakes/mcp/asking-server.ts';
import { type Age, ages, serveEra } from '../../fakes/mcp/serve-era.ts';
import { type Answer, connectHttp, eras } from './clients.ts';
import { envelopeOf2026, headersOf2026, type OpenMcp, openFor, openMcp } from './open-mcp.ts';

type Question = Parameters<AskCaller>[0];

const city: Question = {
  mode: 'form',
  message: 'Where to?',
  requestedSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

/** An ensemble whose tool `ask` puts questions to the caller, all at once, and returns what it hears. */
function asking(...questions: readonly Question[]): Ensemble {
  return createFakeEnsemble('asking', {
    ask: async (_args, { askCaller, signal }) => {
      const answers = questions.map(async question => (await askCaller?.(question, signal)) ?? 'nobody');
      return reply({ content: [], structured: { answers: (await Promise.all(answers)) as never } });
    },
  });
}

const oslo: Answer = async () => ({ action: 'accept', content: { city: 'Oslo' } });

/** An ensemble whose server asks. A person who is asked instead of a client declines. */
async function askingEnsemble(age: Age) {
  const listener = await serveEra(age, createAskingServer);
  const definition = define({ kind: 'http', url: `${listener.url}/mcp`, headers: {} });
  const elicit = async () => ({ action: 'decline' }) as const;
  const ensemble = createMcpEnsemble(definition, createPorts({ handlers: { elicit } }));
  return {
    ensemble,
    async [Symbol.asyncDispose]() {
      await ensemble.disconnect();
      await listener.close();
    },
  };
}

for (const era of eras) {
  describe(`what a client of ${era} is asked`, () => {
    for (const age of ages) {
      it(`is what a server of the ${age} era asks during a call, with the server’s name`, async () => {
        await using asking = await askingEnsemble(age);
        const { ensemble } = asking;
        await using mcp = await openMcp({ ensembles: [ensemble], rules: { 'tried:form': 'allow' } });
        const questions: Question[] = [];
        await using client = await connectHttp(era, mcp.url, mcp.keys.one, async question => {
          questions.push(question);
          // The first answer does not fit the form.
          const content = questions.length === 1 ? { city: 'O' } : { city: 'Oslo', other: 'x' };
          return { action: 'accept', content };
        });
        await client.tools();
        const { content } = await client.call('tried__form');
        assert.match(JSON.stringify(content), /accept.*Oslo/);
        assert.doesNotMatch(JSON.stringify(content), /other/);
        assert.match(questions[0]?.message ?? '', /^MCP server tried asks: Where to\?$/);
        assert.match(questions[1]?.message ?? '', /didn’t fit the form/);
        await using silent = await connectHttp(era, mcp.url, mcp.keys.other);
        // It can't be asked, so the person is, who declines.
        assert.match(JSON.stringify((await silent.call('tried__form')).content), /decline/);
      });

      it(`is what a server of the ${age} era asks when its resource is read, or its prompt is written`, async () => {
        await using asking = await askingEnsemble(age);
        const { ensemble } = asking;
        await using mcp = await openMcp({ ensembles: [ensemble] });
        const messages: string[] = [];
        await using client = await connectHttp(era, mcp.url, mcp.keys.one, async question => {
          messages.push(question.message);
          return oslo(question, new AbortController().signal);
        });
        assert.match(await client.read('asking://form'), /accept.*Oslo/);
        assert.match(JSON.stringify(await client.prompt('tried__form', {})), /accept.*Oslo/);
        assert.deepEqual(messages, Array(2).fill('MCP server tried asks: Where to?'));
        await using silent = await connectHttp(era, mcp.url, mcp.keys.other);
        assert.match(await silent.read('asking://form'), /decline/);
        assert.match(JSON.stringify(await silent.prompt('tried__form', {})), /decline/);
      });
    }

    it('is a bounded number of questions at a time', async () => {
      const many = Array.from({ length: 7 }, () => city);
      await using client = await openFor(era, { ensembles: [asking(...many)] }, oslo);
      const { structuredContent } = await client.call('asking__ask');
      const { answers } = structuredContent as unknown as { readonly answers: readonly { action: string }[] };
      const actions = answers.map(({ action }) => action);
      assert.deepEqual(actions, [...Array(5).fill('accept'), 'cancel', 'cancel']);
    });

    it('may be a page to open', async () => {
      const url = 'https://pages.example/';
      const page: Question = { mode: 'url', message: 'Agree', url, elicitationId: 'theirs' };
      await using mcp = await openMcp({ ensembles: [asking(page)] });
      const questions: Question[] = [];
      await using client = await connectHttp(era, mcp.url, mcp.keys.one, async question => {
        questions.push(question);
        return { action: 'accept' };
      });
      const { structuredContent } = await client.call('asking__ask');
      assert.deepEqual(structuredContent, { answers: [{ action: 'accept' }] });
      const [asked] = questions;
      assert.ok(asked?.mode === 'url' && asked.url === url);
      assert.notEqual(asked.elicitationId, 'theirs');
    });

    it('is nothing if it does not say that it can be asked', async () => {
      await using client = await openFor(era, { ensembles: [asking(city)] });
      const { structuredContent } = await client.call('asking__ask');
      assert.deepEqual(structuredContent, { answers: ['nobody'] });
    });

    it('is never whether a call may run', async () => {
      const erase = createFakeEnsemble('disk', {
        erase: { annotations: { destructive: true }, invocable: () => 'gone' },
      });
      await using mcp = await openMcp({ ensembles: [erase], answers: ['deny'] });
      let asked = 0;
      await using client = await connectHttp(era, mcp.url, mcp.keys.one, async () => {
        asked++;
        return { action: 'accept' };
      });
      const { isError } = await client.call('disk__erase');
      assert.deepEqual([isError, asked, mcp.host.approver.asked.length], [true, 0, 1]);
    });
  });
}

describe('A call that waits for an answer of its client', () => {
  const args = { deep: { a: 1, b: [2] } };

  it('goes on with the answer, once, and only for the same call of the same client', async () => {
    await using mcp = await openMcp({ ensembles: [asking(city)] });
    const first = await callTool(mcp, { arguments: args });
    assert.equal(first.result?.resultType, 'input_required');
    const [name = ''] = Object.keys(first.result?.inputRequests ?? {});
    const requestState = first.result?.requestState;
    const inputResponses = { [name]: { action: 'accept', content: { city: 'Oslo' } } };
    const resumed = { arguments: args, requestState, inputResponses };
    const foreign = await callTool(mcp, resumed, mcp.keys.other);
    const changed = await callTool(mcp, { ...resumed, arguments: { deep: 2 } });
    const made = await callTool(mcp, { ...resumed, requestState: 'made-up' });
    for (const { error } of [foreign, changed, made])
      assert.match(error?.message ?? '', /^params\.requestState: no call waits for this answer/);
    const { result } = await callTool(mcp, resumed);
    assert.deepEqual(result?.structuredContent, { answers: Object.values(inputResponses) });
    assert.match((await callTool(mcp, resumed)).error?.message ?? '', /no call waits/);
  });

  it('is told that its question was dismissed where the answer is missing or cannot be read', async () => {
    await using mcp = await openMcp({ ensembles: [asking(city, city, city)] });
    const first = await callTool(mcp, {});
    const [one = '', two = ''] = Object.keys(first.result?.inputRequests ?? {});
    const inputResponses = { [one]: { action: 'obey' }, [two]: { action: 'accept', content: 7 } };
    const { requestState } = first.result ?? {};
    const { result } = await callTool(mcp, { requestState, inputResponses });
    assert.deepEqual(result?.structuredContent, {
      answers: [{ action: 'cancel' }, { action: 'accept' }, { action: 'cancel' }],
    });
  });

  it('is stopped after ten minutes, when too many others wait, and when the gateway closes', async () => {
    const stopped: number[] = [];
    let count = 0;
    const patient = createFakeEnsemble('asking', {
      ask: {
        limits: { timeLimit: 3_600_000 },
        async invocable(_args, { askCaller, signal }) {
          const number = ++count;
          signal.addEventListener('abort', () => stopped.push(number));
          await askCaller?.(city, signal);
          return 'done';
        },
      },
    });
    const mcp = await openMcp({ ensembles: [patient] });
    const states: (string | undefined)[] = [];
    for (let at = 0; at < 33; at++) states.push((await callTool(mcp, {})).result?.requestState);
    assert.deepEqual(stopped, [1]);
    await mcp.host.clock.advance(10 * 60_000);
    await mcp.host.clock.advance(1);
    assert.equal(stopped.length, 33);
    assert.match((await callTool(mcp, { requestState: states[5] })).error?.message ?? '', /no call waits/);
    await callTool(mcp, {});
    await mcp[Symbol.asyncDispose]();
    assert.equal(stopped.length, 34);
  });

  for (const era of ['2025', 'old SDK'] as const) {
    it(`takes its question back when a client of ${era} cancels it`, async () => {
      const shown = Promise.withResolvers<AbortSignal>();
      const stopped = Promise.withResolvers<void>();
      const patient = createFakeEnsemble('asking', {
        async ask(_args, { askCaller, signal }) {
          signal.addEventListener('abort', () => stopped.resolve());
          // The old library takes back any request but the first, which has the id 0.
          await askCaller?.(city, signal);
          await askCaller?.(city, signal);
          return 'done';
        },
      });
      await using mcp = await openMcp({ ensembles: [patient] });
      let count = 0;
      await using client = await connectHttp(era, mcp.url, mcp.keys.one, async (_question, signal) => {
        if (++count === 1) return { action: 'decline' };
        shown.resolve(signal);
        await new Promise(resolve => signal.addEventListener('abort', resolve));
        return { action: 'cancel' };
      });
      const cancel = new AbortController();
      const failed = assert.rejects(client.call('asking__ask', {}, { signal: cancel.signal }));
      const question = await shown.promise;
      const withdrawn = new Promise(resolve => question.addEventListener('abort', resolve));
      cancel.abort();
      await Promise.all([failed, stopped.promise, withdrawn]);
    });
  }
});

interface RawReply {
  readonly error?: { readonly message: string };
  readonly result?: {
    readonly resultType?: string;
    readonly requestState?: string;
    readonly inputRequests?: object;
    readonly structuredContent?: object;
  };
}

/** A call of `asking__ask` as it goes over the wire in the protocol of 2026, without a library that answers. */
async function callTool(mcp: OpenMcp, params: object, key = mcp.keys.one): Promise<RawReply> {
  const envelope = envelopeOf2026({ elicitation: { form: {} } });
  const whole = { name: 'asking__ask', arguments: {}, ...params, _meta: envelope };
  const authorization = `Bearer ${key}`;
  const headers = { ...headersOf2026('asking__ask'), authorization };
  const response = await mcp.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: whole }, headers);
  const text = await response.text();
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
}
