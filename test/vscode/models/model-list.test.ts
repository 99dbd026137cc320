import assert from 'node:assert/strict';
import { listeners } from '../../../src/converser/ground/async/listeners.ts';
import { createModelRoster } from '../../../src/converser/words/models/model-roster.ts';
import type { Model, Provider } from '../../../src/converser/words/models/provider.ts';
import { createLmProvider } from '../../../src/vscode/language-models/lm-provider.ts';
import { createModelList } from '../../../src/vscode/models/model-list.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';

describe('the list of models', () => {
  it('shows Converser’s own, and each change of them, while VS Code never lists its own', async () => {
    const { mine, until } = compose(() => new Promise<never>(() => {}));
    mine.has(['first']);
    await until('mine/first');
    mine.has(['first', 'second']);
    await until('mine/first mine/second');
  });

  it('keeps those of VS Code while they are listed again', async () => {
    let answer = Promise.resolve([modelOf('vscode', 'theirs')]);
    const { mine, until } = compose(() => answer);
    mine.has(['first']);
    await until('mine/first vscode/theirs');
    answer = new Promise<never>(() => {});
    mine.has(['second']);
    await until('mine/second vscode/theirs');
  });

  it('waits for VS Code no longer than its asker does', async () => {
    await assert.rejects(async () => createLmProvider().models(AbortSignal.abort()), { code: 'cancelled' });
  });
});

/** A list over models of ours, which change, and of VS Code. */
function compose(theirs: () => Promise<readonly Model[]>) {
  const changes = listeners<void>();
  let ids: readonly string[] = [];
  const provider: Provider = {
    id: 'mine',
    label: 'Mine',
    models: async () => ids.map(id => modelOf('mine', id)),
    onDidChange: changes.listen,
  };
  const rosters = { own: createModelRoster(), all: createModelRoster() };
  for (const roster of Object.values(rosters)) roster.add(provider);
  rosters.all.add({ id: 'vscode', label: 'VS Code', models: theirs });
  const list = createModelList(rosters);
  rosters.all.onDidChange(() => list.learn());
  const shown = () => list.all.map(({ provider, id }) => `${provider}/${id}`).join(' ');
  return {
    mine: {
      has(next: readonly string[]) {
        ids = next;
        changes.fire();
      },
    },
    until: (expected: string) =>
      new Promise<void>(resolve => {
        if (shown() === expected) return resolve();
        const listening = list.onDidChange(() => {
          if (shown() !== expected) return;
          listening.dispose();
          resolve();
        });
      }),
  };
}

function modelOf(provider: string, id: string): Model {
  return { ...createScriptedModel(), provider, id };
}
