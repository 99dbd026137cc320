import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApprovals } from '../../../src/converser/call/permission/approvals.ts';
import { createPermissions } from '../../../src/converser/call/permission/permissions.ts';
import type { KeptTurn } from '../../../src/gateway/conversations/kept-conversations.ts';
import { createConversationStore } from '../../../src/store/conversation-store.ts';
import { byProgram } from '../../../src/vscode/gateway/program-permissions.ts';
import { createStoredConversations } from '../../../src/vscode/gateway/stored-conversations.ts';
import { createFakeMemory, rulesOf } from '../../fakes/fake-approvals.ts';
import { createFakeInvoker } from '../../fakes/fake-ensemble.ts';
import { createFakeApprover, createFakeClock, createFakeHost } from '../../fakes/fake-host.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';

describe('the conversations that programs lead, among yours', () => {
  let folder: string;
  const make = canisterMaker();

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'converser-led-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const open = (place = folder) => {
    const host = createFakeHost();
    const turns: string[] = [];
    const store = createConversationStore(place);
    const kept = createStoredConversations(store, { host, onTurn: id => void turns.push(id) });
    return { host, turns, store, kept };
  };
  const turn = (id: string, client = 'cline'): KeptTurn => ({
    id,
    client,
    model: 'a/b',
    tools: ['workspace'],
    canisters: [make.user(`user-${id}`, `Ask ${id}\nmore`), make.assistant(`assistant-${id}`, 'Yes.')],
  });

  it('keeps what models thought for you, and gives it to no program', async () => {
    const { kept, store } = open();
    const thought = { before: 'assistant-one', text: 'A secret plan', duration: 1200 };
    await kept.keep({ ...turn('one'), thoughts: [thought] });
    assert.deepEqual((await store.read('one')).thoughts, [thought]);
    const found = await open().kept.find('one', 'cline');
    assert.equal(found?.canisters.length, 2);
    assert.doesNotMatch(JSON.stringify(found), /secret plan/);
  });

  it('gives each program its own, the newest first, in the next window, too', async () => {
    const { kept, store, turns } = open();
    await store.append('yours', turn('yours').canisters);
    await kept.keep(turn('one'));
    await kept.keep(turn('two'));
    await kept.keep(turn('other', 'codex'));
    await kept.keep({ ...turn('one'), tools: ['*'] });
    assert.deepEqual(turns, ['one', 'two', 'other', 'one']);
    for (const each of [kept, open().kept]) {
      const listed = (await each.list('cline')).map(({ id, title, tools }) => [id, title, tools]);
      assert.deepEqual(listed, [
        ['one', 'Ask one', ['*']],
        ['two', 'Ask two', ['workspace']],
      ]);
      assert.equal((await each.find('one', 'cline'))?.canisters.length, 4);
      assert.equal(await each.find('other', 'cline'), undefined);
      assert.equal(await each.find('yours', 'cline'), undefined);
    }
    const all = (await store.list()).map(({ id, origin }) => [id, origin?.client]);
    assert.deepEqual(all, [
      ['one', 'cline'],
      ['other', 'codex'],
      ['two', 'cline'],
      ['yours', undefined],
    ]);
  });

  it('keeps 50 of each program, and all of yours', async () => {
    const { kept, store } = open();
    await store.append('yours', turn('yours').canisters);
    await kept.keep(turn('other', 'codex'));
    for (let count = 1; count <= 51; count++) await kept.keep(turn(`led-${count}`));
    const listed = await kept.list('cline');
    assert.equal(listed.length, 50);
    assert.equal(listed.at(-1)?.id, 'led-2');
    assert.equal((await store.list()).length, 52);
    assert.equal(await kept.find('led-1', 'cline'), undefined);
  });

  it('warns you where nothing can be stored, and rejects nothing', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const { kept, host } = open(file);
    await kept.keep(turn('one'));
    assert.deepEqual(host.alerted, ['Converser could not store what cline asked. The log shows why.']);
    assert.match(host.logged.join(), /error A conversation of cline could not be stored/);
    assert.deepEqual(await kept.list('cline'), []);
  });
});

describe('what you allow for a program', () => {
  const make = canisterMaker();
  const invoker = createFakeInvoker({
    name: 'write',
    annotations: { readOnly: false },
    invocable: () => 'Written.',
  });

  it('holds in all of its conversations, for no other program, and only as long as its key', async () => {
    let keyId = 'first';
    const approver = createFakeApprover(['conversation', 'deny', 'deny', 'deny']);
    const permissions = byProgram(
      createPermissions({
        approver,
        clock: createFakeClock(),
        rules: rulesOf({}),
        circumstances: () => ({ isTrusted: true, mode: 'changes' }),
        approvals: createApprovals(createFakeMemory()),
      }),
      () => keyId,
    );
    const { signal } = new AbortController();
    const allows = async (conversationId: string, client?: string) => {
      const invocation = make.invocation('call-1', 'fake:write', {});
      const call = { conversationId, invocation, invoker, ...(client && { client }) };
      return (await permissions.decide(call, signal)).allowed;
    };
    assert.equal(await allows('one', 'cline'), true);
    assert.equal(await allows('two', 'cline'), true);
    assert.equal(approver.asked.length, 1);
    assert.equal(approver.asked[0]?.client, 'cline');
    assert.equal(await allows('one', 'codex'), false);
    assert.equal(await allows('one'), false);
    assert.equal(approver.asked.length, 3);
    keyId = 'second';
    assert.equal(await allows('one', 'cline'), false);
    assert.equal(approver.asked.length, 4);
  });
});
