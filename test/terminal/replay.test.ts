import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import type { Answer } from '../fakes/openai-server.ts';
import { startOpenAiServer } from '../fakes/openai-server.ts';
import { createScriptedModel, invokes, says } from '../fakes/scripted-model.ts';
import { recordingIn } from '../store/recording/record-turn.ts';
import { runConverse, type TempRoot, tempRoot } from './run-converse.ts';
import { calling, saying } from './with-server.ts';

describe('converse replay', () => {
  let root: TempRoot;
  let file: string;
  const wrote = () => path.join(root.path, 'written');

  before(async () => {
    root = await tempRoot();
    const write = createFakeEnsemble('notes', { write: { arguments: noted, invocable: () => 'Written.' } });
    const ports = await createFakePorts({ ensembles: [write], rules: { '*': 'allow' } });
    const recording = recordingIn(root.path, ports.host);
    recording.recorder.begin('c');
    const model = createScriptedModel(invokes(['notes__write', { text: 'Milk' }]), says('I noted it.'));
    await recording.turn({ ports, model }, 'Note milk.');
    file = recording.file;
  });
  after(() => root[Symbol.asyncDispose]());

  const noted = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };

  async function replay(answers: readonly Answer[], ...args: readonly string[]) {
    const left = [...answers];
    const server = await startOpenAiServer((response, received) => left.shift()?.(response, received));
    const wire = ['--provider', 'openai', '--base-url', server.url, '--against', 'test-model'];
    try {
      const ran = await runConverse(['replay', file, ...wire, ...args]);
      return { ran, asked: server.received.filter(({ url }) => url.endsWith('/chat/completions')) };
    } finally {
      await server.close();
    }
  }

  it('ends with 0 if the model comes to the same calls and to an answer, and runs nothing', async () => {
    const { ran, asked } = await replay([calling('notes__write', { text: 'Milk' }), saying('Noted!')]);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /^Turn 1 of 1: The same calls\. The words differ\.$/m);
    assert.match(ran.stdout, /Model: scripted\/model → openai\/test-model/);
    assert.match(JSON.stringify(asked[1]?.body), /Written\./);
    assert.equal(existsSync(wrote()), false);
  });

  it('ends with 1 where it differs, and says how', async () => {
    const { ran } = await replay([saying('No.')]);
    assert.equal(ran.code, 1);
    assert.match(ran.stdout, /The calls differ\.[\s\S]*- notes__write \{"text":"Milk"\}\n.*\+ nothing more/);
  });

  it('ends with 1 at a call that wasn’t recorded, and writes one JSON line a turn', async () => {
    const { ran, asked } = await replay([calling('notes__write', { text: 'Tea' })], '--json');
    assert.equal(ran.code, 1);
    assert.equal(asked.length, 1);
    const told = JSON.parse(ran.stdout);
    assert.deepEqual(
      [told.turn, told.isSame, told.conclusion],
      [1, false, 'It asked for notes__write {"text":"Tea"}, which wasn’t recorded.'],
    );
    assert.equal(told.replayed.model, 'openai/test-model');
  });

  const wrong: Readonly<Record<string, readonly [args: readonly string[], message: RegExp]>> = {
    'without a model': [['replay', 'x'], /replay takes a file and a model/],
    'without a file': [['replay', '--against', 'm'], /replay takes a file and a model/],
    'with an option of a question': [
      ['replay', 'x', '--against', 'm', '--attach', 'y'],
      /--attach doesn’t go with replay/,
    ],
    'with a file that isn’t there': [['replay', '/nowhere', '--against', 'm'], /Can’t read \/nowhere: /],
    'with another file': [
      ['replay', import.meta.filename, '--against', 'm'],
      /Line 1: this isn’t a recording/i,
    ],
  };
  for (const [name, [args, message]] of Object.entries(wrong))
    it(`ends with 2 ${name}`, async () => {
      const { code, stderr } = await runConverse(args);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });

  it('ends with 2 against a model that isn’t there', async () => {
    const { code, stderr } = await runConverse(['replay', file, '--against', 'nobody/nothing']);
    assert.equal(code, 2);
    assert.match(stderr, /Model nobody\/nothing not found\. Available: rehearsal\/rehearsal/);
  });
});
