import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { hidingLog } from '../../../src/converser/ground/secrets/hiding-log.ts';
import { rememberingLog } from '../../../src/vscode/commands/remembering-log.ts';
import { reportProblem } from '../../../src/vscode/commands/report-problem.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { cancels, createScriptedPerson } from '../../fakes/scripted-person.ts';

const key = 'a-word-that-was-learnt';

describe('Report a Problem', () => {
  async function report(answers: readonly string[], recording?: string, choice?: string) {
    const { secrets, log: fake } = createFakeHost();
    secrets.learn(key);
    const remembered = rememberingLog(fake);
    hidingLog(remembered, secrets).warn(`The key ${key} was refused.`);
    const asked: (readonly string[])[] = [];
    const properties = { 'converser.model': {}, 'converser.modelProviders': {} };
    await reportProblem({
      extension: {
        packageJSON: {
          version: '1.2.3',
          contributes: { configuration: [{ properties: {} }, { properties }] },
        },
      },
      system: 'Test 1.0',
      secrets,
      logged: remembered.lines,
      examine: async () => '# Converser: Doctor\n\nEverything works.',
      readFile: async () => recording,
      ask: createScriptedPerson(...answers),
      async inform(message, ...buttons) {
        asked.push([message, ...buttons]);
        return choice;
      },
    });
    return { asked, document: vscode.window.activeTextEditor?.document };
  }

  const settings = () => vscode.workspace.getConfiguration('converser');
  const provider = { baseUrl: 'https://me:word@x.test/v1', headers: { 'x-api-key': 'abc123secret' } };

  before(() => settings().update('modelProviders', { mine: provider }, vscode.ConfigurationTarget.Global));
  after(() => settings().update('modelProviders', undefined, vscode.ConfigurationTarget.Global));
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  it('shows all of it in an editor, and no key', async () => {
    const { asked, document } = await report(
      ['With the Recording'],
      `{"said":"${key}","token":"sesame-123"}\n`,
    );
    const text = document?.getText() ?? '';
    assert.equal(document?.isUntitled, true);
    assert.match(text, /^# Problem with Converser\n\nWhat happened/);
    assert.match(
      text,
      new RegExp(`Converser 1\\.2\\.3, .*${vscode.version.replaceAll('.', '\\.')}.*Test 1\\.0`),
    );
    assert.match(text, /"converser\.modelProviders"/);
    assert.match(text, /^## Converser: Doctor\n\nEverything works\.$/m);
    assert.match(text, /\[warn\] The key •••• was refused\./);
    assert.match(text, /^## Recording$/m);
    for (const hidden of [key, 'me:word', 'abc123secret', 'sesame-123'])
      assert.equal(text.includes(hidden), false, hidden);
    assert.deepEqual(asked[0]?.slice(1), ['Copy', 'Save As…']);
  });

  it('copies what you have made of it', async () => {
    const { document } = await report([], undefined, 'Copy');
    assert.ok(document);
    assert.doesNotMatch(document.getText(), /## Recording/);
    assert.equal(await vscode.env.clipboard.readText(), document.getText());
  });

  it('leaves the recording out, or ends, as you choose', async () => {
    const { document } = await report(['Without the Recording'], '{}\n');
    assert.match(document?.getText() ?? '', /Everything works\./);
    assert.doesNotMatch(document?.getText() ?? '', /## Recording/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    for (const answers of [[], ['Without', cancels]]) {
      const { asked } = await report(answers, '{}\n');
      assert.deepEqual(asked, []);
    }
  });
});
