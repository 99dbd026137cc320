import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { ModelEvent } from '../../src/converser/words/models/provider.ts';
import { replyLimits } from '../../src/converser/words/models/reply-limits.ts';
import { type Carried, replyWires, requestWires } from './carried.ts';
import { type Fact, replyFacts, requestFacts } from './facts.ts';

const readme = new URL('../../src/dialects/README.md', import.meta.url);

describe('the tables of what each format cannot carry', () => {
  it('cover every fact of a request', async () => {
    const told = await tableOf('Requests');
    assert.deepEqual([...told.keys()], Object.keys(requestFacts));
    for (const [fact, probe] of Object.entries(requestFacts)) {
      const found = Object.values(requestWires).map(carry => fateOf(probe, carry(probe.request)));
      assert.deepEqual(told.get(fact)?.slice(0, found.length), found, fact);
    }
  });

  it('cover every fact of a reply', async () => {
    const told = await tableOf('Replies');
    assert.deepEqual([...told.keys()], Object.keys(replyFacts));
    for (const [fact, { event }] of Object.entries(replyFacts)) {
      const found = await Promise.all(
        Object.values(replyWires).map(async carry => {
          const end: ModelEvent = { type: 'finish', reason: 'stop' };
          const read = await carry(event.type === 'finish' ? [event] : [event, end]);
          return read.some(each => isDeepStrictEqual(each, event)) ? 'yes' : 'no';
        }),
      );
      assert.deepEqual(told.get(fact), found, fact);
    }
  });
});

describe('a reply that was written in any format and read back', () => {
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
  const args = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()), {
    noNullPrototype: true,
  });
  const event: fc.Arbitrary<ModelEvent> = fc.oneof(
    words.map(text => ({ type: 'text-delta', text }) as const),
    words.map(text => ({ type: 'reasoning-delta', text }) as const),
    args.map(each => ({ type: 'invocation', name: 'a', arguments: each }) as const),
  );

  it('loses only what the table says', async () => {
    const told = await tableOf('Replies');
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 8 }), async said => {
        const calls = said.some(({ type }) => type === 'invocation');
        const usage: ModelEvent = { type: 'usage', usage: { input: 9, output: 2, cached: 4, reasoning: 1 } };
        const events = [...said, usage, { type: 'finish', reason: calls ? 'invocations' : 'stop' } as const];
        for (const [at, [wire, carry]] of Object.entries(replyWires).entries()) {
          const isThoughtKept = told.get('reasoning')?.[at] === 'yes';
          const kept = events.filter(({ type }) => isThoughtKept || type !== 'reasoning-delta');
          assert.deepEqual(substance(await carry(events)), substance(kept), wire);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** What was said, thought and called, each by itself: wires may divide it and order it in their own way. */
function substance(events: readonly ModelEvent[]): object {
  const joined = (wanted: 'text-delta' | 'reasoning-delta') =>
    events.map(event => (event.type === wanted ? event.text : '')).join('');
  const isOther = ({ type }: ModelEvent) => type === 'invocation' || type === 'usage' || type === 'finish';
  return { said: joined('text-delta'), thought: joined('reasoning-delta'), others: events.filter(isOther) };
}

function fateOf({ isKept, isElsewhere, words }: Fact, { written, read }: Carried): string {
  if (isKept(read, written)) return 'yes';
  if (isElsewhere?.(read)) return 'elsewhere';
  return words?.test(written) ? 'in words' : 'no';
}

/** The cells of each row after its first, of the table below a heading. */
async function tableOf(heading: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const [, below = ''] = (await readFile(readme, 'utf8')).split(`## ${heading}\n`);
  const lines = below.split('\n## ')[0]?.split('\n') ?? [];
  const rows = lines.filter(line => line.startsWith('|')).map(line => line.split('|').slice(1, -1));
  return new Map(rows.slice(2).map(([fact = '', ...cells]) => [fact.trim(), cells.map(cell => cell.trim())]));
}

describe('a reply', () => {
  for (const [name, carry] of Object.entries(replyWires)) {
    it(`may hold as many calls as the limit says on the wire of ${name}, and no more`, async () => {
      const calls = Array<ModelEvent>(replyLimits.calls).fill({
        type: 'invocation',
        name: 'a',
        arguments: {},
      });
      const end: ModelEvent = { type: 'finish', reason: 'invocations' };
      const read = await carry([...calls, end]);
      assert.equal(read.filter(({ type }) => type === 'invocation').length, replyLimits.calls);
      await assert.rejects(carry([...calls, ...calls.slice(0, 1), end]), { code: 'reply-too-large' });
    });
  }
});
