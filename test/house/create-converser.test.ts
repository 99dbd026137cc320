import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listeners } from '../../src/converser/ground/async/listeners.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import type { TurnEnd } from '../../src/converser/words/conversation/converse-event.ts';
import type { Model } from '../../src/converser/words/models/provider.ts';
import { noRules } from '../../src/converser/words/permission/rules.ts';
import { absolutePath } from '../../src/converser/words/workspace/paths.ts';
import { createNodeWorkspace } from '../../src/ensembles/workspace/disk/node-workspace.ts';
import { type Converser, createConverser } from '../../src/house/create-converser.ts';
import type { HostPorts } from '../../src/house/host-ports.ts';
import type { SettingKey } from '../../src/house/setting-keys.ts';
import { createSettings } from '../../src/house/settings.ts';
import { createFakeMemory } from '../fakes/fake-approvals.ts';
import { createFakeApprover, createFakeHost } from '../fakes/fake-host.ts';
import { createScriptedModel, invokes, says } from '../fakes/scripted-model.ts';

const write = (file: string) => invokes(['workspace__write_file', { path: file, content: 'written' }]);

describe('Converser, built for a host', () => {
  let folder: string;
  let root: string;
  let converser: Converser;
  const written = new Map<SettingKey, unknown>();
  const changes = listeners<SettingKey>();
  const set = (key: SettingKey, value: unknown) => {
    written.set(key, value);
    changes.fire(key);
  };

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'converser-house-'));
    root = path.join(folder, 'root');
    await mkdir(root);
    converser = await createConverser(await portsIn(folder, written, changes.listen));
  });

  after(async () => {
    await converser.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  async function run(model: Model, approver = createFakeApprover([])) {
    const conversation = createConversation(converser.host.ids.next('conversation'));
    const options = { model, approver, signal: new AbortController().signal };
    let end: TurnEnd | undefined;
    for await (const event of converser.converse(conversation, { content: [text('Work.')] }, options))
      if (event.type === 'turn-end') end = event;
    return { end, id: conversation.id };
  }

  const onDisk = (file: string) => readFile(path.join(root, file), 'utf8').catch(() => undefined);

  it('asks each turn’s own approver', async () => {
    const [yes, no] = [createFakeApprover(['once']), createFakeApprover(['deny'])];
    await Promise.all([
      run(createScriptedModel(write('yes.txt'), says('Done.')), yes),
      run(createScriptedModel(write('no.txt'), says('Done.')), no),
    ]);
    assert.deepEqual([yes.asked.length, no.asked.length], [1, 1]);
    assert.deepEqual([await onDisk('yes.txt'), await onDisk('no.txt')], ['written', undefined]);
  });

  it('keeps what a turn changed, and takes it back', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const listening = converser.undo.onDidEnd(resolve);
    const approver = createFakeApprover(['once']);
    const { id } = await run(createScriptedModel(write('kept.txt'), says('Done.')), approver);
    await ended;
    listening.dispose();
    const { turns } = converser.undo;
    const turn = (await turns.records()).find(({ record }) => record.header.conversationId === id);
    assert.ok(turn);
    const { isWhole } = await turns.undo(turn.record, { signal: new AbortController().signal });
    assert.deepEqual([isWhole, await onDisk('kept.txt')], [true, undefined]);
  });

  it('reads its settings at the start of each turn', async () => {
    set('roundLimit', 1);
    const allowing = () => createFakeApprover(['once']);
    const limited = await run(createScriptedModel(write('a.txt'), write('b.txt')), allowing());
    set('roundLimit', 2);
    const free = await run(createScriptedModel(write('c.txt'), says('Done.')), allowing());
    assert.deepEqual([limited.end?.outcome, free.end?.outcome], ['round-limit', 'final']);
  });

  it('switches ensembles and tools as the settings say, and back', async () => {
    const has = (name: string) => converser.roster.find(name).kind === 'found';
    assert.equal(has('workspace:find_files'), true);
    set('tools', { 'workspace:find_files': { enabled: false } });
    assert.deepEqual([has('workspace:find_files'), has('workspace:read_file')], [false, true]);
    set('ensembles', { workspace: false });
    assert.equal(has('workspace:read_file'), false);
    set('ensembles', {});
    set('tools', {});
    assert.equal(has('workspace:find_files'), true);
  });

  it('guards its own state, wherever the opened folders are', async () => {
    const guarded = converser.guarded.protectedRoles().map(role => role.path);
    assert.ok(guarded.includes(path.join(folder, 'state')));
  });
});

async function portsIn(
  folder: string,
  written: ReadonlyMap<SettingKey, unknown>,
  onDidChange: ReturnType<typeof listeners<SettingKey>>['listen'],
): Promise<HostPorts> {
  const never = () => ({ dispose() {} });
  const root = path.join(folder, 'root');
  const state = path.join(folder, 'state');
  return {
    host: createFakeHost(),
    settings: createSettings(key => written.get(key)),
    onDidChangeSetting: (key, listener) => onDidChange(changed => changed === key && listener()),
    workspace: {
      ...createNodeWorkspace({ roots: [root] }),
      readBytes: location => readFile(absolutePath(location)),
    },
    folders: {
      shipped: path.resolve('ensembles'),
      opened: () => [root],
      isTrusted: () => true,
      named: [],
      onDidChange: never,
    },
    storage: { folder: state, hidden: state, roles: () => [] },
    decisions: { rules: noRules, approvals: createFakeMemory(), isTrusted: () => true },
    person: { ask: async () => ({ action: 'cancel' }) },
    secrets: { secret: async () => undefined },
    loginPath: async () => undefined,
    instructionsOff: new Set(),
    addProviders: never,
    loadMcp: () => Promise.reject(new Error('There is no MCP server.')),
  };
}
