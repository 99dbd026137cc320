import assert from 'node:assert/strict';
import { eventsOf, tempRoot } from './run-converse.ts';
import { calling, runWithServer } from './with-server.ts';

const usage = {
  choices: [],
  usage: { prompt_tokens: 700, completion_tokens: 30, prompt_tokens_details: { cached_tokens: 200 } },
};

const models = { 'some-*': { price: { input: 1000, output: 0, cached: 0 } } };
const described = (models: object) => `modelProviders=${JSON.stringify({ openai: { models } })}`;

/** Asks a server that wants the same file in each round, until something ends it. */
async function converse(...options: readonly string[]) {
  await using root = await tempRoot({ 'notes.txt': 'eggs' });
  const { ran, received } = await runWithServer(
    calling('workspace__read_file', { path: 'notes.txt' }, usage),
    ['--root', root.path, ...options, 'what is in notes.txt?'],
    { model: 'some-model' },
  );
  return { ran, asked: received.filter(({ method }) => method === 'POST').length };
}

describe('npm run converse, with a limit to what it may spend,', () => {
  it('reports what each request cost, and sends none that would exceed it', async () => {
    const { ran, asked } = await converse('--json', '--max-requests', '2');
    assert.deepEqual([ran.code, asked], [1, 2]);
    const events = eventsOf(ran);
    const last = events.findLast(event => event.type === 'usage');
    assert.deepEqual(last?.usage, { input: 700, output: 30, cached: 200 });
    assert.deepEqual([last?.spent.round.input, last?.spent.turn.input], [700, 1400]);
    const end = events.at(-1);
    assert.equal(end?.type === 'turn-end' && end.error?.code, 'spending-cap');
    assert.equal(end?.type === 'turn-end' && end.spending?.rounds.length, 2);
  });

  it('reports the total at the end', async () => {
    const { ran } = await converse('--max-requests', '2');
    assert.match(
      ran.stderr,
      /over its limit of 2 requests\. .*--set limits\.requestsPerTurn=N\.\n1400 → 60 tokens\nWindow: (≈ )?\d+ tokens, size not known · instructions \d+, tools \d+ \(workspace \d+, .*, messages and calls \d+, results \d+\n$/,
    );
  });

  it('sends nothing to a model of unknown price when the cost is limited', async () => {
    const { ran, asked } = await converse('--max-cost', '1');
    assert.deepEqual([ran.code, asked], [1, 0]);
    assert.match(ran.stderr, /The price of some-model is unknown/);
  });

  it('goes by the prices in the settings, and reports what is wrong in them', async () => {
    const caps = ['--max-requests', '2', '--max-cost', '100'];
    const { ran } = await converse(...caps, '--set', described(models));
    // Twice 500 tokens that were not cached, at half a dollar.
    assert.match(ran.stderr, /1400 → 60 tokens, \$1\.00\nWindow: .*\n$/);
    const wrong = await converse('--set', described({ 'some-*': { contextTokens: 'much' } }));
    assert.deepEqual([wrong.ran.code, wrong.asked], [2, 0]);
    assert.match(wrong.ran.stderr, /“contextTokens” must be a positive integer/);
  });
});
