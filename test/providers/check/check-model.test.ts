import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import type { CapabilityCard, ProbeName } from '../../../src/providers/check/capability-card.ts';
import { type Checked, probeLimit } from '../../../src/providers/check/check-model.ts';
import {
  type ContractCheckOptions,
  checkWithContracts,
  costOfCheck,
} from '../../../src/providers/check/check-with-contracts.ts';
import { checkCost } from '../../../src/providers/check/probes.ts';
import { createConfiguredProvider } from '../../../src/providers/configured/configured-provider.ts';
import { createFakeHost, type FakeHost } from '../../fakes/fake-host.ts';
import { type Answer, answerJson, startOpenAiServer } from '../../fakes/openai-server.ts';
import { type Abilities, atChat, pretendModel } from '../../fakes/pretend-model.ts';
import { providerPorts } from '../../fakes/provider-ports.ts';

const good: Abilities = {
  calls: 'good',
  parallel: true,
  contract: true,
  schema: true,
  sees: picture => colourOf(picture),
};

describe('the check of a model, with contracts', () => {
  it('finds the contract that it has learnt, and keeps within what it said it would cost', async () => {
    const pretended = pretendModel({ ...good, calls: 'none', learnt: 'hermes' });
    const { card, requests } = await check(pretended, { contracts: true });
    assert.equal(card.conclusions.tools, 'contract');
    assert.equal(card.conclusions.contract?.style, 'hermes');
    assert.deepEqual(card.bestContract, { form: card.conclusions.contract, right: 12, of: 12 });
    assert.ok(requests > checkCost.requests && requests <= costOfCheck({ contracts: true }).requests);
  });

  it('tries none where the model calls natively', async () => {
    const { card, requests } = await check(pretendModel(good), { contracts: true });
    assert.equal(card.conclusions.tools, 'native');
    assert.equal(card.bestContract, undefined);
    assert.ok(requests <= checkCost.requests);
  });
});

describe('the check of a model', () => {
  it('finds native calls, several at once, images and all, and keeps within what it said it would cost', async () => {
    const { card, requests } = await check(pretendModel(good));
    assert.deepEqual(failures(card), []);
    assert.equal(card.conclusions.tools, 'native');
    assert.equal(card.conclusions.parallel, true);
    assert.equal(card.conclusions.images, true);
    assert.equal(card.conclusions.contextTokens, undefined);
    assert.equal(
      card.probes.reduce((sum, probe) => sum + probe.requests, 0),
      requests,
    );
    assert.ok(requests <= checkCost.requests);
    assert.ok(card.probes.every(({ tokens }) => tokens !== undefined && tokens >= 110));
  });

  it('takes the contract for a model that makes no calls, and leaves parallel calls out', async () => {
    const { card } = await check(pretendModel({ ...good, calls: 'none' }));
    assert.equal(card.conclusions.tools, 'contract');
    assert.equal(outcome(card, 'parallel'), 'skipped');
    assert.equal(card.conclusions.parallel, undefined);
  });

  it('takes no call for a good one whose result the server chokes on', async () => {
    const { card } = await check(pretendModel({ ...good, calls: 'chokes' }));
    assert.equal(outcome(card, 'native'), 'failed');
    assert.match(finding(card, 'native'), /Unexpected role tool/);
    assert.equal(card.conclusions.tools, 'contract');
  });

  it('finds that a model can call nothing in any way', async () => {
    const { card } = await check(pretendModel({ calls: 'none' }));
    assert.equal(card.conclusions.tools, 'none');
    assert.equal(outcome(card, 'streaming'), 'passed');
  });

  it('does not believe that a server heeds a schema', async () => {
    const { card } = await check(pretendModel({ ...good, schema: false }));
    assert.equal(outcome(card, 'constrained'), 'failed');
    assert.equal(outcome(card, 'contract'), 'passed');
    assert.equal(card.conclusions.replySchema, false);
  });

  it('catches a server that cuts prompts without a word, and tells how much it read', async () => {
    const { card } = await check(pretendModel({ ...good, window: 4000 }));
    assert.equal(outcome(card, 'context'), 'failed');
    assert.match(finding(card, 'context'), /read only the last 100 tokens of a prompt of about 6,000 tokens/);
    assert.equal(card.conclusions.contextTokens, 100);
  });

  it('asks no more of a small window than half of it', async () => {
    const { card } = await check(pretendModel(good), { listed: { context_length: 2048 } });
    assert.match(
      finding(card, 'context'),
      /reports 2,048 tokens; the model read a prompt of about 1,024 tokens/,
    );
  });

  for (const [what, abilities, probe] of [
    ['no call for a good one whose arguments are made up', { calls: 'wrong-arguments' }, 'native'],
    ['a model for blind that names a wrong colour', { sees: () => 'red green' }, 'images'],
    ['a model for blind that names no colour', { sees: undefined }, 'images'],
    ['a reply for no stream that comes in one piece', { inOnePiece: true }, 'streaming'],
  ] as const)
    it(`takes ${what}`, async () => {
      const { card } = await check(pretendModel({ ...good, ...abilities }));
      assert.equal(outcome(card, probe), 'failed');
      if (probe === 'streaming') assert.equal(card.conclusions.streaming, false);
    });

  it('stops at once, without a card, when the key is refused', async () => {
    const { checked, requests } = await run(answerJson({ error: { message: 'Bad key' } }, 401));
    assert.equal(checked.type === 'stopped' && checked.error.code, 'model-unauthorized');
    assert.equal(requests, 1);
  });

  it('says nothing of a model whose server fails whatever it is asked', async () => {
    const { checked } = await run(answerJson({ error: { message: 'Out of memory' } }, 500));
    assert.equal(checked.type === 'stopped' && checked.error.code, 'model-failed');
  });

  it('gives up a probe whose time is over, and goes on with the others', async () => {
    const host = createFakeHost();
    let hanging = true;
    const answer: Answer = (response, received) => {
      if (!hanging) return pretendModel(good)(response, received);
      hanging = false;
      void host.clock.advance(probeLimit);
    };
    const { card } = await check(answer, { host });
    assert.match(finding(card, 'native'), /within 120 s/);
    assert.equal(card.conclusions.tools, 'contract');
  });

  it('ends when it is stopped, and closes the connection', async () => {
    const stop = new AbortController();
    let closed: Promise<void> | undefined;
    const { checked } = await run(
      (_, received) => {
        closed = received.closed;
        stop.abort();
      },
      { signal: stop.signal },
    );
    assert.equal(checked.type === 'stopped' && checked.error.code, 'cancelled');
    await closed;
  });

  it('tells of each probe as it begins and ends', async () => {
    const told: string[] = [];
    await run(pretendModel(good), {
      onProbe: report => told.push(report.type === 'probe-start' ? report.probe : report.result.outcome),
    });
    assert.deepEqual(told.slice(0, 4), ['native', 'passed', 'parallel', 'passed']);
    assert.equal(told.length, 14);
  });
});

