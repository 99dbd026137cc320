import assert from 'node:assert/strict';
import { compactConversation } from '../../../../src/converser/turn/compact-conversation.ts';
import { isCompaction, isInvocation } from '../../../../src/converser/words/canister/canister.ts';
import { text, textOf } from '../../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../../src/converser/words/conversation/conversation.ts';
import { reply } from '../../../../src/converser/words/ensemble/invoker.ts';
import { type Label, ofOutside, ofWorkspace } from '../../../../src/converser/words/labels/label.ts';
import type { Model, ModelRequest } from '../../../../src/converser/words/models/provider.ts';
import { conversationQuestion } from '../../../../src/converser/words/texts/summary-request.ts';
import { asRead, sharedStart, wireNames } from '../../../dialects/as-read.ts';
import { createFakeEnsemble } from '../../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../../fakes/fake-ports.ts';
import { createNarrowModel, type NarrowModelOptions } from '../../../fakes/narrow-model.ts';
import { invokes, says } from '../../../fakes/scripted-model.ts';
import { takeTurn } from '../take-turn.ts';

const answer = 'An answer that goes on and on, for it has much to say about what was asked. '.repeat(12);

interface Scene {
  readonly narrow?: Partial<NarrowModelOptions>;
  readonly price?: Model['price'];
  /** Milliseconds between turns, which then call nothing. */
  readonly pause?: number;
  /** The label of what is read from the eighth turn on. */
  readonly late?: Label;
}

/** Turns of a question, a call and a long answer, of a model that tells how long its requests were. */
async function setUp({ narrow, price, pause = 0, late }: Scene = {}) {
  let reads = 0;
  const files = createFakeEnsemble('files', {
    read: {
      annotations: { readOnly: true, openWorld: false },
      invocable: () => reply({ content: [text('Short.')], ...(late && ++reads > 7 && { label: late }) }),
    },
  });
  const ports = await createFakePorts({ ensembles: [files], rules: { 'files:read': 'allow' } });
  const calls = pause === 0 ? [invokes(['files__read', {}])] : [];
  const rounds = Array.from({ length: 40 }, () => [...calls, says(answer)]).flat();
  const options = { window: 3_000, told: 3_000, summary: 'They agreed on tabs.', counts: true, ...narrow };
  const narrowModel = createNarrowModel(options, ...rounds);
  const all: ModelRequest[] = [];
  const model: Model = {
    ...narrowModel,
    ...(price && { price }),
    reply(request, signal) {
      all.push(request);
      return narrowModel.reply(request, signal);
    },
  };
  const conversation = createConversation('c');
  return {
    all,
    conversation,
    records: () => conversation.canisters.filter(isCompaction),
    async sayAll(count: number, asked: Model = model) {
      for (let at = 1; at <= count; at++) {
        await takeTurn({
          ports,
          model: asked,
          conversation,
          said: `Question ${at}?`,
          supervisor: 'Be brief.',
        });
        await ports.host.clock.advance(pause);
      }
    },
    async compact() {
      const signal = new AbortController().signal;
      for await (const _events of compactConversation(conversation, { ports, model, signal }));
    },
    other: { ...model, id: 'other' } satisfies Model,
    goneOn: () => all.filter(isGoingOn),
    own: () => all.filter(({ tools }) => tools.length === 0),
  };
}

const isGoingOn = ({ canisters }: ModelRequest) =>
  textOf(canisters.at(-1)?.content ?? []).startsWith(conversationQuestion('').slice(0, 30));

const requestBefore = (all: readonly ModelRequest[], request: ModelRequest | undefined) =>
  all[all.indexOf(request as ModelRequest) - 1] as ModelRequest;

