import assert from 'node:assert/strict';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import type { RequestAnswer } from '../../../src/sidebar/protocol.ts';
import type { ServerQuestion } from '../../../src/vscode/questions/open-questions.ts';
import { eventually } from '../../eventually.ts';
import { type ComposedConverser, composeConverser } from '../support/compose.ts';
import { writeWorkspaceFile } from '../support/converser.ts';
import { callFromSidebar, endAfter, npmServer, startedServer } from '../support/mcp.ts';

type Sampling = Extract<ServerQuestion, { kind: 'sampling' }>;

describe('an MCP server that may ask the model', () => {
  let composed: ComposedConverser;
  let converser: ConverserInVscode;
  const place = '.converser/ensembles/sampler.toml';

  before(async () => {
    composed = await composeConverser({ askLaunch: async () => true });
    converser = composed.converser;
    await writeWorkspaceFile(place, descriptor(true));
    await startedServer(converser, 'sampler');
  });

  after(() => endAfter(composed, ['sampler'], place));

  /** Calls the tool that asks, answers the card, and gives both. */
  async function ask(prompt: string, answer: RequestAnswer, maxTokens = 40) {
    const { requests } = converser;
    const cards: Sampling[] = [];
    const answering = requests.onDidChange(() => {
      for (const { id, question } of requests.all) {
        assert.equal(question.kind, 'sampling');
        if (question.kind === 'sampling') cards.push(question);
        requests.answer(id, answer);
      }
    });
    try {
      const args = { prompt, maxTokens };
      return { told: await callFromSidebar(converser, 'sampler:trigger-sampling-request', args), cards };
    } finally {
      answering.dispose();
    }
  }

  it('has its whole prompt shown first, and gets nothing if that is declined', async () => {
    const { told, cards } = await ask('What is the weather in Oslo?', { action: 'decline' });
    const [card] = cards;
    assert.equal(cards.length, 1);
    assert.equal(card?.server, 'sampler');
    assert.match(JSON.stringify(card?.prompt), /What is the weather in Oslo\?/);
    const speakers = card?.prompt.map(({ speaker }) => speaker);
    assert.deepEqual(speakers, ['Instructions', 'Prompt']);
    assert.match(card?.model ?? '', /rehearsal/i);
    assert.match(card?.budget ?? '', /^Reply: up to 40 tokens\. 20 of 20 requests left this session/);
    assert.match(told, /The user declined this request\./);
  });

  it('gets the reply of the named model if it is allowed once, and asks again', async () => {
    const { told, cards } = await ask('Say hi', { action: 'accept' });
    assert.equal(cards.length, 1);
    assert.match(cards[0]?.budget ?? '', /19 of 20 requests left this session/);
    assert.match(told, /"role": "assistant"/);
    assert.match(told, /"model": "rehearsal"/);
    const again = await ask('Say hi', { action: 'accept', session: true });
    assert.equal(again.cards.length, 1);
    assert.match(again.told, /"role": "assistant"/);
  });

  it('is not asked about again once it was allowed for the session, as far as its budget goes', async () => {
    const { told, cards } = await ask('Say hi once more', { action: 'decline' });
    assert.deepEqual(cards, []);
    assert.match(told, /"role": "assistant"/);
    // Whoever asks for more than is left is given what is left.
    const much = await ask('Say much', { action: 'decline' }, 200_000);
    assert.match(much.told, /"role": "assistant"/);
    const beyond = await ask('all of this '.repeat(50_000), { action: 'decline' });
    assert.deepEqual([...much.cards, ...beyond.cards], []);
    assert.match(beyond.told, /5 of 20 requests and \d+ of 100000 tokens are used/);
  });

  it('does not learn that it could ask if its definition does not allow it', async () => {
    await writeWorkspaceFile(place, descriptor(false));
    const { roster } = converser;
    const server = await eventually(roster.onDidChange, () => {
      const found = roster.ensembles.find(({ name }) => name === 'sampler');
      return found && 'definition' in found && !JSON.stringify(found.definition).includes('"sampling":true')
        ? found
        : undefined;
    });
    await server.connect(AbortSignal.timeout(60_000));
    assert.equal(server.state.status, 'ready', JSON.stringify(server.state));
    const names = server.invokers.map(({ name }) => name);
    assert.ok(names.includes('echo'));
    assert.ok(!names.includes('trigger-sampling-request'));
  });
});

function descriptor(sampling: boolean): string {
  return [
    '[ensemble]',
    'name = "sampler"',
    'kind = "mcp"',
    '[server]',
    'transport = "stdio"',
    `command = ${JSON.stringify(process.execPath)}`,
    `args = ${JSON.stringify(npmServer('everything'))}`,
    // Other tests launch it otherwise, and have it asked about.
    'env = { ELECTRON_RUN_AS_NODE = "1", SAMPLER = "1" }',
    `sampling = ${sampling}`,
    '',
  ].join('\n');
}
