import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { CapabilityCard } from '../../src/providers/check/capability-card.ts';
import { readCommandLine } from '../../src/terminal/command-line/options.ts';
import { renderCard } from '../../src/terminal/render/render-card.ts';
import { answerJson, type Received, startOpenAiServer } from '../fakes/openai-server.ts';
import { atChat, pretendModel } from '../fakes/pretend-model.ts';
import { aCard } from '../providers/check/a-card.ts';
import { runConverse, tempRoot } from './run-converse.ts';
import { at, runWithServer } from './with-server.ts';

const golden = path.join(import.meta.dirname, 'card.golden.txt');

describe('the card of a model in the terminal', () => {
  it('is a table', async () => {
    const shown = stripVTControlCharacters(renderCard(aCard));
    if (process.env.UPDATE_GOLDEN) await writeFile(golden, shown);
    assert.equal(shown, await readFile(golden, 'utf8'));
  });
});

describe('npm run converse --check', () => {
  it('needs a model provider and a model, and takes no question', () => {
    const wrongs = [
      ['--check'],
      ['--check', '--provider', 'ollama'],
      ['--check', '--provider', 'ollama', '--model', 'm', 'Why?'],
    ];
    for (const args of wrongs) assert.equal(readCommandLine(args).kind, 'wrong', args.join(' '));
    const good = readCommandLine(['--check', '--provider', 'ollama', '--model', 'm', '--json']);
    assert.equal(good.kind === 'check' && good.options.id, 'm');
    assert.equal(good.kind === 'check' && good.options.json, true);
  });

  it('shows the card, and from then on gives tools accordingly, unless --tools overrides it', async () => {
    await using state = await tempRoot();
    const environment = { XDG_STATE_HOME: state.path };
    const server = await startOpenAiServer(atChat(pretendModel({ calls: 'none', contract: true })));
    const args = at(server);
    try {
      const ran = await runConverse([...args, '--check'], { environment });
      assert.equal(ran.code, 0, ran.stderr);
      assert.match(ran.stdout, /Tools: through the contract, free\./);
      assert.match(ran.stdout, /✗ Native calls/);
      assert.match(ran.stdout, /– Parallel calls/);
      assert.match(ran.stdout, /✓ Contract, free/);
      assert.match(ran.stderr, /at most \d+ requests/);
      assert.match(ran.stderr, /✓ Contract, free/);

      await runConverse([...args, '--root', state.path, 'Hello?'], { environment });
      assert.equal(lastChat(server.received).tools, undefined);
      await runConverse([...args, '--root', state.path, '--tools', 'native', 'Hello?'], { environment });
      assert.ok(Array.isArray(lastChat(server.received).tools));
    } finally {
      await server.close();
    }
  });

  it('writes the card as JSON, and fails for a model that can call no tools', async () => {
    await using state = await tempRoot();
    const environment = { XDG_STATE_HOME: state.path };
    const model = atChat(pretendModel({ calls: 'none' }));
    const { ran } = await runWithServer(model, ['--check', '--json'], { environment });
    assert.equal(ran.code, 1, ran.stderr);
    const card = JSON.parse(ran.stdout) as CapabilityCard;
    assert.equal(card.conclusions.tools, 'none');
    assert.equal(card.model, 'openai/test-model');
  });

  it('reports that the key was rejected, and remembers nothing', async () => {
    await using state = await tempRoot();
    const environment = { XDG_STATE_HOME: state.path };
    const refused = answerJson({ error: { message: 'Bad key' } }, 401);
    const { ran } = await runWithServer(refused, ['--check'], { environment });
    assert.equal(ran.code, 1);
    assert.match(ran.stderr, /rejected the API key/);
    assert.equal(ran.stdout, '');
    await assert.rejects(readFile(path.join(state.path, 'converser', 'cards.json')));
  });
});

function lastChat(received: readonly Received[]): Received['body'] {
  return received.findLast(({ url }) => url.endsWith('/chat/completions'))?.body ?? {};
}