describe('the summary of what is left out', () => {
  it('is asked for at the end of the last request, whose bytes every wire sends once more', async () => {
    const { sayAll, all, goneOn, own, records } = await setUp();
    await sayAll(10);
    const [request] = goneOn();
    assert.ok(request !== undefined);
    const last = requestBefore(all, request);
    for (const wire of wireNames) {
      const [was, is] = [asRead(wire, last), asRead(wire, request)];
      // Some wires join the question to the message before it, which then doesn't end where it did.
      assert.ok(was.length - sharedStart(was, is) < 10, `${wire}: ${sharedStart(was, is)} of ${was.length}`);
      assert.ok(is.length - was.length < 1_500, wire);
    }
    assert.deepEqual([request.tools, request.wanted, request.conversation], [last.tools, last.wanted, 'c']);
    assert.equal(request.toolChoice, 'none');
    assert.match(
      textOf(request.canisters.at(-1)?.content ?? []),
      /holds before my message "Question \d\?"\./,
    );
    assert.equal(records()[0]?.passages[0]?.summary, 'They agreed on tabs.');
    assert.deepEqual(own(), []);
  });

  it('leaves what is sent from then on as it was sent, on every wire', async () => {
    const { sayAll, all, goneOn } = await setUp();
    await sayAll(16);
    const ordinary = all.filter(each => !isGoingOn(each));
    const anew = goneOn().map(each => ordinary.indexOf(requestBefore(all, each)) + 1);
    assert.ok(anew.length >= 2);
    for (const wire of wireNames) {
      const bytes = ordinary.map(each => asRead(wire, each));
      const kept = bytes.map((was, at) => sharedStart(was, bytes[at + 1] ?? was) / was.length);
      const lost = kept.flatMap((share, at) => (share < 0.98 ? [at + 1] : []));
      assert.deepEqual(lost, anew, wire);
    }
  });

  it('is from outside if anything of the last request is, and asked for by itself if that holds keys', async () => {
    const outside = await setUp({ late: ofOutside('server:others') });
    await outside.sayAll(10);
    const [passage] = outside.records()[0]?.passages ?? [];
    assert.deepEqual([outside.goneOn().length > 0, passage?.label?.integrity], [true, 'outside']);
    const { canisters } = outside.conversation;
    const last = canisters.findIndex(({ id }) => id === passage?.to);
    assert.ok(canisters.slice(0, last).every(({ label }) => label?.integrity !== 'outside'));
    const keys = await setUp({ late: { ...ofWorkspace, confidentiality: 'secret' } });
    await keys.sayAll(10);
    assert.deepEqual([keys.goneOn().length, keys.own().length > 0], [0, true]);
  });

  it('goes on where you ask for it between turns, too', async () => {
    const { sayAll, compact, all, goneOn, records } = await setUp({ narrow: { window: 9_000, told: 9_000 } });
    await sayAll(6);
    await compact();
    assert.deepEqual([goneOn().length, records().length], [1, 1]);
    const [request] = goneOn();
    assert.deepEqual(request?.canisters.slice(0, -1), requestBefore(all, request).canisters);
  });

  it('makes no call, and is asked for by itself where the model calls a tool all the same', async () => {
    const { sayAll, conversation, goneOn, own, records } = await setUp({
      narrow: { goesOn: invokes(['files__read', {}]) },
    });
    await sayAll(10);
    assert.ok(goneOn().length > 0 && own().length > 0);
    assert.equal(conversation.canisters.filter(isInvocation).length, 10);
    assert.equal(records()[0]?.passages[0]?.summary, 'They agreed on tabs.');
  });

  it('is a request by itself where the cache is paid for and forgets, another model was asked, or no room is left', async () => {
    const price = { input: 3, output: 15 };
    const kept = await setUp({ price, pause: 60_000 });
    await kept.sayAll(12);
    assert.deepEqual([kept.goneOn().length > 0, kept.own().length], [true, 0]);
    const late = await setUp({ price, pause: 360_000 });
    await late.sayAll(12);
    const narrow = await setUp({ narrow: { window: 1_050, told: 1_050 } });
    await narrow.sayAll(10);
    const moved = await setUp({ narrow: { window: 9_000, told: 9_000 } });
    await moved.sayAll(6);
    await moved.sayAll(1, {
      ...moved.other,
      capabilities: { ...moved.other.capabilities, contextTokens: 2_200 },
    });
    for (const [at, { goneOn, own }] of [late, narrow, moved].entries())
      assert.deepEqual([goneOn().length, own().length > 0], [0, true], `${at}`);
  });
});
