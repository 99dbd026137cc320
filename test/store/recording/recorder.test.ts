import assert from 'node:assert/strict';
import { existsSync, rmSync, statSync, truncateSync } from 'node:fs';
import type { Exchange } from '../../../src/converser/words/models/request-log.ts';
import { createConversationStore } from '../../../src/store/conversation-store.ts';
import { readRecording } from '../../../src/store/recording/read-recording.ts';
import { largestRecording } from '../../../src/store/recording-file.ts';
import { eachTest } from '../../ensembles/each-test.ts';
import { createTempFolder } from '../../ensembles/temp-folder.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { recordingIn } from './record-turn.ts';

const files = createFakeEnsemble('files', { read: ({ path }) => `Text of ${String(path)}.` });

function exchange(said: string, conversation = 'c'): Exchange {
  const pieces = [new TextEncoder().encode(said)];
  return {
    origin: { conversation, turn: 't', round: 1 },
    request: {
      first: 'POST https://me:word@x.test/v1?key=abc',
      headers: [['Authorization', 'Bearer abc']],
      pieces,
    },
    reply: { first: '200 OK', headers: [], pieces },
  };
}

describe('a recorder', () => {
  const temp = eachTest(() => createTempFolder());
  const setUp = async () => {
    const ports = await createFakePorts({ ensembles: [files] });
    return { ports, ...recordingIn(temp.path, ports.host) };
  };

  it('writes nothing before you ask, and nothing of other conversations', async () => {
    const { ports, recorder, file, turn } = await setUp();
    await turn({ ports, model: createScriptedModel(says('Hello.')) });
    recorder.log(exchange('asked'))();
    assert.equal(existsSync(file), false);
    recorder.begin('c');
    recorder.log(exchange('other', 'another'))();
    assert.equal(recorder.isRecording('another'), false);
    const size = statSync(file).size;
    recorder.begin('c');
    recorder.end('c');
    await turn({ ports, model: createScriptedModel(says('Hello.')) });
    recorder.log(exchange('asked'))();
    assert.equal(statSync(file).size, size);
  });

  it('keeps what was asked, the tools, the results and how it ended, in a file for you alone', async () => {
    const { ports, recorder, file, read, turn } = await setUp();
    await turn({ ports, model: createScriptedModel(says('Earlier.')) }, 'Before.');
    recorder.begin('c');
    const model = createScriptedModel(invokes(['files__read', { path: 'a' }]), says('It says a.'));
    await turn({ ports, model, supervisor: 'Be brief.' }, 'What is in a?');
    const [recorded, ...others] = await readRecording(read());
    assert.deepEqual(others, []);
    assert.deepEqual(
      recorded?.asked.canisters.map(({ role }) => role),
      ['supervisor', 'user', 'assistant', 'user'],
    );
    assert.deepEqual(
      recorded?.asked.tools.map(({ name }) => name),
      ['files__read'],
    );
    assert.deepEqual(
      recorded?.canisters.map(({ role }) => role),
      ['user', 'invocation', 'result', 'assistant'],
    );
    assert.equal(recorded?.outcome, 'final');
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('keeps each exchange with its time, once it is over', async () => {
    const { ports, recorder, read } = await setUp();
    recorder.begin('c');
    const end = recorder.log(exchange('Grüße.'));
    await ports.host.clock.advance(250);
    assert.equal(read().includes('Grüße.'), false);
    end();
    end();
    const [, line = '', ...more] = read().split('\n');
    assert.deepEqual(more, ['']);
    const { exchange: kept } = JSON.parse(line);
    assert.deepEqual(
      [kept.turn, kept.round, kept.milliseconds, kept.at],
      ['t', 1, 250, '2026-01-01T00:00:00.000Z'],
    );
    assert.match(kept.reply, /^200 OK\n\nGrüße\.$/);
  });

  it('hides secrets in headers, addresses, bodies, arguments and results', async () => {
    const { ports, recorder, read, turn } = await setUp();
    const secret = 'very-"secret"-0123456789';
    ports.host.secrets.learn(secret);
    recorder.begin('c');
    recorder.log(exchange(JSON.stringify({ said: secret })))();
    const model = createScriptedModel(invokes(['files__read', { path: secret }]), says(`It is ${secret}.`));
    await turn({ ports, model }, `Read ${secret}.`);
    const text = read();
    for (const hidden of ['secret"-0', 'secret\\"-0', 'secret\\\\\\"-0', 'Bearer abc', 'me:word', 'key=abc'])
      assert.equal(text.includes(hidden), false, hidden);
    assert.equal((await readRecording(text)).length, 1);
  });

  it('stops and says so when the file is full', async () => {
    const { ports, recorder, file, turn } = await setUp();
    recorder.begin('c');
    truncateSync(file, largestRecording - 100);
    let changes = 0;
    recorder.onDidChange(() => changes++);
    await turn({ ports, model: createScriptedModel(says('Hello.')) });
    assert.equal(recorder.isRecording('c'), false);
    assert.equal(changes, 1);
    assert.match(ports.host.alerted.join(), /The recording is full \(20 MB\)/);
    assert.equal(statSync(file).size, largestRecording - 100);
    truncateSync(file, largestRecording);
    assert.equal(recorder.begin('c'), false);
    assert.equal(recorder.isRecording('c'), false);
  });

  it('ends quietly if the conversation is deleted, which takes the recording along', async () => {
    const { ports, recorder, file, turn } = await setUp();
    recorder.begin('c');
    const restore = await createConversationStore(temp.path).remove('c');
    assert.equal(existsSync(file), false);
    await turn({ ports, model: createScriptedModel(says('Hello.')) });
    assert.equal(existsSync(file), false);
    assert.equal(recorder.isRecording('c'), false);
    assert.deepEqual(ports.host.alerted, []);
    await restore();
    assert.equal(existsSync(file), true);
    rmSync(file);
  });

  it('goes on with a recording that is there', async () => {
    const { ports, recorder, read, turn } = await setUp();
    for (const said of ['First.', 'Second.']) {
      recorder.begin('c');
      await turn({ ports, model: createScriptedModel(says(said)) });
      recorder.end('c');
    }
    assert.equal((await readRecording(read())).length, 2);
  });

  it('makes a list of conversations that leaves its files out', async () => {
    const { recorder } = await setUp();
    recorder.begin('c');
    assert.deepEqual(await createConversationStore(temp.path).list(), []);
  });
});

describe('a file that isn’t a recording', () => {
  const head = '{"format":"converser-recording","version":1}';
  const cases: Readonly<Record<string, readonly [text: string, complaint: RegExp]>> = {
    'is empty': ['', /^Line 1: this isn’t a recording/i],
    'is something else': ['{"a":1}', /^Line 1: this isn’t a recording/i],
    'is of a later version': ['{"format":"converser-recording","version":2}', /update Converser/],
    'holds no turn': [`${head}\n`, /no turn that has ended/],
    'has a torn line': [`${head}\n{"turn":`, /^Line 2: must be a JSON object/i],
    'has a turn without a model': [`${head}\n{}\n{"turn":{"at":"x"}}`, /^Line 3, turn: must have required/i],
    'is nested too deep': [`${head}\n{"turn":${'['.repeat(9_000)}${']'.repeat(9_000)}}`, /nested more than/],
  };
  for (const [name, [text, complaint]] of Object.entries(cases))
    it(`is refused with its line if it ${name}`, async () => {
      await assert.rejects(readRecording(text), { code: 'bad-arguments', message: complaint });
    });
});
