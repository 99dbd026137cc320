import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import { isPrivate } from '../../../src/converser/words/conversation/private.ts';
import { createConversationStore } from '../../../src/store/conversation-store.ts';
import { askingIn } from '../../../src/vscode/questions/open-questions.ts';
import { createSidebarPerson } from '../../../src/vscode/questions/sidebar-person.ts';
import type { LiveConversation } from '../../../src/vscode/sidebar/conversation/live-conversation.ts';
import type { SidebarConversation } from '../../../src/vscode/sidebar/conversation/sidebar-conversation.ts';
import { eventually } from '../../eventually.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import { fakeSurfaces, hangs, written } from '../support/fake-surfaces.ts';

describe('the live conversations of a window', () => {
  const make = canisterMaker();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'converser-pool-'));
  });
  after(() => rm(folder, { recursive: true }));

  const said = ({ canisters }: LiveConversation) =>
    canisters.filter(({ role }) => role === 'user').map(({ content }) => textOf(content));
  const stored = () => createConversationStore(folder);
  const ask = (id: string) =>
    stored().append(id, [make.user(`${id}-user`, `About ${id}`), make.assistant(`${id}-answer`, 'Yes.')]);

  it('are the same on all pages that show them, and each sees what the other does', async () => {
    await ask('shared');
    const { conversation, openAnother } = await fakeSurfaces({ store: stored() });
    const other = openAnother();
    await Promise.all([conversation.open('shared'), other.open('shared')]);
    assert.equal(conversation.shown, other.shown);
    const heard: string[] = [];
    other.onEvent(({ type }) => heard.push(type));
    const sent = conversation.shown.send(written('wait'), createScriptedModel(hangs));
    assert.equal(other.shown.running, true);
    conversation.shown.queue.add('and then');
    assert.deepEqual(
      other.shown.queue.all.map(({ text }) => text),
      ['and then'],
    );
    await eventually(other.onEvent, () => heard.includes('turn-start'));
    other.shown.stop();
    assert.equal((await sent)?.outcome, 'stopped');
    assert.ok(heard.includes('turn-end'));
  });

  it('run at the same time, each with its own question on its own page', async () => {
    const write = { annotations: { readOnly: false }, invocable: async () => 'written' };
    const surfaces = await fakeSurfaces({ ensembles: [createFakeEnsemble('e', { write })] });
    const { conversation, openAnother, questions, pool } = surfaces;
    const pages: readonly SidebarConversation[] = [conversation, openAnother(), openAnother()];
    const turns = pages.map(({ shown }, at) =>
      shown.send(written(`write ${at}`), createScriptedModel(invokes(['e:write', {}]), says('Written.'))),
    );
    await eventually(questions.onDidChange, () => questions.all.length === 3);
    const askedBy = (page: SidebarConversation) =>
      questions.all.filter(({ question }) => question.conversationId === page.id);
    assert.deepEqual(
      pages.map(page => askedBy(page).length),
      [1, 1, 1],
    );
    assert.equal(pool.allRunning.length, 3);
    const [first, second, third] = pages;
    assert.ok(first && second && third);
    questions.answer(askedBy(second)[0]?.id ?? '', answerOf('once'));
    assert.equal((await turns[1])?.outcome, 'final');
    assert.deepEqual([first.shown.running, second.shown.running, third.shown.running], [true, false, true]);
    third.shown.stop();
    assert.equal((await turns[2])?.outcome, 'stopped');
    questions.answer(askedBy(first)[0]?.id ?? '', answerOf('once'));
    assert.equal((await turns[0])?.outcome, 'final');
  });

  it('go on where no page shows them any more, and are forgotten once they have ended', async () => {
    const { conversation, openAnother, pool } = await fakeSurfaces({ store: stored() });
    const tab = openAnother();
    const { id, shown } = tab;
    const gate = Promise.withResolvers<void>();
    const model = createScriptedModel(async function* () {
      await gate.promise;
      yield* says('Done.');
    });
    const sent = shown.send(written('wait'), model);
    tab.dispose();
    assert.equal(pool.find(id), shown);
    await conversation.open(id);
    assert.equal(conversation.shown, shown);
    await conversation.open();
    gate.resolve();
    assert.equal((await sent)?.outcome, 'final');
    assert.equal(pool.find(id), undefined);
  });

  it('that are deleted are gone from all pages, which then show new ones', async () => {
    await ask('deleted');
    const { conversation, openAnother, pool } = await fakeSurfaces({ store: stored() });
    const other = openAnother();
    await conversation.open('deleted');
    await other.open('deleted');
    const sent = other.shown.send(written('wait'), createScriptedModel(hangs));
    await pool.close('deleted');
    await sent;
    assert.deepEqual([conversation.shown.canisters, other.shown.canisters], [[], []]);
    assert.notEqual(conversation.id, other.id);
    assert.equal(pool.find('deleted'), undefined);
  });

  it('stay where they are when one page goes on in a fork', async () => {
    await ask('parent');
    const { conversation, openAnother } = await fakeSurfaces({ store: stored() });
    const other = openAnother();
    await conversation.open('parent');
    await other.open('parent');
    await other.fork('parent-user');
    assert.notEqual(other.id, 'parent');
    await other.shown.send(written('elsewhere'), createScriptedModel());
    assert.deepEqual(said(other.shown), ['About parent', 'elsewhere']);
    assert.deepEqual([conversation.id, said(conversation.shown)], ['parent', ['About parent']]);
  });

  it('are called by what their parent is called where they are forked', async () => {
    await ask('named');
    await stored().rename('named', 'Zebras');
    const { conversation } = await fakeSurfaces({ store: stored() });
    await conversation.open('named');
    for (const _ of [1, 2]) await conversation.fork('named-user');
    const titles = (await stored().list()).map(({ title }) => title).filter(title => /Zebras/.test(title));
    assert.deepEqual(titles.sort(), ['Fork: Zebras', 'Fork: Zebras', 'Zebras']);
  });

  it('say when something of them can’t be read', async () => {
    await ask('hurt');
    await ask('whole');
    await appendFile(join(folder, 'hurt.jsonl'), 'wrong\t{"title":"Lost"}\n');
    const { conversation, host } = await fakeSurfaces({ store: stored() });
    await conversation.open('whole');
    assert.deepEqual(host.alerted, []);
    await conversation.open('hurt');
    assert.match(
      host.alerted.join(),
      /^Of a conversation, 1 record can’t be read, .* They stay in its file\.$/,
    );
    assert.deepEqual(said(conversation.shown), ['About hurt']);
  });

  it('stay private where one of them is forked', async () => {
    const { conversation } = await fakeSurfaces({ store: stored() });
    await conversation.open('private-of-mine');
    await conversation.shown.send(written('hidden'), createScriptedModel(says('Yes.')));
    await conversation.fork(conversation.shown.canisters[0]?.id ?? '');
    assert.notEqual(conversation.id, 'private-of-mine');
    assert.deepEqual(said(conversation.shown), ['hidden']);
    assert.deepEqual(
      (await readdir(folder)).filter(name => name.includes('private')),
      [],
    );
    assert.ok(isPrivate(conversation.id));
  });

  it('are offered the same tools on each page, so that one that moves loses and gains none', async () => {
    const { conversation, openAnother } = await fakeSurfaces();
    conversation.setOffered('e:write', false);
    assert.equal(openAnother().isOffered('e:write'), false);
  });

  it('show what the model asks in them, and in no other', async () => {
    const { conversation, openAnother, requests } = await fakeSurfaces();
    const other = openAnother();
    const person = createSidebarPerson(requests);
    const { signal } = new AbortController();
    const asked = person.ask({ message: 'Which?', fields: [], conversation: other.id }, signal);
    const [request] = requests.all;
    assert.ok(request);
    const about = askingIn(request.question);
    assert.deepEqual([conversation.isAsked(about), other.isAsked(about)], [false, true]);
    requests.answer(request.id, { action: 'decline' });
    assert.deepEqual(await asked, { action: 'decline' });
    const elsewhere = [undefined, 'of-the-chat-view'];
    assert.deepEqual(
      elsewhere.map(id => conversation.isAsked(id)),
      [true, true],
      'MCP servers and the chat view have no page of their own',
    );
  });

  describe('that another window goes on with', () => {
    it('show what it adds, and which version it goes to', async () => {
      await ask('followed');
      const { conversation, pool } = await fakeSurfaces({ store: stored() });
      await conversation.open('followed');
      await stored().append('followed', [make.user('more', 'More'), make.assistant('more-answer', 'More.')]);
      await pool.follow('followed');
      assert.deepEqual(said(conversation.shown), ['About followed', 'More']);
      await stored().goTo('followed', 'followed-answer');
      await pool.follow('followed');
      assert.deepEqual(said(conversation.shown), ['About followed']);
    });

    it('are not read again because of what is written here, and keep a turn that runs', async () => {
      await ask('kept');
      const { conversation, pool } = await fakeSurfaces({ store: stored() });
      await conversation.open('kept');
      await conversation.shown.send(written('here'), createScriptedModel());
      const { turn } = conversation.shown;
      await pool.follow('kept');
      assert.equal(conversation.shown.turn, turn);
      const sent = conversation.shown.send(written('wait'), createScriptedModel(hangs));
      await stored().append('kept', [make.user('there', 'There'), make.assistant('there-answer', 'Yes.')]);
      const followed = pool.follow('kept');
      assert.equal(conversation.shown.running, true);
      conversation.shown.stop();
      await sent;
      await followed;
      const { versions } = conversation.shown.stored;
      assert.deepEqual(
        [...versions.values()].map(({ ends }) => ends.length),
        [2],
      );
    });

    it('take no message while a turn of theirs runs there', async () => {
      await ask('busy');
      const { conversation, pool, sending } = await fakeSurfaces({ store: stored() });
      await conversation.open('busy');
      await stored().append('busy', [make.user('begun', 'Begun')]);
      await pool.follow('busy');
      assert.deepEqual(
        conversation.shown.canisters.map(({ id }) => id),
        ['busy-user', 'busy-answer', 'begun'],
      );
      await sending.send('me, too', conversation.shown, false);
      assert.deepEqual(conversation.shown.takeReturned(), ['me, too']);
      await stored().append('busy', [make.assistant('begun-answer', 'Done.')]);
      await pool.follow('busy');
      assert.equal(conversation.shown.stored.runsElsewhere, false);
    });
  });
});
