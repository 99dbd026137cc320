import assert from 'node:assert/strict';
import type { ConverseOptions } from '../../../src/converser/turn/converse-options.ts';
import { createConversation } from '../../../src/converser/words/conversation/conversation.ts';
import type { TurnEnd } from '../../../src/converser/words/conversation/converse-event.ts';
import type { Ensemble } from '../../../src/converser/words/ensemble/ensemble.ts';
import type { ModelEvent, Usage } from '../../../src/converser/words/models/provider.ts';
import { spendingFigures } from '../../../src/converser/words/spending/spending-text.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { takeTurn } from './take-turn.ts';

const read = createFakeEnsemble('files', { read: () => 'x' });

/** A reply with the figures that a provider reports. */
const replies = (usage: Usage): readonly ModelEvent[] => [
  { type: 'text-delta', text: 'Hi.' },
  { type: 'usage', usage: { output: 1, ...usage } },
  { type: 'finish', reason: 'stop' },
];

interface Turn {
  readonly usage: Usage;
  readonly ensembles?: readonly Ensemble[];
  readonly more?: Partial<Pick<ConverseOptions, 'supervisor' | 'wanted'>>;
  readonly model?: string;
}

/** What was read anew in the last of some turns of one conversation. */
async function anewAfter(...turns: readonly Turn[]) {
  const conversation = createConversation('c');
  let end: TurnEnd | undefined;
  for (const { usage, ensembles = [read], more, model: id = 'model' } of turns) {
    const ports = await createFakePorts({ ensembles });
    const model = { ...createScriptedModel(replies(usage)), id };
    ({ end } = await takeTurn({ ports, model, conversation, ...more }));
  }
  return end?.spending?.anew;
}

const first: Usage = { input: 31_000, written: 31_000 };
const hit: Usage = { input: 31_100, cached: 31_000 };
const miss: Usage = { input: 31_100, cached: 0 };

describe('what a provider’s cache lost', () => {
  it('is nothing while it is read', async () => {
    assert.equal(await anewAfter({ usage: first }), undefined);
    assert.equal(await anewAfter({ usage: first }, { usage: hit }), undefined);
  });

  it('is named by the part of the request that is another one', async () => {
    const more = createFakeEnsemble('more', { dig: () => 'x' });
    const cases: readonly (readonly [string, Omit<Turn, 'usage'>])[] = [
      ['tools-added', { ensembles: [read, more] }],
      ['tools', { ensembles: [more] }],
      ['instructions', { more: { supervisor: 'Be brief.' } }],
      ['options', { more: { wanted: { effort: 'high' } } }],
      ['model', { model: 'other' }],
      ['missed', {}],
    ];
    for (const [cause, change] of cases)
      assert.deepEqual(await anewAfter({ usage: first }, { usage: miss, ...change }), { [cause]: 31_000 });
  });

  it('is only what was really read anew', async () => {
    const more = createFakeEnsemble('more', { dig: () => 'x' });
    const changed = { ensembles: [read, more] };
    const partly = { input: 31_100, cached: 20_000 };
    assert.deepEqual(await anewAfter({ usage: first }, { usage: partly, ...changed }), {
      'tools-added': 11_000,
    });
    assert.equal(await anewAfter({ usage: first }, { usage: hit, ...changed }), undefined);
  });

  it('is not known where no cache was ever reported, or figures are estimated', async () => {
    const plain = { input: 31_000 };
    assert.equal(await anewAfter({ usage: plain }, { usage: plain, model: 'other' }), undefined);
    assert.equal(await anewAfter({ usage: first }, { usage: { ...miss, estimated: true } }), undefined);
  });

  it('is nothing worth a word where it is little', async () => {
    const small = { input: 1_000, written: 1_000 };
    assert.equal(await anewAfter({ usage: small }, { usage: { input: 1_100, cached: 0 } }), undefined);
  });

  it('stands among the figures', async () => {
    const spending = { requests: 1, input: 9, output: 9, cached: 0, reasoning: 0, anew: { tools: 31_000 } };
    assert.ok(spendingFigures(spending).includes('Tools changed: cache lost, 31.0k tokens read anew'));
  });
});
