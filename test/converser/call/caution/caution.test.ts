import assert from 'node:assert/strict';
import { carriedTexts } from '../../../../src/converser/call/caution/carried-texts.ts';
import {
  createVouching,
  isAmong,
  type TrustedSources,
} from '../../../../src/converser/call/caution/caution.ts';
import { exposureOf, exposureToTools } from '../../../../src/converser/words/conversation/read-exposure.ts';
import type { Invoker } from '../../../../src/converser/words/ensemble/invoker.ts';
import { type Exposure, joinExposures, unexposed } from '../../../../src/converser/words/labels/exposure.ts';
import { ofOutside, type Source } from '../../../../src/converser/words/labels/label.ts';
import type { PermissionRule } from '../../../../src/converser/words/permission/rules.ts';
import { type Answer, rulesOf } from '../../../fakes/fake-approvals.ts';
import { createFakeInvoker } from '../../../fakes/fake-ensemble.ts';
import { createFakeApprover } from '../../../fakes/fake-host.ts';
import { userSays } from '../../../fakes/user-canister.ts';
import { pluck } from '../../pluck.ts';
import { callOf } from '../permission/call-of.ts';
import { createTestPermissions } from '../permission/test-permissions.ts';

const { signal } = new AbortController();

const write = tool('write', { readOnly: false, openWorld: false });
const read = tool('read', { readOnly: true, openWorld: false });
const send = tool('send', { readOnly: true });

function tool(name: string, annotations: Invoker['annotations']): Invoker {
  return createFakeInvoker({ name, annotations, invocable: () => undefined });
}

function from(...sources: readonly Source[]): Exposure {
  return { ...unexposed, outside: new Map(sources.map(source => [source, { text: `${source} was read` }])) };
}

const afterSecret: Exposure = { ...unexposed, secrets: new Map([['.env', { text: '.env was read' }]]) };

interface Given {
  readonly rules?: Readonly<Record<string, PermissionRule>>;
  readonly answers?: readonly Answer[];
  readonly trusted?: TrustedSources;
}

function setUp({ rules = { 'fake:*': 'allow' }, answers = [], trusted }: Given = {}) {
  const approver = createFakeApprover(answers);
  const vouching = createVouching(trusted ?? { has: () => false });
  const permissions = createTestPermissions({ approver, rules: rulesOf(rules), vouching });
  const decide = (invoker: Invoker, exposure: Exposure, conversationId = 'c', turn?: object) =>
    permissions.decide({ ...callOf(invoker, { conversationId }), exposure, ...(turn && { turn }) }, signal);
  return { questions: approver.asked, decide, vouching };
}

