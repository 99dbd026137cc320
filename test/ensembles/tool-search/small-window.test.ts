import assert from 'node:assert/strict';
import { converse } from '../../../src/converser/turn/converse.ts';
import { type Canister, isCompaction, isResult } from '../../../src/converser/words/canister/canister.ts';
import { text, textOf } from '../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../src/converser/words/conversation/conversation.ts';
import type { TurnEnd } from '../../../src/converser/words/conversation/converse-event.ts';
import type { ModelEvent, ModelRequest } from '../../../src/converser/words/models/provider.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createNarrowModel } from '../../fakes/narrow-model.ts';
import { invokes } from '../../fakes/scripted-model.ts';
import { shippedRoster } from '../shipped-roster.ts';
import { listedServers } from './listed-servers.ts';

const pages = 29;
const amountOf = (page: number) => page * 37;
const total = Array.from({ length: pages }, (_, at) => amountOf(at + 1)).reduce((sum, each) => sum + each, 0);

/** About 500 tokens a page. */
function pageOf(page: unknown): string {
  return `Page ${page}: the amount is ${amountOf(Number(page))}.\n${'Nothing else on this page is of interest. '.repeat(55)}`;
}

/** A model that knows only what it is sent: it finds the tool, reads page after page, and says the sum so far each time. */
async function* addsUp({ canisters, tools }: ModelRequest): AsyncGenerator<ModelEvent> {
  const reader = tools.find(({ name }) => name === 'ledger__read_page');
  if (reader === undefined) {
    yield* invokes(['tools__find_tools', { query: 'read a page of the ledger' }]);
    return;
  }
  const said = lastMatch(canisters, 'assistant', /page (\d+): (\d+)/);
  const read = lastMatch(canisters, 'result', /Page (\d+): the amount is (\d+)/);
  const isNew = read !== undefined && read.page > (said?.page ?? 0);
  const sum = (said?.sum ?? 0) + (isNew ? read.sum : 0);
  const page = Math.max(said?.page ?? 0, isNew ? read.page : 0);
  yield { type: 'text-delta', text: `Sum up to page ${page}: ${sum}.` };
  if (page === pages) yield { type: 'finish', reason: 'stop' };
  else yield* invokes(['ledger__read_page', { page: page + 1 }]);
}

function lastMatch(canisters: readonly Canister[], role: Canister['role'], pattern: RegExp) {
  for (const { content } of canisters.filter(each => each.role === role).toReversed()) {
    const [, page, sum] = pattern.exec(textOf(content)) ?? [];
    if (page !== undefined) return { page: Number(page), sum: Number(sum) };
  }
  return undefined;
}

describe('a model with a window of 8,192 tokens and 278 tools', () => {
  it('comes to the right answer after 30 rounds', async () => {
    const { roster, dispose } = await shippedRoster();
    for (const server of await listedServers()) await roster.set(server);
    await roster.set(
      createFakeEnsemble('ledger', {
        read_page: {
          description: 'Reads a page of the ledger.',
          offer: 'on demand',
          arguments: { type: 'object', properties: { page: { type: 'integer' } } },
          annotations: { readOnly: true, openWorld: false },
          invocable: ({ page }) => pageOf(page),
        },
      }),
    );
    assert.ok(roster.invokers().length >= 278);
    const ports = { ...(await createFakePorts({ limits: { rounds: 40 } })), roster };
    const model = createNarrowModel(
      { window: 8_192, told: 8_192, summary: 'The ledger was read page by page.' },
      ...Array.from({ length: 60 }, () => addsUp),
    );
    const conversation = createConversation('c');
    const prompt = { content: [text('Add up the amounts of all pages of the ledger.')] };
    const { signal } = new AbortController();
    let end: TurnEnd | undefined;
    for await (const event of converse(conversation, prompt, { ports, model, signal }))
      if (event.type === 'turn-end') end = event;
    await dispose();
    assert.equal(end?.outcome, 'final', end?.error?.message);
    assert.equal(textOf(end.canisters.at(-1)?.content ?? []), `Sum up to page ${pages}: ${total}.`);
    assert.ok(model.requests.length >= 30, String(model.requests.length));
    assert.ok(conversation.canisters.filter(isResult).length >= pages);
    assert.ok(conversation.canisters.some(isCompaction));
    assert.deepEqual(model.rejected, []);
  });
});