interface Run {
  readonly listed?: object;
  readonly host?: FakeHost;
  readonly signal?: AbortSignal;
  readonly onProbe?: ContractCheckOptions['onProbe'];
  readonly contracts?: boolean;
}

async function check(answer: Answer, running: Run = {}) {
  const { checked, requests } = await run(answer, running);
  assert.equal(checked.type, 'card', checked.type === 'stopped' ? checked.error.message : '');
  return { card: (checked as Extract<Checked, { type: 'card' }>).card, requests };
}

async function run(
  answer: Answer,
  {
    listed = {},
    host = createFakeHost(),
    signal = new AbortController().signal,
    onProbe = () => {},
    contracts = false,
  }: Run = {},
) {
  const server = await startOpenAiServer(atChat(answer), [{ id: 'm', object: 'model', ...listed }]);
  try {
    const model = await subjectAt(server.url, host);
    const { clock } = host;
    const checked = await checkWithContracts(model, {
      clock,
      random: Math.random,
      signal,
      contracts,
      onProbe,
    });
    return {
      checked,
      requests: server.received.filter(({ url }) => url.endsWith('/chat/completions')).length,
    };
  } finally {
    await server.close();
  }
}

async function subjectAt(baseUrl: string, host: FakeHost): Promise<Model> {
  const provider = createConfiguredProvider(
    { id: 'fake', label: 'Fake', kind: 'openai', baseUrl },
    providerPorts(host),
  );
  return (await provider.subject('m', new AbortController().signal)).model;
}

function failures({ probes }: CapabilityCard): readonly string[] {
  return probes
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ probe, finding }) => `${probe}: ${finding}`);
}

function outcome({ probes }: CapabilityCard, name: ProbeName) {
  return probes.find(({ probe }) => probe === name)?.outcome;
}

function finding({ probes }: CapabilityCard, name: ProbeName): string {
  return probes.find(({ probe }) => probe === name)?.finding ?? '';
}

/** The name of the colour of a picture's first pixel, read as the format has it. */
function colourOf(picture: Uint8Array): string {
  const png = Buffer.from(picture);
  const at = png.indexOf('IDAT');
  const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  const [red = 0, green = 0, blue = 0] = pixels.subarray(1);
  if (red > 200) return blue > 200 ? 'White.' : green > 200 ? 'Yellow.' : 'Red.';
  return green > 100 ? 'Green.' : blue > 100 ? 'Blue.' : 'Black.';
}
