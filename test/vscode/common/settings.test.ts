import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ordinaryLimits } from '../../../src/converser/turn/converse-options.ts';
import { createEnsembleRoster } from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import { followEnsembleChoices } from '../../../src/house/follow-choices.ts';
import {
  onDidChangeSettings,
  onDidFindMistake,
  settings,
  writeSettings,
} from '../../../src/vscode/common/vscode-settings.ts';
import { writtenProviders } from '../../../src/vscode/models/model-provider-settings.ts';
import { createSettingsRules } from '../../../src/vscode/questions/settings-rules.ts';
import { eventually } from '../../eventually.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { set } from '../support/servers.ts';

const { Workspace } = vscode.ConfigurationTarget;

const limits = ['limits.costPerDay', 'limits.tokensPerTurn'];

describe('the settings', () => {
  afterEach(async () => {
    for (const name of ['model', 'ensembles', 'permissions', 'ensemblesFolder', 'roundLimit', ...limits])
      await set(name, undefined);
    await set('model', undefined, Workspace);
  });

  for (const nonsense of [null, 7, 'text', [1], { clock: 'yes' }]) {
    it(`count as not set when they are ${JSON.stringify(nonsense)}`, async () => {
      for (const name of ['ensembles', 'permissions', 'ensemblesFolder', 'roundLimit', ...limits])
        await set(name, nonsense);
      await set('model', typeof nonsense === 'string' ? '' : nonsense);
      assert.deepEqual(settings.ensembles, {});
      assert.deepEqual(settings.permissions, []);
      assert.equal(settings.ensemblesFolder, '');
      assert.equal(settings.model, '');
      assert.deepEqual(settings.limits.caps, nonsense === 7 ? { turn: { tokens: 7 }, day: { cost: 7 } } : {});
      assert.equal(settings.limits.rounds, nonsense === 7 ? 7 : ordinaryLimits.rounds);
    });
  }

  it('cap what may be spent', async () => {
    await set('limits.costPerDay', 0.5);
    await set('limits.tokensPerTurn', 0);
    assert.deepEqual(settings.limits.caps, { turn: { tokens: 0 }, day: { cost: 0.5 } });
    await set('limits.costPerDay', null);
    assert.deepEqual(settings.limits.caps, { turn: { tokens: 0 } });
  });

  it('say once what in them counts as not set', async () => {
    const found: string[] = [];
    const listening = onDidFindMistake(({ key, mistake }) => found.push(key + mistake));
    await set('permissions', { 'clock:told': 'sometimes' });
    for (const _ of [1, 2]) assert.deepEqual(settings.permissions, []);
    listening.dispose();
    assert.deepEqual(found, ['permissions: "clock:told" must be one of allow, ask, deny, not "sometimes".']);
  });

  it('protect what any level adds, and let a folder take nothing away', async () => {
    await set('protectedPlaces', ['secrets/**', '*.pem']);
    await set('protectedPlaces', [], Workspace);
    assert.deepEqual(settings.protectedPlaces, ['secrets/**', '*.pem']);
    await set('protectedPlaces', ['infra/prod/**', '*.pem'], Workspace);
    assert.deepEqual(settings.protectedPlaces, ['secrets/**', '*.pem', 'infra/prod/**']);
    await set('protectedPlaces', 'not a list', Workspace);
    assert.deepEqual(settings.protectedPlaces, ['secrets/**', '*.pem', 'not a list']);
    await set('protectedPlaces', undefined);
    await set('protectedPlaces', undefined, Workspace);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const ofFolder = vscode.workspace.getConfiguration('converser', folder);
    await ofFolder.update('protectedPlaces', ['own/**'], vscode.ConfigurationTarget.WorkspaceFolder);
    assert.deepEqual(settings.protectedPlaces, ['own/**']);
    await ofFolder.update('protectedPlaces', undefined, vscode.ConfigurationTarget.WorkspaceFolder);
    assert.deepEqual(settings.protectedPlaces, []);
  });

  it('count again once a rule was added or has changed', async () => {
    const rules = createSettingsRules();
    try {
      await set('permissions', { 'clock:now': 'ask', 'clock:other': 'deny' });
      assert.deepEqual(rules.about('clock:now'), [{ rule: 'ask', text: 'clock:now' }]);
      await rules.allow('clock:now');
      assert.deepEqual(rules.about('clock:now'), [{ rule: 'allow', text: 'clock:now' }]);
      assert.deepEqual(settings.permissions, [
        ['clock:other', 'deny'],
        ['clock:now', 'allow'],
      ]);
      await writeSettings.permission('clock:now', undefined);
      assert.deepEqual(rules.about('clock:now'), []);
    } finally {
      rules.dispose();
    }
  });

  it('disconnect nothing that stays enabled when something else is switched', async () => {
    const roster = createEnsembleRoster();
    let ended = 0;
    const disconnect = async () => void ended++;
    await roster.set({ ...createFakeEnsemble('off_by_itself', {}), enabled: false, disconnect });
    await roster.set(createFakeEnsemble('other', {}));
    const changed = (condition: () => boolean) => eventually(roster.onDidChange, condition);
    const following = followEnsembleChoices(roster, { settings, onDidChangeSetting: onDidChangeSettings });
    await set('ensembles', { off_by_itself: true });
    await changed(() => roster.isEnabled('off_by_itself'));
    await set('ensembles', { off_by_itself: true, other: false });
    await changed(() => !roster.isEnabled('other'));
    assert.equal(ended, 0);
    await set('ensembles', {});
    await changed(() => !roster.isEnabled('off_by_itself') && roster.isEnabled('other'));
    assert.equal(ended, 1);
    following.dispose();
  });

  it('keep each of several ensembles that are switched at once', async () => {
    const { ensembleChoice } = writeSettings;
    await Promise.all([
      ensembleChoice('one', false),
      ensembleChoice('two', true),
      ensembleChoice('three', false),
    ]);
    assert.deepEqual(settings.ensembles, { one: false, two: true, three: false });
  });

  it('take nothing from a folder that only you may set, however it is written there', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, '.vscode', 'settings.json');
    const kept = await vscode.workspace.fs.readFile(file).then(
      bytes => bytes,
      () => undefined,
    );
    const written = {
      converser: {
        permissions: { 'workspace:write_file': 'allow' },
        ensemblesFolder: '/from/the/folder',
        modelProviders: { openai: { baseUrl: 'http://127.0.0.1:9' } },
        gateway: { network: { host: '0.0.0.0' }, startAutomatically: true },
      },
      'converser.permissions': { 'workspace:move_file': 'allow' },
      'converser.limits': { costPerTurn: 99 },
      'converser.gateway': { logContent: true, port: 9 },
      'converser.roundLimit': 7,
    };
    const applied = eventually(vscode.workspace.onDidChangeConfiguration, () => settings.limits.rounds === 7);
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(written)));
    try {
      await applied;
      assert.deepEqual(settings.permissions, []);
      assert.equal(settings.ensemblesFolder, '');
      assert.equal(settings.gateway.reach.at.address, '127.0.0.1');
      assert.equal(settings.gateway.port, 4141);
      assert.equal(settings.gateway.startsAutomatically, false);
      assert.equal(settings.gateway.logsContent, false);
      assert.deepEqual(settings.limits.caps, {});
      assert.deepEqual(writtenProviders(), {});
    } finally {
      if (kept) await vscode.workspace.fs.writeFile(file, kept);
      else await vscode.workspace.fs.delete(file);
    }
  });

  it('keep a chosen model in the workspace if it has one of its own', async () => {
    await set('model', 'some/other', Workspace);
    await writeSettings.model('rehearsal/rehearsal');
    assert.equal(settings.model, 'rehearsal/rehearsal');
  });
});