describe('permissions after something was read', () => {
  it('ask about what writes or reaches out after content from outside, although a rule allows it', async () => {
    const { decide, questions } = setUp();
    assert.ok((await decide(write, unexposed)).allowed);
    assert.ok((await decide(read, from('server:tracker'))).allowed);
    assert.equal(questions.length, 0);
    assert.equal((await decide(write, from('server:tracker'))).allowed, false);
    assert.equal((await decide(send, from('server:tracker'))).allowed, false);
    const because = 'because server:tracker was read: the model may be following what others wrote.';
    assert.equal(questions[0]?.reason, `Converser asks ${because}`);
    assert.equal(questions.length, 2);
  });

  it('ask only about what reaches out after a secret', async () => {
    const { decide, questions } = setUp();
    assert.ok((await decide(write, afterSecret)).allowed);
    assert.equal((await decide(send, afterSecret)).allowed, false);
    const reason = 'Converser asks because .env was read: this call could send it to others.';
    assert.deepEqual(pluck(questions, 'reason'), [reason]);
  });

  it('deny what a rule denies without a question', async () => {
    const { decide, questions } = setUp({ rules: { 'fake:write': 'deny' } });
    assert.equal((await decide(write, from('web:example.org'))).allowed, false);
    assert.equal(questions.length, 0);
  });

  for (const scope of ['turn', 'conversation', 'workspace'] as const)
    it(`count no approval for the ${scope} that was given before, and one that was given after`, async () => {
      const turn = {};
      const answers = [scope, scope === 'turn' ? 'turn' : 'conversation'] as const;
      const { decide, questions } = setUp({ rules: {}, answers });
      assert.ok((await decide(write, unexposed, 'c', turn)).allowed);
      assert.ok((await decide(write, unexposed, 'c', turn)).allowed);
      assert.equal(questions.length, 1);
      assert.ok((await decide(write, from('web:a.example'), 'c', turn)).allowed);
      assert.deepEqual(questions[1]?.scopes, ['once', 'turn', 'conversation']);
      assert.ok((await decide(write, from('web:a.example'), 'c', turn)).allowed);
      assert.equal(questions.length, 2);
      assert.equal((await decide(write, from('web:a.example', 'web:b.example'), 'c', turn)).allowed, false);
      assert.equal(questions.length, 3);
    });

  it('ask no more once the conversation is clean, until another source is read', async () => {
    const clean: Answer = { kind: 'allow', scope: 'once', vouches: 'clean' };
    const { decide, questions } = setUp({ answers: [clean] });
    const first = await decide(write, from('web:a.example'));
    assert.ok(first.allowed && first.carries === undefined);
    assert.ok((await decide(send, from('web:a.example'))).allowed);
    assert.equal(questions.length, 1);
    assert.equal((await decide(send, from('web:a.example'), 'another')).allowed, false);
    assert.equal((await decide(send, from('web:a.example', 'server:x'))).allowed, false);
  });

  it('trust the sources of a question in all conversations', async () => {
    const kept = new Set<Source>();
    const trusted = {
      has: (source: Source) => kept.has(source),
      add: async (source: Source) => void kept.add(source),
    };
    const answers: readonly Answer[] = [{ kind: 'allow', scope: 'once', vouches: 'trusted' }];
    const { decide, questions } = setUp({ trusted, answers });
    assert.ok((await decide(write, from('server:tracker'))).allowed);
    assert.deepEqual(questions[0]?.caution?.sources, ['server:tracker']);
    assert.ok((await decide(write, from('server:tracker'), 'another')).allowed);
    assert.deepEqual([...kept], ['server:tracker']);
    assert.equal(questions.length, 1);
  });

  it('take no word for anything where the question has no caution', async () => {
    const answers: readonly Answer[] = [{ kind: 'allow', scope: 'conversation', vouches: 'clean' }];
    const { decide, questions, vouching } = setUp({ rules: {}, answers });
    assert.ok((await decide(write, unexposed)).allowed);
    assert.equal(vouching.cleared.of('c').size, 0);
    assert.equal(questions[0]?.caution, undefined);
  });

  it('count the descriptions of a server for all tools but its own', async () => {
    const own = { ...send, describedBy: 'server:tracker' as const };
    const exposure = exposureToTools([own, write]);
    const { decide, questions } = setUp();
    assert.ok((await decide(own, exposure)).allowed);
    assert.equal((await decide(write, exposure)).allowed, false);
    const [{ reason = '' } = {}] = questions;
    assert.match(reason, /because the MCP server tracker describes its tools to the model/);
  });

  it('leave a rule for places in force beside descriptions and what was written meanwhile, but not after content', async () => {
    const { decide } = setUp({ rules: { 'fake:*': 'ask', 'fake:*(notes/)': 'allow' } });
    const on = (file: string, invoker = write): Invoker => ({
      ...invoker,
      review: () => ({
        subject: async () => ({
          covered: pattern => (file.startsWith(pattern) ? 'all' : 'none'),
          patterns: async () => [],
          places: [file],
        }),
      }),
    });
    const described = exposureToTools([{ ...send, describedBy: 'server:tracker' as const }]);
    const written = exposureOf([{ ...userSays('hi'), label: ofOutside('tools:server:tracker') }]);
    for (const exposure of [described, written, joinExposures(described, written)]) {
      assert.ok((await decide(on('notes/a'), exposure)).allowed);
      assert.equal((await decide(on('src/a'), exposure)).allowed, false);
      assert.equal((await decide(on('notes/a', send), exposure)).allowed, false);
    }
    const read = joinExposures(described, from('server:tracker'));
    assert.equal((await decide(on('notes/a'), read)).allowed, false);
  });

  it('trust what a server says of its tools without what it returns, and the first with the second', async () => {
    const exposure = exposureToTools([{ ...send, describedBy: 'server:tracker' as const }]);
    const answers: readonly Answer[] = [{ kind: 'allow', scope: 'once', vouches: 'trusted' }];
    const kept = new Set<Source>();
    const trusted = {
      has: (source: Source) => kept.has(source),
      add: async (source: Source) => void kept.add(source),
    };
    const { decide, questions } = setUp({ answers, trusted });
    assert.ok((await decide(write, exposure)).allowed);
    assert.ok((await decide(write, exposure, 'another')).allowed);
    assert.deepEqual([...kept], ['tools:server:tracker']);
    assert.equal((await decide(write, from('server:tracker'))).allowed, false);
    assert.equal(questions.length, 2);
    kept.clear();
    kept.add('server:tracker');
    assert.ok((await decide(write, exposure)).allowed);
  });

  it('say what a call carries, for what it writes to be labelled', async () => {
    const { decide } = setUp({ answers: ['once'] });
    const decision = await decide(write, { ...from('web:a.example'), secrets: afterSecret.secrets });
    assert.deepEqual(decision.allowed && decision.carries, {
      integrity: 'outside',
      sources: ['web:a.example'],
      confidentiality: 'secret',
    });
  });
});

describe('sources that you trust', () => {
  it('are named one by one, or by their kind', () => {
    assert.ok(isAmong('web:a.example', ['web:a.example']));
    assert.ok(isAmong('web:a.example', ['server:x', 'web:*']));
    assert.equal(isAmong('web:a.example.evil', ['web:a.example', 'server:*']), false);
  });
});

describe('what a call may write into files', () => {
  it('are the texts among its arguments, however deep, and no names', () => {
    const texts = carriedTexts({
      path: 'docs/a-file-with-a-long-name.md',
      content: 'Two words, or more.\n',
      files: [{ text: 'Another one\nof two lines' }, { text: 'a b' }],
      count: 3,
      nothing: null,
    });
    assert.deepEqual(texts, ['Two words, or more.\n', 'Another one\nof two lines']);
  });

  it('are a limited number', () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `This is the line ${at}.`);
    assert.equal(carriedTexts({ lines }).length, 50);
  });
});
