import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createModelRoster } from '../../../src/converser/words/models/model-roster.ts';
import { type RecordingPorts, recordingCommands } from '../../../src/vscode/commands/recording-commands.ts';
import type { Sides } from '../../../src/vscode/commands/replay-sides.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { createTextDiffs } from '../../../src/vscode/common/text-diffs.ts';
import { eachTest } from '../../ensembles/each-test.ts';
import { createTempFolder } from '../../ensembles/temp-folder.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createScriptedModel, invokes, type Script, says } from '../../fakes/scripted-model.ts';
import { cancels, createScriptedPerson } from '../../fakes/scripted-person.ts';
import { recordingIn } from '../../store/recording/record-turn.ts';

const roll = createFakeEnsemble('dice', { roll: ({ sides }) => `${String(sides)}!` });

describe('Record from Here, and Replay with…', () => {
  const temp = eachTest(() => createTempFolder());

  /** `second` is what the model does with which you replay. */
  async function setUp(answers: readonly string[], second: readonly Script[] = []) {
    const ports = await createFakePorts({ ensembles: [roll], rules: { '*': 'allow' } });
    const { recorder, turn, read } = recordingIn(temp.path, ports.host);
    const models = createModelRoster();
    const other = { ...createScriptedModel(...second), provider: 'other', label: 'Other model' };
    models.add({ id: 'other', label: 'Other', models: async () => [other] });
    const said: string[] = [];
    const shown: { readonly title: string; readonly sides: Sides }[] = [];
    const person = createScriptedPerson(...answers);
    const given: RecordingPorts = {
      ...{ recorder, ask: person },
      models: { own: models, all: models, withPdfText: model => model, providers: () => [] },
      conversation: { id: 'c' },
      readFile: async () => read(),
      ports: () => ports,
      inform: async message => void said.push(message),
      diffs: {
        async show({ title, before, after }) {
          shown.push({ title, sides: { recorded: before.text, replayed: after.text } });
          return { close: async () => {} };
        },
      },
    };
    const send = (text: string, ...scripts: readonly Script[]) =>
      turn({ ports, model: createScriptedModel(...scripts) }, text);
    return { run: recordingCommands(given), given, recorder, send, said, shown, person };
  }

  const rolls = [invokes(['dice__roll', { sides: 6 }]), says('A six.')];

  it('lay the recorded and the replayed turn side by side, with what each took', async () => {
    const { run, recorder, send, shown, person } = await setUp(
      ['Other model'],
      [invokes(['dice__roll', { sides: 6 }]), says('Six it is.')],
    );
    await run[commands.recordFromHere]?.();
    await send('Roll.', ...rolls);
    await run[commands.stopRecording]?.();
    assert.equal(recorder.isRecording('c'), false);
    await run[commands.replayWith]?.();
    assert.deepEqual(person.waited, ['Replaying with Other model. No tool runs.']);
    const [{ title, sides }] = shown as [(typeof shown)[number]];
    assert.equal(title, 'Scripted model ↔ Other model: The same calls. The words differ.');
    assert.match(
      sides.recorded,
      /^Model: scripted\/model\nEnd: Answer\n[\s\S]*\nFirst difference: "A six\."$/m,
    );
    assert.match(sides.replayed, /^Model: other\/model\nEnd: Answer\nCalls: 1 call$/m);
    assert.match(sides.replayed, /`Called dice__roll`[\s\S]*6![\s\S]*Six it is\./);
    const body = ({ recorded, replayed }: Sides) =>
      [recorded, replayed].map(each => each.slice(each.indexOf('# Turn')).replace(/A six|Six it is/, ''));
    const [before, after] = body(sides);
    assert.equal(before, after);
  });

  it('ask which of several turns is replayed', async () => {
    const { run, send, shown, person } = await setUp(['Roll', 'Other model'], [says('Hello.')]);
    await run[commands.recordFromHere]?.();
    await send('Roll.', ...rolls);
    await send('Say hello.', says('Hello.'));
    await run[commands.replayWith]?.();
    assert.equal(person.asked.length, 2);
    assert.match(shown[0]?.title ?? '', /The calls differ\.$/);
  });

  it('say what is missing, and show nothing that was stopped', async () => {
    const { run, given, send, said, shown } = await setUp(['Other model', cancels], [says('Hello.')]);
    await recordingCommands({ ...given, readFile: async () => undefined })[commands.replayWith]?.();
    assert.match(said.join(), /^Nothing is recorded of this conversation\. Choose “Record from Here”/);
    await run[commands.recordFromHere]?.();
    await send('Roll.', ...rolls);
    await run[commands.replayWith]?.();
    assert.deepEqual(shown, []);
  });

  it('record nothing of a private conversation, and say so', async () => {
    const { given, recorder, said } = await setUp(['Other model']);
    const conversation = { id: 'private-1' };
    await recordingCommands({ ...given, conversation })[commands.recordFromHere]?.();
    assert.equal(recorder.isRecording('private-1'), false);
    assert.deepEqual(said, ['Nothing of a private conversation is stored. Record another one.']);
  });

  it('open an editor of differences that nothing changes', async () => {
    const diffs = createTextDiffs('converser-replay-test');
    const { given, send } = await setUp(['Other model'], [says('Hello.')]);
    const run = recordingCommands({ ...given, diffs });
    try {
      await run[commands.recordFromHere]?.();
      await send('Hi.', says('Good day.'));
      await run[commands.replayWith]?.();
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      assert.equal(activeTab?.label, 'Scripted model ↔ Other model: The same calls. The words differ.');
      const input = activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      const texts = await Promise.all(
        [input.original, input.modified].map(async uri =>
          (await vscode.workspace.openTextDocument(uri)).getText(),
        ),
      );
      assert.match(texts[0] ?? '', /Good day\.\n$/);
      assert.match(texts[1] ?? '', /Hello\.\n$/);
    } finally {
      diffs.dispose();
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    }
  });
});
