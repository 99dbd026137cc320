import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { commitMessageCommands } from '../../../src/vscode/commands/commit-message.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { fakeSurfaces, hangs, providerOf } from '../support/fake-surfaces.ts';
import { set } from '../support/servers.ts';

const changes = { diff: '-old\n+new TOKEN', subjects: ['fix: one'] };

describe('Generate Commit Message', () => {
  afterEach(() => set('model', undefined));

  async function setUp(model: Model, typed = '', isReplaced = true) {
    const { host, runTurn, models } = await fakeSurfaces();
    models.all.add(providerOf(model));
    await set('model', `${model.provider}/${model.id}`);
    const inputBox = { value: typed };
    const repository = { rootUri: vscode.Uri.file('/repo'), inputBox, ui: { selected: true } };
    const asked: string[] = [];
    const run = commitMessageCommands({
      ...{ host, runTurn, models },
      attachments: { commitChanges: async () => changes },
      ask: {
        async confirm({ message }) {
          asked.push(message);
          return isReplaced;
        },
      },
      repositories: async () => [repository],
    });
    const generate = async () => run[commands.generateCommitMessage]?.(repository);
    const stop = async () => run[commands.stopCommitMessage]?.();
    return { inputBox, asked, generate, stop, clock: host.clock };
  }

  it('writes into the box what the model says of the changes, which gets no tools', async () => {
    const model = createScriptedModel(says('```\nfix: mend the sum\n```'));
    const { inputBox, asked, generate } = await setUp(model);
    await generate();
    assert.equal(inputBox.value, 'fix: mend the sum');
    assert.deepEqual(asked, []);
    const [request] = model.requests;
    assert.deepEqual(request?.tools, []);
    const sent = request?.canisters.map(({ content }) => textOf(content)).join('\n') ?? '';
    assert.match(sent, /- fix: one/);
    assert.match(JSON.stringify(request?.canisters), /\+new TOKEN/);
  });

  it('asks before it replaces what you have written, and leaves it where it fails', async () => {
    const kept = await setUp(createScriptedModel(), 'mine', false);
    await kept.generate();
    assert.deepEqual([kept.inputBox.value, kept.asked.length], ['mine', 1]);
    const failing = await setUp(createScriptedModel(says('')), 'mine');
    await assert.rejects(failing.generate());
    assert.equal(failing.inputBox.value, 'mine');
  });

  it('stops on your wish, and where you write meanwhile', async () => {
    const begins = async function* (request: unknown, signal: AbortSignal) {
      yield { type: 'text-delta', text: 'fix: be' } as const;
      yield { type: 'text-delta', text: 'gun' } as const;
      yield* hangs(request, signal);
    };
    const stopped = await setUp(createScriptedModel(begins), 'mine');
    const generating = stopped.generate();
    while (stopped.inputBox.value === 'mine') await new Promise(resolve => setImmediate(resolve));
    assert.equal(stopped.inputBox.value, 'fix: be');
    await stopped.stop();
    await generating;
    await stopped.clock.advance(1_000);
    assert.equal(stopped.inputBox.value, 'mine', 'what was to be shown next isn’t');

    const going = Promise.withResolvers<void>();
    const written = await setUp(
      createScriptedModel(async function* () {
        yield { type: 'text-delta', text: 'fix: a' } as const;
        await going.promise;
        yield* says(' thing');
      }),
    );
    const writing = written.generate();
    while (written.inputBox.value === '') await new Promise(resolve => setImmediate(resolve));
    written.inputBox.value = 'my own';
    going.resolve();
    await writing;
    assert.equal(written.inputBox.value, 'my own');
  });
});
