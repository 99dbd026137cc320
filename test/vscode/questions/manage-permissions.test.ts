import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { approvalKey } from '../../../src/converser/call/permission/approval-key.ts';
import { createApprovals } from '../../../src/converser/call/permission/approvals.ts';
import { mistakeInGlobs } from '../../../src/ensembles/workspace/protection/added-places.ts';
import type { AskUser, Choice, Pick } from '../../../src/vscode/common/ask-in-vscode.ts';
import { settings, writeSettings } from '../../../src/vscode/common/vscode-settings.ts';
import { managePermissions } from '../../../src/vscode/questions/manage-permissions.ts';
import { createFakeMemory } from '../../fakes/fake-approvals.ts';
import { createFakeInvoker } from '../../fakes/fake-ensemble.ts';
import { set } from '../support/servers.ts';

/** Chooses by label in one list after another, and leaves the list that comes then. */
function choosing(...labels: readonly string[]) {
  const remaining = [...labels];
  const lists: (readonly string[])[] = [];
  const ask: Asking = {
    async pick<T>({ choices }: Pick<T>) {
      lists.push(choices.map(shown));
      const label = remaining.shift();
      const chosen = choices.find(choice => choice.label === label);
      assert.ok(label === undefined || chosen !== undefined, `${label} is not among ${choices.map(shown)}`);
      return chosen?.value;
    },
  };
  return { ask, lists };
}

type Asking = { pick: AskUser['pick'] };

function shown({ group, label, description }: Choice<unknown>): string {
  return [group, label, description].filter(Boolean).join(' | ');
}

const mode = (text: string) => `Default | ${text}`;

describe('the list of permissions', () => {
  const writing = createFakeInvoker({ name: 'write', invocable: () => '' });
  const roster = {
    find: (name: string) =>
      name === 'fake:write'
        ? ({ kind: 'found', invoker: writing } as const)
        : ({ kind: 'unknown', similar: [] } as never),
  };
  const kept = new Set<string>();

  afterEach(async () => {
    kept.clear();
    await set('permissions', undefined);
    await writeSettings.permissionMode('changes');
  });

  async function filled() {
    const key = await approvalKey(writing);
    for (const each of [key, `${key}(src/**)`, `fake:gone#${'0'.repeat(64)}`]) kept.add(each);
    const approvals = createApprovals(createFakeMemory(kept));
    for (const conversationId of ['here', 'there'])
      await approvals.add({ key }, { conversationId }, { kind: 'allow', scope: 'conversation' });
    await set('permissions', { 'fake:*': 'ask', 'fake:write(keys/**)': 'deny' });
    return approvals;
  }
  const manage = (approvals: Awaited<ReturnType<typeof filled>>, ask: Asking) =>
    managePermissions({
      ask,
      approvals,
      roster,
      mistakeInGlob: glob => mistakeInGlobs([glob]),
      conversation: () => 'here',
    });

  it('says what holds where, and what holds no longer', async () => {
    const { ask, lists } = choosing();
    await manage(await filled(), ask);
    assert.deepEqual(lists, [
      [
        mode('Ask about changes | Converser’s own read-only tools run, and all others ask'),
        'Every workspace (your settings) | fake:* | asks',
        'Every workspace (your settings) | fake:write(keys/**) | never runs',
        'This conversation | fake:write | runs without asking',
        'Other conversations and programs | fake:write | runs without asking',
        'This workspace | fake:write | runs without asking',
        'This workspace | fake:write(src/**) | runs without asking',
        'This workspace | fake:gone | asks again',
      ],
    ]);
  });

  it('takes back what you choose, wherever it is kept, and nothing else', async () => {
    const approvals = await filled();
    const first = ['fake:*', 'Take Back', 'fake:write(src/**)', 'Take Back'];
    const { ask, lists } = choosing(...first, 'fake:gone', 'Keep', 'fake:write', 'Take Back');
    await manage(approvals, ask);
    assert.deepEqual(settings.permissions, [['fake:write(keys/**)', 'deny']]);
    const left = [...kept].map(each => each.replace(/#.*/, ''));
    assert.deepEqual(left, ['fake:write', 'fake:gone']);
    const ids = approvals.all().map(({ conversationId }) => conversationId);
    assert.deepEqual(ids, ['there', undefined, undefined]);
    assert.equal(lists.at(-1)?.length, 5);
  });

  it('lists the places that are protected, says what is wrong with one, and takes yours back', async () => {
    const { Workspace } = vscode.ConfigurationTarget;
    try {
      await set('protectedPlaces', ['secrets/**', '!secrets/public']);
      await set('protectedPlaces', ['infra/prod/**'], Workspace);
      const { ask, lists } = choosing('!secrets/public', 'Take Back', 'infra/prod/**', 'Keep');
      await manage(createApprovals(createFakeMemory(new Set())), ask);
      assert.deepEqual(lists[0]?.slice(1), [
        'Protected places | secrets/** | asks, also before it is read',
        'Protected places | !secrets/public | can’t be used: every place is protected',
        'Protected places | infra/prod/** | asks, also before it is read',
      ]);
      assert.deepEqual(lists[3], ['Open Settings | of this workspace', 'Keep']);
      assert.deepEqual(settings.protectedPlaces, ['secrets/**', 'infra/prod/**']);
    } finally {
      await set('protectedPlaces', undefined);
      await set('protectedPlaces', undefined, Workspace);
    }
  });

  it('lists the sources that you trust, and takes them back', async () => {
    for (const source of ['server:tracker', 'web:*', 'not a source'])
      await writeSettings.trustedSource(source);
    const { ask, lists } = choosing('the MCP server tracker', 'Take Back', 'not a source', 'Take Back');
    await manage(createApprovals(createFakeMemory()), ask);
    const effect = 'never triggers questions';
    assert.deepEqual(
      lists[0]?.slice(1),
      ['the MCP server tracker', 'web:*', 'not a source'].map(
        name => `Sources that you trust (your settings) | ${name} | ${effect}`,
      ),
    );
    assert.deepEqual(settings.trustedSources, ['web:*']);
    await writeSettings.trustedSource('web:*', false);
    assert.deepEqual(settings.trustedSources, []);
  });

  it('changes the mode, which is all there is where nothing was decided', async () => {
    const { ask, lists } = choosing('Ask about changes', 'Trusted');
    await manage(createApprovals(createFakeMemory()), ask);
    assert.equal(settings.permissionMode, 'trusted');
    assert.equal(lists.length, 3);
    assert.match(lists.at(-1)?.join() ?? '', /^Default \| Trusted \| asks only about protected places/);
  });
});
