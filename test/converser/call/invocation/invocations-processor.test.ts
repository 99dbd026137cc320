import assert from 'node:assert/strict';
import { createDeduplicator } from '../../../../src/converser/call/invocation/deduplication/deduplicator.ts';
import { createInvocationsProcessor } from '../../../../src/converser/call/invocation/invocations-processor.ts';
import { errorData, errors } from '../../../../src/converser/ground/errors.ts';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import type { ResultCanister } from '../../../../src/converser/words/canister/canister.ts';
import { textOf } from '../../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../../src/converser/words/conversation/conversation.ts';
import type { InvocationProgress } from '../../../../src/converser/words/conversation/converse-event.ts';
import type { Ensemble } from '../../../../src/converser/words/ensemble/ensemble.ts';
import type { Context, Invoker } from '../../../../src/converser/words/ensemble/invoker.ts';
import { serverErrors } from '../../../../src/converser/words/ensemble/server-errors.ts';
import { answerOf } from '../../../fakes/fake-approvals.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createFakePorts, type FakePortsOptions } from '../../../fakes/fake-ports.ts';
import { pluck } from '../../pluck.ts';

type Tools = Parameters<typeof createFakeEnsemble>[1];

async function setUp(options: FakePortsOptions, offers: (invoker: Invoker) => boolean = () => true) {
  const ports = await createFakePorts(options);
  const deduplicator = createDeduplicator(ports.host);
  ports.roster.onDidOutdate(deduplicator.forget);
  const conversation = createConversation('c');
  const processor = createInvocationsProcessor({
    ...ports,
    conversation,
    callable: ports.roster.offering(offers),
    deduplicator,
    resultLimit: 1_000,
  });
  const button = new AbortController();
  const told: InvocationProgress[] = [];
  const watch = { signal: button.signal, onProgress: (event: InvocationProgress) => void told.push(event) };
  const call = async (name: string, args: unknown = {}): Promise<ResultCanister> =>
    (await processor.process(processor.prepare(name, args), watch)).result;
  return { ...ports, processor, button, told, watch, call, conversation };
}

const withTools = (tools: Tools, more: FakePortsOptions = {}) =>
  setUp({ ensembles: [createFakeEnsemble('e', tools)], ...more });

const writing = { annotations: { readOnly: false } };
const write = { ...writing, invocable: () => 'written' };
const allowed = { ...writing, permission: 'allow' } as const;

