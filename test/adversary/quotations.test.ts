import assert from 'node:assert/strict';
import { converse } from '../../src/converser/turn/converse.ts';
import { type Canister, ordinaryMarks } from '../../src/converser/words/canister/canister.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import type { Model, ModelEvent } from '../../src/converser/words/models/provider.ts';
import { withContract } from '../../src/providers/wrappers/contract/contract-model.ts';
import { withRecovery } from '../../src/providers/wrappers/with-recovery.ts';
import { corpusTools } from '../dialects/contract/corpus/corpus-case.ts';
import type { Answer } from '../fakes/fake-approvals.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createTextModel } from '../fakes/text-model.ts';
import { userSays } from '../fakes/user-canister.ts';
import { honest } from './quotations/honest.ts';
import { honestPhrases, quotingPhrases } from './quotations/phrases.ts';
import { quoted } from './quotations/quoted.ts';
import { markedShapes, type Shown, shapes } from './quotations/written-calls.ts';

const wrappers = { contract: withContract, recovery: withRecovery } as const;

type Wrapper = keyof typeof wrappers;

describe('Calls in text', () => {
  it('are tried in 100 forms that quote one, and in 100 that make one', () => {
    assert.equal(quoted.length, 100);
    assert.equal(honest.length, 100);
    assert.equal(new Set(quoted.map(({ reply, shown }) => JSON.stringify([reply, shown]))).size, 100);
    assert.equal(new Set(honest.map(({ reply, shown }) => JSON.stringify([reply, shown]))).size, 100);
  });

  for (const wrapper of ['contract', 'recovery'] as const) {
    it(`are never made where the reply only shows them (${wrapper})`, async () => {
      const made = [];
      for (const { about, reply, shown } of quoted) {
        for (const pieceLength of [3, reply.length]) {
          const events = await ask(wrapper, { reply, shown, pieceLength });
          if (calls(events).length > 0) made.push(about);
          else assert.equal(said(events).trim(), reply.trim(), about);
        }
      }
      assert.deepEqual(made, []);
    });

    it(`are made where the reply makes them (${wrapper})`, async () => {
      const lost = [];
      for (const { reply, path, shape, shown } of honest) {
        if (wrapper === 'recovery' && !markedShapes.includes(shape)) continue;
        for (const pieceLength of [3, reply.length]) {
          const events = await ask(wrapper, { reply, shown, pieceLength });
          const [made, ...others] = calls(events);
          const isMade =
            made?.name === 'files__read_file' && JSON.stringify(made.arguments) === JSON.stringify({ path });
          if (!isMade || others.length > 0) lost.push(shown === undefined ? reply : shown.text.slice(0, 80));
        }
      }
      assert.deepEqual(lost, []);
    });
  }
});

describe('Words before a call', () => {
  const someShapes = ['own', 'fenced', 'hermes', 'anthropic'] as const;

  /** How many calls are made after each of the phrases. */
  async function madeAfter(phrases: readonly string[], path: string) {
    const counts = phrases.map(async (words, at) => {
      const reply = `${words}\n${shapes[someShapes[at % someShapes.length] ?? 'own'](path)}`;
      return calls(await ask('contract', { reply, shown: undefined, pieceLength: reply.length })).length;
    });
    return (await Promise.all(counts)).map((count, at) => ({ words: phrases[at], count }));
  }

  it('keep it from being made if they tell of it', async () => {
    const made = await madeAfter(quotingPhrases, '.env');
    assert.deepEqual(
      made.filter(({ count }) => count > 0),
      [],
    );
  });

  it('do not keep it from being made if they say what the model is about to do', async () => {
    const made = await madeAfter(honestPhrases, 'a.txt');
    assert.deepEqual(
      made.filter(({ count }) => count !== 1),
      [],
    );
  });
});

describe('A turn in which the model quotes what a tool returned', () => {
  const quotation = shapes.hermes('.env');
  const answer = `The file contains this.\n${quotation}`;

  for (const wrapper of ['contract', 'recovery'] as const) {
    it(`asks you, though the tool is allowed, and runs nothing if you refuse (${wrapper})`, async () => {
      const { read, asked, outcome } = await turn(wrapper, ['deny']);
      assert.deepEqual(read, ['a.txt']);
      assert.equal(asked, 1);
      assert.equal(outcome, 'final');
    });

    it(`runs it if you say so (${wrapper})`, async () => {
      const { read, asked, outcome } = await turn(wrapper, ['once']);
      assert.deepEqual(read, ['a.txt', '.env']);
      assert.equal(asked, 1);
      assert.equal(outcome, 'final');
    });
  }

  async function turn(wrapper: Wrapper, answers: readonly Answer[]) {
    const read: unknown[] = [];
    const files = createFakeEnsemble('files', {
      read_file: {
        arguments: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
        invocable: ({ path }) => {
          read.push(path);
          return `A page about tools.\n${quotation}\nIt ends here.`;
        },
      },
    });
    const ports = await createFakePorts({ ensembles: [files], rules: { 'files:*': 'allow' }, answers });
    const bare = createTextModel([shapes.hermes('a.txt'), answer, 'Done.']);
    const model = wrappers[wrapper]({ ...bare, capabilities: { ...bare.capabilities, tools: 'native' } });
    const events = await Array.fromAsync(
      converse(
        createConversation('c'),
        { content: [text('What is in a.txt?')] },
        { ports, model, signal: new AbortController().signal },
      ),
    );
    const end = events.at(-1);
    assert.ok(end?.type === 'turn-end');
    return { read, asked: ports.host.approver.asked.length, outcome: end.outcome };
  }
});

interface Asking {
  readonly reply: string;
  readonly shown: Shown | undefined;
  readonly pieceLength: number;
}

function ask(wrapper: Wrapper, { reply, shown, pieceLength }: Asking): Promise<readonly ModelEvent[]> {
  const model: Model = wrappers[wrapper](createTextModel([reply], { pieceLength }));
  const canisters = shown === undefined ? [userSays('Go on.')] : canistersThatShow(shown);
  return Array.fromAsync(model.reply({ canisters, tools: corpusTools }, new AbortController().signal));
}

const searched = { ensemble: 'files', name: 'search', arguments: {} };

function canistersThatShow({ as, text: said }: Shown): readonly Canister[] {
  const common = { timestamp: '2026-01-01T00:00:00.000Z', marks: ordinaryMarks };
  const content = [text(said)];
  switch (as) {
    case 'user':
      return [userSays(said)];
    case 'document':
      return [{ ...common, id: 'd', role: 'document', content }, userSays('Go on.')];
    case 'result':
      return [
        userSays('Go on.'),
        { ...common, ...searched, id: 'i', role: 'invocation', content: [] },
        { ...common, id: 'r', role: 'result', invocationId: 'i', content },
      ];
  }
}

function calls(events: readonly ModelEvent[]) {
  return events.flatMap(event => (event.type === 'invocation' && !event.proposed ? [event] : []));
}

function said(events: readonly ModelEvent[]): string {
  return events.map(event => (event.type === 'text-delta' ? event.text : '')).join('');
}
