import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createEnsembleRoster } from '../../../src/converser/ensemble/ensemble-roster.ts';
import { ordinaryLimits } from '../../../src/converser/turn/converse-options.ts';
import { followEnsembleChoices } from '../../../src/vscode/tools-view/ensemble-folders.ts';
import { readSettings, writeSettings } from '../../../src/vscode/window/settings.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { eventually } from '../support/converser.ts';

const { Global, Workspace } = vscode.ConfigurationTarget;
const set = (name: string, value: unknown, target = Global) =>
  vscode.workspace.getConfiguration('converser').update(name, value, target);

describe('the settings', () => {
  afterEach(async () => {
    for (const name of ['model', 'ensembles', 'permissions', 'ensemblesFolder', 'roundLimit', 'caps'])
      await set(name, undefined);
    await set('model', undefined, Workspace);
  });

  for (const nonsense of [null, 7, 'text', [1], { clock: 'yes' }]) {
    it(`count as not set when they are ${JSON.stringify(nonsense)}`, async () => {
      for (const name of ['ensembles', 'permissions', 'ensemblesFolder', 'roundLimit', 'caps'])
        await set(name, nonsense);
      await set('model', typeof nonsense === 'string' ? '' : nonsense);
      assert.deepEqual(readSettings.ensembleChoices(), {});
      assert.equal(readSettings.permissionFor('clock:now'), undefined);
      assert.equal(readSettings.ensemblesFolder(), '');
      assert.equal(readSettings.model(), '');
      assert.deepEqual(readSettings.limits().caps, {});
      assert.equal(readSettings.limits().rounds, nonsense === 7 ? 7 : ordinaryLimits.rounds);
    });
  }

  it('cap what may be spent', async () => {
    await set('caps', { turn: { tokens: 5000, cost: 'much' }, conversation: { cost: 0.5 } });
    const { caps } = readSettings.limits();
    assert.deepEqual(caps, { turn: { tokens: 5000 }, conversation: { cost: 0.5 } });
  });

  it('allow by full name before they allow a whole ensemble', async () => {
    await set('permissions', { 'clock:*': 'deny', 'clock:now': 'allow' });
    assert.equal(readSettings.permissionFor('clock:now'), 'allow');
    assert.equal(readSettings.permissionFor('clock:other'), 'deny');
    assert.equal(readSettings.permissionFor('constructor'), undefined);
  });

  it('disconnect nothing that stays enabled when something else is switched', async () => {
    const roster = createEnsembleRoster();
    let ended = 0;
    const disconnect = async () => void ended++;
    await roster.set({ ...createFakeEnsemble('off_by_itself', {}), enabled: false, disconnect });
    await roster.set(createFakeEnsemble('other', {}));
    const changed = (condition: () => boolean) => eventually(roster.onDidChange, condition);
    const following = followEnsembleChoices(roster);
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
    assert.deepEqual(readSettings.ensembleChoices(), { one: false, two: true, three: false });
  });

  it('keep a chosen model in the workspace if it has one of its own', async () => {
    await set('model', 'some/other', Workspace);
    await writeSettings.model('rehearsal/rehearsal');
    assert.equal(readSettings.model(), 'rehearsal/rehearsal');
  });
});