describe('the invocations processor', () => {
  it('gives invocations their ids in the order in which they were written', async () => {
    const { processor } = await withTools({ read: () => 'x' });
    const ids = ["{'a': 1}", {}, ''].map(written => processor.prepare('read', written).invocation.id);
    assert.deepEqual(ids, ['call-1', 'call-2', 'call-3']);
  });

  it('hands over the defaults of a schema, and repeats a call that only spells them out', async () => {
    const given: JsonObject[] = [];
    const roll = {
      arguments: { properties: { dice: { type: 'string' }, times: { type: 'integer', default: 1 } } },
      invocable: (args: JsonObject) => void given.push(args),
    };
    for (const deduplication of ['exact', 'semantic'] as const) {
      const { call, processor } = await withTools({ roll: { ...roll, deduplication } });
      assert.deepEqual(processor.prepare('roll', {}).invocation.arguments, { times: 1 });
      await call('e:roll', { dice: 'd6' });
      assert.notEqual((await call('e:roll', { times: 1, dice: 'd6' })).repeats, undefined);
      assert.equal((await call('e:roll', { times: 'two' })).failure?.kind, 'validation');
      assert.deepEqual(given.splice(0), [{ dice: 'd6', times: 1 }]);
    }
  });

  it('says once which patterns of a tool it can’t check', async () => {
    const text = (pattern: string) => ({ type: 'string', pattern });
    const properties = { a: text('^(?=b)'), c: text('(?>d)'), e: text('^\\-$') };
    const { call, host } = await withTools({ read: { arguments: { properties }, invocable: () => 'x' } });
    for (const a of ['b', 'c']) assert.equal((await call('e:read', { a })).failure, undefined);
    assert.equal((await call('e:read', { e: 'x' })).failure?.kind, 'validation');
    const warned = host.logged.filter(line => line.startsWith('warn'));
    assert.deepEqual(warned, [
      'warn e:read: Converser can’t check arguments against ^(?=b), (?>d). The tool may still refuse them.',
    ]);
  });

  it('takes nothing for outside where a tool reached nobody or its time was over', async () => {
    const thrown = (message: string, code: string) => () => {
      throw Object.assign(new Error(message), { code });
    };
    const far = { annotations: { openWorld: true }, origin: 'user', permission: 'allow' } as const;
    const { call, host } = await withTools({
      refused: { ...far, invocable: thrown('connect ECONNREFUSED 127.0.0.1:9', 'ECONNREFUSED') },
      nowhere: { ...far, invocable: thrown('getaddrinfo ENOTFOUND a.example', 'ENOTFOUND') },
      late: { ...far, limits: { timeLimit: 1 }, invocable: () => new Promise<string>(() => {}) },
      said: { ...far, invocable: thrown('Write this: ECONNREFUSED', 'ECONNREFUSED') },
    });
    const labels = [];
    for (const name of ['refused', 'nowhere', 'said'])
      labels.push((await call(`e:${name}`)).label?.integrity);
    assert.deepEqual(labels, [undefined, undefined, 'outside']);
    const late = call('e:late');
    await host.clock.untilWaiting(1);
    await host.clock.advance(1);
    assert.equal((await late).label, undefined);
  });

  it('refuses what is switched off, also after it was offered to the model', async () => {
    let calls = 0;
    const { call, roster } = await withTools({ read: () => void calls++ });
    await call('e:read');
    roster.setToolChoices(new Map([['e:read', { enabled: false }]]));
    const { failure } = await call('e__read');
    assert.equal(failure?.kind, 'permission');
    assert.match(failure?.message ?? '', /e:read is switched off by the setting converser\.tools/);
    assert.equal(calls, 1);
  });

  it('keeps with a result why the call was allowed, also where it repeats or fails, and not where it was denied', async () => {
    const fails = { ...writing, invocable: () => Promise.reject(new Error('full')) };
    const { call } = await withTools({ read: () => 'x', write: fails }, { answers: ['once', 'deny'] });
    const why = 'it only reads and comes with Converser';
    const [first, second] = [await call('read'), await call('read')];
    assert.deepEqual([first.allowed, second.repeats, second.allowed], [why, first.id, why]);
    const failed = await call('write');
    assert.deepEqual([failed.failure?.kind, failed.allowed], ['execution', 'you allowed it once']);
    assert.equal((await call('write')).allowed, undefined);
  });

  it('runs what you changed a call to, says so to the model each time, and takes it for no other call', async () => {
    const ran: unknown[] = [];
    const read = {
      ...writing,
      deduplication: 'exact' as const,
      invocable: (args: unknown) => void ran.push(args),
    };
    const change = { kind: 'edit', arguments: { b: 2 } } as const;
    const answers = [change, 'once', 'once', change, 'once'] as const;
    const { processor, watch } = await withTools({ read }, { answers });
    const edits: unknown[] = [];
    const call = async (args: JsonObject) => {
      const onEdited = (invocation: unknown) => void edits.push(invocation);
      const { result } = await processor.process(processor.prepare('read', args), { ...watch, onEdited });
      return textOf(result.content);
    };
    const notice =
      '[The user changed the arguments to {"b":2} before the call ran. You had written {"a":1}.]';
    const [changed, plain, again] = [await call({ a: 1 }), await call({ b: 2 }), await call({ a: 1 })];
    assert.ok(changed.startsWith(notice) && again.startsWith(notice), changed);
    assert.ok(!plain.includes('changed'), plain);
    assert.deepEqual(ran, [{ b: 2 }, { b: 2 }, { b: 2 }]);
    assert.equal(edits.length, 2);
  });

  it('counts apart how long it waited for the user, whether before the call or in it', async () => {
    const { call, host } = await withTools({
      write: {
        ...writing,
        invocable: async (_args, { beginAsking }) => {
          const end = beginAsking?.();
          await host.clock.advance(5_000);
          end?.();
          await host.clock.advance(300);
          return 'written';
        },
      },
      read: () => 'x',
    });
    host.approver.ask = async () => {
      await host.clock.advance(40_000);
      return answerOf('once');
    };
    const { waited, failure } = await call('write');
    assert.deepEqual([waited, failure], [45_000, undefined], 'no time limit counts that');
    assert.equal('waited' in (await call('read')), false);
  });

  it('does not answer with an earlier result where the user wants each call to run', async () => {
    let calls = 0;
    const { call, roster } = await withTools({ read: () => String(++calls) });
    roster.setToolChoices(new Map([['e:*', { deduplication: 'none' }]]));
    await call('read');
    await call('read');
    assert.equal(calls, 2);
  });

  it('stops a call after the time that the user sets', async () => {
    const { call, roster, host } = await withTools({
      read: { invocable: (_args, { invoker }) => new Promise(() => void seen.push(invoker.totalTimeLimit)) },
    });
    const seen: (number | undefined)[] = [];
    roster.setToolChoices(new Map([['e:read', { timeLimit: 2_000 }]]));
    const called = call('read');
    while (seen.length === 0) await host.clock.advance(0);
    await host.clock.advance(2_000);
    assert.match((await called).failure?.message ?? '', /No result within 2 s/);
    assert.deepEqual(seen, [2_000]);
  });

  it('reports ten times a second at most, and the last report always', async () => {
    const { call, told, host } = await withTools({
      read: async (_args, { progress }) => {
        for (let line = 1; line <= 1_000; line++) progress(`Line ${line}`);
        await host.clock.advance(100);
        for (let line = 1_001; line <= 2_000; line++) progress(`Line ${line}`);
        return 'x';
      },
    });
    await call('read');
    assert.deepEqual(pluck(told, 'message'), ['Line 1', 'Line 1000', 'Line 2000']);
  });

  it('reports what is new of a running call, and not each sign that it is alive', async () => {
    const { call, told, host } = await withTools({
      read: async (_args, { progress }) => {
        progress('');
        progress('Looking', 0.5);
        progress('Looking', 0.5);
        progress('');
        await host.clock.advance(100);
        progress('Looking', 0.75);
        await host.clock.advance(100);
        progress('', 1);
        return 'x';
      },
    });
    await call('read');
    assert.deepEqual(
      told.map(({ message, fraction }) => [message, fraction]),
      [
        ['Looking', 0.5],
        ['Looking', 0.75],
        ['', 1],
      ],
    );
  });

  it('has one result for whatever a model may write as arguments', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const { call } = await withTools({
      read: { arguments: { properties: { a: { $ref: '#' } } }, invocable: () => 'x' },
    });
    const deep = '{"a":'.repeat(20_000).concat('{}', '}'.repeat(20_000));
    for (const written of [cyclic, 5n, Symbol('x'), () => {}, '['.repeat(100_000), deep, new Map()]) {
      const result = await call('read', written);
      assert.match(result.failure?.kind ?? 'fine', /^(fine|validation|execution)$/);
    }
  });

  it('does not ask again about a shown call that was confirmed, and asks anew about one that was not', async () => {
    const { processor, watch, button, host } = await withTools({ write }, { answers: ['once', 'once'] });
    const [call] = await processor.confirm([{ name: 'write', arguments: {} }], button.signal);
    assert.ok(call !== undefined);
    assert.equal((await processor.process(call, watch)).result.failure, undefined);
    assert.equal(host.approver.asked.length, 1);
    await processor.process(processor.prepare('write', {}), watch);
    assert.equal(host.approver.asked.length, 2);
  });

  it('hands a tool what the user was shown of the call that they allowed, and of no other', async () => {
    const seen: (string | undefined)[] = [];
    const write = {
      ...writing,
      invocable: (_args: unknown, { permit }: Context) => void seen.push(permit?.previewBasis),
      review: ({ n }: JsonObject) => ({ preview: async () => ({ title: 'Write?', basis: `basis ${n}` }) }),
    };
    const answers = ['once', 'once', 'conversation'] as const;
    const { call, processor, button, watch } = await withTools({ write }, { answers });
    await call('write', { n: 1 });
    const [shown] = await processor.confirm([{ name: 'write', arguments: { n: 2 } }], button.signal);
    assert.ok(shown);
    await processor.process(shown, watch);
    await call('write', { n: 3 });
    await call('write', { n: 4 });
    assert.deepEqual(seen, ['basis 1', 'basis 2', 'basis 3', undefined]);
  });

  it('does not run a tool that was changed after the user confirmed a call of it', async () => {
    const { processor, watch, button, roster } = await withTools({ write }, { answers: ['once'] });
    const [call] = await processor.confirm([{ name: 'write', arguments: {} }], button.signal);
    assert.ok(call !== undefined);
    await roster.set(createFakeEnsemble('e', { write: { ...write, implementation: 'other' } }));
    assert.equal((await processor.process(call, watch)).result.failure?.kind, 'permission');
  });

  it('confirms nothing once it was stopped, although the user does not answer', async () => {
    const { processor, button, host } = await withTools({ write });
    host.approver.ask = () => {
      button.abort();
      return new Promise(() => {});
    };
    const shown = [{}, { again: 1 }].map(args => ({ name: 'write', arguments: args }));
    assert.deepEqual(await processor.confirm(shown, button.signal), []);
  });

  it('invokes only what this turn offers, and names nothing else', async () => {
    const ensembles = ['a', 'b'].map(name => createFakeEnsemble(name, { read: () => name }));
    const { call } = await setUp({ ensembles }, ({ ensemble }) => ensemble === 'a');
    assert.equal(textOf((await call('read')).content), 'a', 'the bare name is not ambiguous then');
    const refused = await call('b:read');
    assert.equal(refused.failure?.kind, 'unknown-invoker');
    assert.equal(refused.failure?.message, 'Tool b:read not found.');
    assert.equal(refused.failure?.advice, 'Did you mean a__read?');
  });

  it('does not ask the user about arguments that are not valid', async () => {
    const { call, host } = await withTools({ write: { ...write, arguments: { required: ['text'] } } });
    assert.equal((await call('write')).failure?.kind, 'validation');
    assert.equal(host.approver.asked.length, 0);
  });

  it('does not run what was changed while the user was asked', async () => {
    const ran: string[] = [];
    const tool = (description: string) =>
      createFakeEnsemble('e', {
        write: { ...writing, description, invocable: () => void ran.push(description) },
      });
    const { call, host, roster } = await setUp({ ensembles: [tool('one')] });
    host.approver.ask = async () => {
      await roster.set(tool('other'));
      return answerOf('once');
    };
    assert.equal((await call('write')).failure?.kind, 'permission');
    assert.deepEqual(ran, []);
    assert.equal((await call('write')).failure, undefined, 'the same again, in new clothes');
    assert.deepEqual(ran, ['other']);
  });

  it('runs nothing once it was stopped, although the user says yes then', async () => {
    let ran = 0;
    const { call, host, button } = await withTools({ write: { ...writing, invocable: () => void ran++ } });
    host.approver.ask = async () => {
      button.abort();
      return answerOf('conversation');
    };
    assert.equal((await call('write')).failure?.kind, 'cancelled');
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(ran, 0);
  });

  it('connects the ensemble first, and does not invoke when that fails', async () => {
    let ran = 0;
    const ensemble: Ensemble = {
      ...createFakeEnsemble('e', { read: () => void ran++ }),
      state: { status: 'failed', error: errorData(errors.ensembleFailed('no such program')) },
    };
    const { call } = await setUp({ ensembles: [ensemble] });
    assert.match((await call('read')).failure?.message ?? '', /e is not available: no such program/);
    assert.equal(ran, 0);
  });

  it('is not allowed what needs an ensemble that the user has not approved', async () => {
    const error = errorData(serverErrors.approvalNeeded('e', 'Approve it in the Ensembles view.'));
    const state = { status: 'failed', error } as const;
    const ensemble = { ...createFakeEnsemble('e', { read: () => 'x' }), state };
    const { call } = await setUp({ ensembles: [ensemble] });
    assert.deepEqual((await call('read')).failure, {
      kind: 'permission',
      message: 'MCP server e needs your approval to start. Approve it in the Ensembles view.',
    });
  });

  it('does not invoke what is gone by the time it is allowed', async () => {
    const { call, host, roster } = await withTools({ write });
    host.approver.ask = async () => {
      await roster.remove('e');
      return answerOf('once');
    };
    assert.equal((await call('write')).failure?.kind, 'permission');
    assert.match((await call('write')).failure?.message ?? '', /no tools are available/);
  });

  it('turns a fault of the ports into a result, and logs it', async () => {
    const { call, host } = await withTools({ write });
    host.approver.ask = () => Promise.reject(new Error('the dialog broke'));
    const { failure } = await call('write');
    assert.deepEqual(failure, {
      kind: 'execution',
      message: 'The call failed inside Converser. See the log for details.',
    });
    assert.match(host.logged.join(), /e:write: Error: the dialog broke/);
    host.approver.ask = async () => answerOf('once');
    assert.equal((await call('write')).failure, undefined, 'the next question is asked all the same');
  });

  it('does not wait for an ensemble that hangs while it connects, once it was stopped', async () => {
    const ensemble: Ensemble = {
      ...createFakeEnsemble('e', { read: () => 'x' }),
      state: { status: 'connecting' },
      connect: () => new Promise(() => {}),
    };
    const { call, button } = await setUp({ ensembles: [ensemble] });
    const result = call('read');
    button.abort();
    assert.equal((await result).failure?.kind, 'cancelled');
  });

  it('forgets nothing for a tool that says it writes nothing that others read', async () => {
    const { call, processor } = await withTools({
      read: () => 'x',
      send: { ...allowed, writes: [], invocable: () => 'sent' },
      write: { ...allowed, writes: ['a'], invocable: () => 'written' },
    });
    const first = await call('read');
    await call('send');
    assert.equal((await call('read')).repeats, first.id);
    assert.equal(processor.hasWritten(), true);
    await call('write');
    assert.equal((await call('read')).repeats, undefined);
  });

  it('takes nothing for a repetition that was read while something was written', async () => {
    let state = 'old';
    const slow = Promise.withResolvers<void>();
    const invocable = async () => {
      await slow.promise;
      state = 'new';
      return 'written';
    };
    const { call } = await withTools({ read: () => state, write: { ...allowed, invocable } });
    await call('read');
    const written = call('write');
    await call('unknown');
    assert.equal((await call('read')).repeats, undefined);
    assert.equal((await call('read')).repeats, undefined);
    slow.resolve();
    await written;
    const after = await call('read');
    assert.deepEqual([textOf(after.content), after.repeats], ['new', undefined]);
    assert.equal((await call('read')).repeats, after.id);
  });

  it('takes nothing for a repetition while a writer that ran out of time may still write', async () => {
    const slow = Promise.withResolvers<void>();
    const invocable = () => {
      void host.clock.advance(1_000);
      return slow.promise as Promise<never>;
    };
    const write = { ...allowed, limits: { timeLimit: 1_000 }, invocable };
    const { call, host } = await withTools({ read: () => 'x', write });
    assert.equal((await call('write')).failure?.kind, 'timeout');
    await call('read');
    assert.equal((await call('read')).repeats, undefined);
    slow.resolve();
    await new Promise(resolve => setImmediate(resolve));
    const first = await call('read');
    assert.equal((await call('read')).repeats, first.id);
  });

  it('announces to all turns of the ports that something was written', async () => {
    const { call, roster } = await withTools({ write: { ...allowed, invocable: () => 'written' } });
    let told = 0;
    roster.onDidOutdate(() => told++);
    await call('write');
    assert.equal(told, 2, 'before and after');
  });

  it('ends the turn for a failure only where the descriptor wants that, and for no refusal', async () => {
    const { processor, watch } = await withTools({
      fail: { onFailure: 'abort', invocable: () => Promise.reject(new Error('x')) },
      recover: () => Promise.reject(new Error('x')),
      refuse: { onFailure: 'abort', arguments: { required: ['a'] }, invocable: () => 'x' },
    });
    for (const name of ['fail', 'recover', 'refuse']) {
      const { abortsTurn } = await processor.process(processor.prepare(name, {}), watch);
      assert.equal(abortsTurn, name === 'fail', name);
    }
  });
});
