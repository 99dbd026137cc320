import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import type { Invoker } from '../../../../src/converser/words/ensemble/invoker.ts';
import type { PermissionAnswer } from '../../../../src/converser/words/permission/permission-question.ts';
import type { PermissionRule } from '../../../../src/converser/words/permission/rules.ts';
import { type Answer, rulesOf } from '../../../fakes/fake-approvals.ts';
import { createFakeInvoker } from '../../../fakes/fake-ensemble.ts';
import { createFakeApprover } from '../../../fakes/fake-host.ts';
import { pluck } from '../../pluck.ts';
import { callOf } from './call-of.ts';
import { createTestPermissions } from './test-permissions.ts';

const { signal } = new AbortController();
const written = { path: 'a.txt', content: 'x' };

const edit = (args: JsonObject): PermissionAnswer => ({ kind: 'edit', arguments: args });

/** A tool that writes one file; rules are about the file, and `keys` are protected. */
const writes = createFakeInvoker({
  name: 'write',
  annotations: { readOnly: false },
  arguments: {
    type: 'object',
    properties: { path: { type: 'string' }, content: { type: 'string' } },
    required: ['path', 'content'],
    additionalProperties: false,
  },
  invocable: () => 'unused',
  review: ({ path, content }) => ({
    alwaysAsk: async () => (path === 'keys' ? 'It is a protected place.' : undefined),
    preview: async () => ({ title: `Write ${path}?`, basis: `${path}=${content}` }),
    subject: async () => ({
      covered: pattern => (String(path).startsWith(pattern) ? 'all' : 'none'),
      patterns: async () => [String(path)],
      places: [String(path)],
    }),
  }),
});

function setUp(
  answers: readonly Answer[],
  rules: Readonly<Record<string, PermissionRule>> = {},
  tool: Invoker = writes,
) {
  const approver = createFakeApprover(answers);
  const permissions = createTestPermissions({ approver, rules: rulesOf(rules) });
  return { approver, decide: () => permissions.decide(callOf(tool, { args: written }), signal) };
}

describe('arguments that you change before you allow a call', () => {
  it('get the defaults that you take out, and then are those that were written', async () => {
    const properties = { path: { type: 'string' }, content: { type: 'string', default: 'x' } };
    const tool = { ...writes, arguments: { type: 'object', properties } };
    const decision = await setUp([edit({ path: 'a.txt' }), 'once'], {}, tool).decide();
    assert.ok(decision.allowed);
    assert.equal(decision.edited, undefined);
  });

  it('are asked about again, and are what is allowed', async () => {
    const args = { path: 'b.txt', content: 'y' };
    const { decide, approver } = setUp([edit(args), 'once']);
    const decision = await decide();
    assert.ok(decision.allowed);
    assert.deepEqual(decision.edited?.arguments, args);
    assert.deepEqual(decision.edited?.written, written);
    assert.equal(decision.previewBasis, 'b.txt=y');
    assert.equal(decision.because, 'you changed the arguments and allowed it once');
    const told = approver.asked.map(({ preview, patterns, reason }) => [preview?.title, patterns, reason]);
    assert.deepEqual(told, [
      ['Write a.txt?', ['a.txt'], 'fake:write may change or delete something.'],
      ['Write b.txt?', ['b.txt'], 'You changed the arguments. fake:write may change or delete something.'],
    ]);
  });

  it('run nothing before a yes', async () => {
    const { decide } = setUp([edit({ path: 'b.txt', content: 'y' }), 'deny']);
    assert.deepEqual(await decide(), { allowed: false, reason: 'fake:write was not allowed to run.' });
  });

  it('are asked about although a rule or an earlier yes would let them through', async () => {
    const edited = { path: 'src/b', content: 'y' };
    const { decide, approver } = setUp([edit(edited), 'deny'], { 'fake:write(src)': 'allow' });
    assert.equal((await decide()).allowed, false);
    assert.equal(approver.asked.length, 2);
    const { reason, patterns } = approver.asked[1] ?? {};
    assert.deepEqual([reason, patterns], ['You changed the arguments.', ['src/b']]);
  });

  it('leave the question open where they do not fit the tool, and say why', async () => {
    const wrong = { path: 7 };
    const { decide, approver } = setUp([edit(wrong), 'once']);
    const decision = await decide();
    const [, second] = approver.asked;
    assert.deepEqual(second?.draft, wrong);
    assert.match(second?.mistake ?? '', /path.*string/);
    assert.deepEqual([second?.invocation.arguments, second?.preview?.title], [written, 'Write a.txt?']);
    assert.ok(decision.allowed);
    assert.equal(decision.edited, undefined, 'a yes is for what the question is about');
    assert.equal(decision.because, 'you allowed it once');
  });

  it('leave the question open where a rule denies them', async () => {
    const edited = edit({ path: 'secrets/a', content: '' });
    const { decide, approver } = setUp([edited, 'deny'], { 'fake:write(secrets)': 'deny' });
    assert.equal((await decide()).allowed, false);
    assert.match(approver.asked[1]?.mistake ?? '', /denied by the rule fake:write\(secrets\)/);
    assert.deepEqual(approver.asked[1]?.invocation.arguments, written);
  });

  it('are allowed once only where they reach a protected place', async () => {
    const { decide, approver } = setUp([edit({ path: 'keys', content: '' }), 'conversation', 'deny']);
    const decision = await decide();
    const { reason, scopes, patterns } = approver.asked[1] ?? {};
    assert.equal(reason, 'You changed the arguments. It is a protected place.');
    assert.deepEqual([scopes, patterns], [['once'], []]);
    assert.ok(decision.allowed);
    assert.equal(decision.exception, 'It is a protected place.');
    assert.equal(decision.because, 'you changed the arguments and allowed it once');
    assert.equal((await decide()).allowed, false, 'nothing was kept');
  });

  it('are not changed once everything is as the model wrote it', async () => {
    const back = edit({ content: 'x', path: 'a.txt' });
    const { decide, approver } = setUp([edit({ path: 'b.txt', content: 'y' }), back, 'once']);
    const decision = await decide();
    assert.ok(decision.allowed);
    assert.equal(decision.edited, undefined);
    assert.equal(approver.asked[2]?.invocation.written, undefined);
  });

  it('may not be without bounds', async () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 70; level++) deep = { deep };
    const anything = { ...writes, arguments: { type: 'object' } };
    const long = edit({ text: 'x'.repeat(1_000_001) });
    const { decide, approver } = setUp([edit(deep), long, 'deny'], {}, anything);
    await decide();
    assert.match(approver.asked[1]?.mistake ?? '', /nested more than 64 levels/);
    assert.match(approver.asked[2]?.mistake ?? '', /longer than 1000000 characters/);
  });

  it('are kept from what another answer settles', async () => {
    const { decide, approver } = setUp([]);
    const other = Promise.withResolvers<void>();
    let asked = 0;
    approver.ask = async () => {
      asked++;
      if (asked === 1) return edit({ path: 'b.txt', content: 'y' });
      if (asked === 2) {
        await other.promise;
        return { kind: 'allow', scope: 'conversation' };
      }
      other.resolve();
      return { kind: 'deny' };
    };
    const decisions = await Promise.all([decide(), decide()]);
    assert.deepEqual(pluck(decisions, 'allowed'), [false, true]);
  });
});
