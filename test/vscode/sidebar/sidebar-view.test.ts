import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createVouching } from '../../../src/converser/call/caution/caution.ts';
import { errorData, errors } from '../../../src/converser/ground/errors.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { fullName, reply } from '../../../src/converser/words/ensemble/invoker.ts';
import { serverErrors } from '../../../src/converser/words/ensemble/server-errors.ts';
import { toolTokens } from '../../../src/converser/words/ensemble/tool-definitions.ts';
import { ofOutside } from '../../../src/converser/words/labels/label.ts';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { followEnsembleChoices } from '../../../src/house/follow-choices.ts';
import type { FromPage, SidebarState, ToPage } from '../../../src/sidebar/protocol.ts';
import { readableText } from '../../../src/sidebar/turns/readable-text.ts';
import { createConversationStore } from '../../../src/store/conversation-store.ts';
import type { CodeUse } from '../../../src/vscode/code/code-use.ts';
import { onDidChangeSettings, settings, writeSettings } from '../../../src/vscode/common/vscode-settings.ts';
import { isToldByAnother, notifyOfQuestions } from '../../../src/vscode/questions/notify-of-questions.ts';
import { useCodeOfAnswers } from '../../../src/vscode/sidebar/code-actions.ts';
import { commandMeantBy } from '../../../src/vscode/sidebar/complete-message.ts';
import type { LiveConversation } from '../../../src/vscode/sidebar/conversation/live-conversation.ts';
import { SidebarPage } from '../../../src/vscode/sidebar/sidebar-page.ts';
import { SidebarView } from '../../../src/vscode/sidebar/sidebar-view.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import {
  type FakeSurfacesOptions,
  fakeSurfaces,
  hangs,
  providerOf,
  written,
} from '../support/fake-surfaces.ts';
import { fakeView } from '../support/fake-view.ts';

const never = new Promise<never>(() => {});
const asRehearsal = (model: Model): Model => ({ ...model, provider: 'rehearsal', id: 'rehearsal' });
const model = asRehearsal(createScriptedModel());
const rehearsal = providerOf(model);

async function openSidebar(options: FakeSurfacesOptions = { providers: [rehearsal] }) {
  const surfaces = await fakeSurfaces(options);
  const { host, conversation, pool, sending, roster, models, references, attachments } = surfaces;
  const { questions, requests, changes } = surfaces;
  const { log } = host;
  const page = new SidebarPage({ extensionUri: vscode.Uri.file('/'), log, reveal: async () => {} });
  const waiting = { questions, requests };
  const used: string[] = [];
  const code: CodeUse = {
    insert: async (text, language) => void used.push(`insert ${language} ${text}`),
    showDiagram: text => void used.push(`show ${text}`),
    apply: async ({ code: text, language, file }) => void used.push(`apply ${language} ${file} ${text}`),
  };
  const skills = { forMessage: async () => [] };
  const vouching = createVouching({ has: () => false });
  const ports = {
    ...{ page, conversation, sending, roster, models, references, attachments, skills },
    ...{ changes, vouching, waiting },
    leave: async () => async () => {},
    beside: {
      of: () => ({}),
      begin: async () => undefined,
      ended: async () => {},
      compare: async () => {},
      onDidChange: () => ({ dispose() {} }),
    },
    recorder: { isRecording: () => false },
    readRecent: async () => [{ id: 'earlier', title: 'Earlier' }],
  };
  const sidebar = new SidebarView(ports, log);
  useCodeOfAnswers(page, { code, log });
  const view = fakeView();
  page.show(view);
  view.send({ type: 'ready' });
  await changesShown();
  return { host, roster, questions, references, conversation, pool, page, sidebar, view, used, vouching };
}

describe('the view of the sidebar', () => {
  it('shows its state at once, however slow a provider is to list its models', async () => {
    const { view } = await openSidebar({
      providers: [rehearsal, { id: 'slow', label: 'Slow', models: () => never }],
    });
    assert.equal(view.posted.at(0)?.type, 'state');
  });

  it('shows what the conversation has read from outside, until you declare it clean', async () => {
    const look = () => reply({ content: [text('Hello.')], label: ofOutside('web:example.org') });
    const { view, conversation, vouching } = await openSidebar({
      providers: [rehearsal],
      ensembles: [createFakeEnsemble('fake', { look })],
    });
    await conversation.shown.send(
      written('Look.'),
      createScriptedModel(invokes(['fake__look', {}]), says('Seen.')),
    );
    await changesShown();
    assert.equal(lastState(view)?.exposure, 'from outside: example.org');
    vouching.cleared.clear(conversation.id, conversation.shown.exposure);
    await changesShown();
    assert.equal(lastState(view)?.exposure, undefined);
  });

  it('shows the models as soon as they are known', async () => {
    const { view } = await openSidebar();
    await view.until(message => message.type === 'state' && message.state.models.length > 0);
    assert.deepEqual(lastState(view)?.models, [
      {
        reference: 'rehearsal/rehearsal',
        label: model.label,
        detail: 'Converser',
        tools: 'native',
        images: true,
      },
    ]);
  });

  it('sends the page the turns that it reads, and none that were not asked for', async () => {
    const { view, conversation } = await openSidebar();
    for (const text of ['First', 'Second', 'Third']) await conversation.shown.send(written(text), model);
    await changesShown();
    const { conversation: id, version, turns } = lastState(view)?.history ?? {};
    assert.deepEqual([id, turns], [conversation.id, 2], 'the last one is shown by its events');
    view.send({ type: 'read-turns', from: 1, to: 2 });
    await view.until(message => message.type === 'turns');
    const read = view.posted.find(message => message.type === 'turns');
    assert.deepEqual([read?.conversation, read?.version, read?.from], [id, version, 1]);
    assert.deepEqual(read?.turns.map(questionsOf), [['Second']]);
  });

  it('tells the page what the next request would take of the window, without one, and without tools that are off', async () => {
    const asked = createScriptedModel();
    const providers = [providerOf(asRehearsal(asked))];
    const { view, roster, conversation } = await openSidebar({ providers });
    const fake = createFakeEnsemble('fake', { a: () => 'A.', b: () => 'B.' });
    await roster.set(fake);
    const measured = async (tools: number) => {
      const isMeasured = (message: ToPage) => {
        const [own] = message.type === 'window' ? message.measure.parts.tools : [];
        // Each tool is rounded up by itself.
        return own !== undefined && Math.abs(own.tokens - tools) <= 2;
      };
      view.send({ type: 'read-window' });
      await view.until(isMeasured);
      return view.posted.find(message => message.type === 'window');
    };
    const [a = 0, b = 0] = fake.invokers.map(toolTokens);
    const both = await measured(a + b);
    assert.deepEqual([both?.conversation, both?.measure.model], [conversation.id, 'rehearsal/rehearsal']);
    conversation.setOffered('fake:b', false);
    await measured(a);
    assert.deepEqual([asked.requests.length, conversation.shown.canisters.length], [0, 0]);
  });

  it('posts many changes as one state, the newest', async () => {
    const { view, conversation } = await openSidebar();
    await view.until(message => message.type === 'state' && message.state.models.length > 0);
    const before = view.posted.length;
    for (let count = 0; count < 100; count++) conversation.setOffered(`fake:${count}`, false);
    await changesShown();
    assert.equal(view.posted.length, before + 1);
  });

  it('keeps a message for the page until there is one', async () => {
    const { view, page } = await openSidebar();
    view.setVisible(false);
    page.compose('about the selection');
    assert.ok(!view.posted.some(({ type }) => type === 'add'));
    view.setVisible(true);
    view.send({ type: 'ready' });
    assert.deepEqual(view.posted.at(-1), { type: 'compose', text: 'about the selection' });
  });

  it('hands code of an answer on, and nothing that only looks like it', async () => {
    const { view, used } = await openSidebar();
    view.send({ type: 'insert-code', code: 'a()', language: 'ts' });
    view.send({ type: 'apply-code', code: 'b()', language: '', file: 'src/b.ts' });
    view.send({ type: 'apply-code', code: 'c()', language: '' });
    view.send({ type: 'apply-code', code: 'd()', language: '', file: 4 } as unknown as FromPage);
    view.send({ type: 'insert-code', language: '' } as unknown as FromPage);
    view.send({ type: 'show-diagram', code: 'graph TD' });
    await changesShown();
    assert.deepEqual(used, ['insert ts a()', 'apply  src/b.ts b()', 'apply  undefined c()', 'show graph TD']);
  });

  it('shows what you wrote while its model is looked up, and gives the text back when none can answer it', async () => {
    const { view, sidebar } = await openSidebar({ providers: [providerOf(model, () => never)] });
    void sidebar.send('what is in README.md?');
    await view.until(({ type }) => type === 'add');
    assert.deepEqual(view.posted.at(-1), { type: 'add', text: 'what is in README.md?' });
    const starts = view.posted.flatMap(message =>
      message.type === 'state' && message.state.running ? message.state.turn.slice(0, 1) : [],
    );
    const said = starts.map(start => start.type === 'turn-start' && questionsOf(start));
    assert.deepEqual(said, [['what is in README.md?']]);
    await changesShown();
    assert.deepEqual([lastState(view)?.running, lastState(view)?.turn], [false, []]);
  });

  it('has a message answered by the model that you chose just before, without the tools that you switched off', async () => {
    const other = { ...createScriptedModel(), provider: 'other', id: 'other' };
    const { view, roster } = await openSidebar({ providers: [rehearsal, providerOf(other)] });
    await roster.set(createFakeEnsemble('fake', { a: () => 'A.' }));
    const following = followEnsembleChoices(roster, { settings, onDidChangeSetting: onDidChangeSettings });
    try {
      view.send({ type: 'choose-model', reference: 'other/other' });
      view.send({ type: 'enable-ensemble', name: 'fake', enabled: false });
      view.send({ type: 'send', text: 'Who are you?' });
      await view.until(message => message.type === 'event' && message.event.type === 'round-end');
      const offered = other.requests.map(({ tools }) => tools.length);
      assert.deepEqual(offered, [0]);
    } finally {
      following.dispose();
      await writeSettings.model('');
      await writeSettings.ensembleChoice('fake', true);
    }
  });

  it('keeps what is sent while an answer is running, and sends it in its order afterwards', async () => {
    const { view, conversation, sent, release } = await whileAnswering();
    for (const text of ['second', 'third']) view.send({ type: 'send', text });
    await changesShown();
    assert.deepEqual(queuedIn(view), ['second', 'third']);
    release();
    await sent;
    await changesShown();
    assert.deepEqual(questionsOf(conversation.shown), ['first', 'second', 'third']);
    assert.deepEqual(queuedIn(view), []);
    assert.ok(!view.posted.some(({ type }) => type === 'add'));
    // Otherwise a turn whose end the page has not heard of would be gone when the next one begins.
    const told = view.posted.flatMap(message => (message.type === 'event' ? [message.event.type] : []));
    const ends = told.filter(type => type === 'turn-start' || type === 'turn-end');
    assert.deepEqual(ends, ['turn-start', 'turn-end', 'turn-start', 'turn-end', 'turn-start', 'turn-end']);
  });

  it('hands a waiting message to the next round, and sends the others after the answer', async () => {
    const ensembles = [createFakeEnsemble('fake', { look: () => 'seen' })];
    const { view, conversation, sent, release } = await whileAnswering(
      invokes(['fake__look', {}]),
      ensembles,
    );
    for (const text of ['second', 'third', '/invoke fake:look']) view.send({ type: 'send', text });
    view.send({ type: 'send', text: 'fourth', now: true });
    await changesShown();
    const idOf = (text: string) => lastState(view)?.queued.find(each => each.text === text)?.id;
    for (const text of ['third', '/invoke fake:look', 'third'])
      view.send({ type: 'send-now', id: idOf(text) });
    await changesShown();
    const waiting = lastState(view)?.queued.map(({ text, when }) => [text, when]);
    assert.deepEqual(waiting, [
      ['fourth', 'next-round'],
      ['third', 'next-round'],
      ['second', 'after-answer'],
      ['/invoke fake:look', 'after-answer'],
    ]);
    release();
    await sent;
    const roles = conversation.shown.canisters.map(({ role, content }) =>
      role === 'user' ? readableText(content) : role,
    );
    assert.deepEqual(roles, [
      ...['first', 'invocation', 'result', 'fourth', 'third', 'assistant'],
      ...['second', 'assistant'],
      ...['/invoke fake:look', 'assistant'],
    ]);
    await changesShown();
    assert.deepEqual([queuedIn(view), addedIn(view)], [[], []]);
    assert.equal(lastState(view)?.history.turns, 2, 'and the turn that is shown live');
  });

  it('sends a message for the next round after the answer, before the others, where there is no such round', async () => {
    const { view, conversation, sent, release } = await whileAnswering();
    view.send({ type: 'send', text: 'second' });
    view.send({ type: 'send', text: 'third', now: true });
    await changesShown();
    release();
    await sent;
    assert.deepEqual(questionsOf(conversation.shown), ['first', 'third', 'second']);
  });

  it('sends what a message mentions along with it, and says before what it costs', async () => {
    const { view, sidebar, conversation } = await openSidebar();
    view.send({ type: 'complete', request: 3, text: 'look at @rea' });
    await view.until(({ type }) => type === 'completions');
    const completions = view.posted.find(each => each.type === 'completions');
    assert.deepEqual([completions?.start, completions?.items[0]?.insert], [8, '@README.md ']);
    assert.equal(completions?.items.length, 1);
    view.send({ type: 'read-attachments', request: 4, text: 'look at @README.md, @nothing' });
    await view.until(({ type }) => type === 'attachments');
    const [shown] = view.posted.flatMap(each => (each.type === 'attachments' ? each.items : []));
    const { tokens = 0, ...rest } = shown ?? { written: '', title: '' };
    assert.ok(tokens > 0);
    assert.deepEqual(rest, { written: '@README.md', kind: 'file', title: 'README.md' });
    view.send({ type: 'hold', name: 'a.txt', bytes: new TextEncoder().encode('pasted') });
    await view.until(message => message.type === 'insert' && message.text === '@file-1');
    await sidebar.send('look at @README.md and @file-1');
    const parts = conversation.shown.canisters.slice(0, 3);
    assert.deepEqual(
      parts.map(({ role, content }) => `${role}: ${readableText(content)}`),
      ['document: # Hello\n', 'document: file-1:\npasted', 'user: look at @README.md and @file-1'],
    );
    view.send({ type: 'send', text: 'fix @terminal' });
    await view.until(({ type }) => type === 'add');
    assert.deepEqual(addedIn(view), ['fix @terminal'], 'there is none, so it comes back');
  });

  it('sends a changed message with the pictures it had, whatever their names mean by now', async () => {
    const png = (last: number) => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, last);
    const picture = (last: number) => ({ type: 'image', mimeType: 'image/png', bytes: png(last) }) as const;
    const make = canisterMaker();
    const said = [
      { ...make.user('held', ''), role: 'document', content: [text('image-1:'), picture(1)] } as const,
      { ...make.user('asked', ''), content: [text('What is on @image-1?'), picture(2)] },
      make.assistant('answer', 'A cat.'),
    ];
    const { view, sidebar, conversation } = await openSidebar({
      providers: [rehearsal],
      store: { load: async () => said },
    });
    await conversation.open('older');
    const thumbnail = 'data:image/png;base64,AA==';
    view.send({ type: 'hold', name: 'new.png', bytes: png(3), thumbnail });
    await view.until(message => message.type === 'insert' && message.text === '@image-1');
    conversation.edit('held');
    view.send({ type: 'read-attachments', request: 1, text: '@image-1' });
    await view.until(({ type }) => type === 'attachments');
    const [shown] = view.posted.flatMap(each => (each.type === 'attachments' ? each.items : []));
    assert.deepEqual([shown?.kind, shown?.thumbnail, shown?.problem], ['image', undefined, undefined]);
    const prompts: unknown[] = [];
    conversation.onEvent(event => {
      if (event.type === 'turn-start') prompts.push(event.canisters);
      if (event.type === 'joined') prompts.push(event.canisters);
    });
    await sidebar.send('Which animal is on @image-1?');
    const sent = JSON.stringify(prompts, (_, value: unknown) =>
      value instanceof Uint8Array ? `picture ${value.at(-1)}` : value,
    );
    assert.match(sent, /picture 1.*Which animal.*picture 2/);
    assert.doesNotMatch(sent, /picture 3/);
  });

  it('tries a turn again in which nothing came back, without saying its message twice', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'converser-again-'));
    const failure = { type: 'failure', error: errorData(errors.modelFailed('Acme', 'it is busy.')) } as const;
    const scripted = createScriptedModel([failure], says('Hi.'));
    const { view, sidebar, conversation } = await openSidebar({
      providers: [providerOf(asRehearsal(scripted))],
      store: createConversationStore(folder),
    });
    let turn = '';
    let ended: () => void = () => {};
    conversation.onEvent(event => {
      if (event.type === 'turn-start') turn = event.canisters[0]?.id ?? '';
      if (event.type === 'turn-end') ended();
    });
    await sidebar.send('hello');
    const answered = new Promise<void>(resolve => {
      ended = resolve;
    });
    view.send({ type: 'retry-turn', turn });
    await answered;
    await conversation.shown.settled();
    assert.deepEqual(questionsOf(conversation.shown), ['hello']);
    await rm(folder, { recursive: true });
  });

  it('gives a message back that names what cannot be fetched, and goes on without it', async () => {
    const { view, conversation, references, sent, release } = await whileAnswering();
    references.expand = () => Promise.reject(errors.attachmentFailed('@x', 'it is gone'));
    view.send({ type: 'send', text: 'look at @x', now: true });
    await view.until(({ type }) => type === 'add');
    assert.deepEqual([addedIn(view), queuedIn(view)], [['look at @x'], []]);
    release();
    await sent;
    assert.deepEqual(questionsOf(conversation.shown), ['first']);
  });

  it('lets the round end and stops then, unless you want the turn to go on', async () => {
    const looking = Promise.withResolvers<string>();
    const scripted = createScriptedModel(invokes(['fake__look', {}]), invokes(['fake__look', {}]));
    const { view, sidebar, conversation } = await openSidebar({
      providers: [providerOf(asRehearsal(scripted))],
      ensembles: [createFakeEnsemble('fake', { look: () => looking.promise })],
    });
    const sent = sidebar.send('first');
    await view.until(message => message.type === 'event' && message.event.type === 'invocation-start');
    for (const stops of [true, false, true]) {
      view.send({ type: 'stop-after-round', stops });
      await changesShown();
      assert.equal(lastState(view)?.stopsAfterRound, stops || undefined);
    }
    view.send({ type: 'send', text: 'second', now: true });
    looking.resolve('seen');
    await sent;
    await changesShown();
    const end = conversation.shown.turn.at(-1);
    assert.ok(end?.type === 'turn-end' && end.outcome === 'stopped');
    const roles = conversation.shown.canisters.map(({ role }) => role);
    assert.deepEqual(roles, ['user', 'invocation', 'result', 'assistant']);
    assert.equal(scripted.requests.length, 1);
    assert.equal(lastState(view)?.stopsAfterRound, undefined);
    assert.deepEqual(addedIn(view), ['second']);
    await sidebar.send('again');
    assert.equal(scripted.requests.length, 3, 'the next turn goes on after its first round');
  });

  it('puts what waits back into the field when the turn is stopped', async () => {
    const { view, conversation, sent } = await whileAnswering();
    for (const text of ['second', 'third']) view.send({ type: 'send', text });
    view.send({ type: 'stop' });
    await sent;
    await changesShown();
    assert.deepEqual(questionsOf(conversation.shown), ['first']);
    assert.deepEqual(addedIn(view), ['second', 'third']);
    assert.deepEqual(queuedIn(view), []);
  });

  it('puts what waits back into the field when you ask for it', async () => {
    const { view, conversation, sent } = await whileAnswering();
    for (const text of ['second', 'third']) view.send({ type: 'send', text });
    await changesShown();
    const id = lastState(view)?.queued[0]?.id;
    view.send({ type: 'take-back', id });
    view.send({ type: 'take-back', id });
    await changesShown();
    assert.deepEqual([addedIn(view), queuedIn(view)], [['second'], ['third']]);
    conversation.shown.stop();
    await sent;
  });

  it('sends what waits in the background when another conversation is opened', async () => {
    const { view, sidebar, conversation, sent, release } = await whileAnswering();
    const { shown } = conversation;
    view.send({ type: 'send', text: 'second' });
    await conversation.open();
    await changesShown();
    assert.deepEqual(queuedIn(view), []);
    release();
    await sidebar.send('elsewhere');
    await sent;
    await changesShown();
    assert.deepEqual(questionsOf(shown), ['first', 'second']);
    assert.deepEqual(questionsOf(conversation.shown), ['elsewhere']);
    assert.deepEqual(addedIn(view), []);
  });

  it('keeps what could not be sent in the background until that conversation is shown again', async () => {
    const { view, conversation, sent } = await whileAnswering();
    const { shown, id } = conversation;
    view.send({ type: 'send', text: 'second' });
    await conversation.open();
    shown.stop();
    await sent;
    await changesShown();
    assert.deepEqual(addedIn(view), []);
    await conversation.open(id);
    assert.equal(conversation.shown, shown);
    await changesShown();
    assert.deepEqual(addedIn(view), ['second']);
    await conversation.open();
    await conversation.open(id);
    await changesShown();
    assert.deepEqual(addedIn(view), ['second'], 'once');
  });

  it('keeps a limited number of messages, and gives the others back at once', async () => {
    const { view, conversation, sent } = await whileAnswering();
    for (let count = 1; count <= 21; count++) view.send({ type: 'send', text: `more ${count}` });
    await changesShown();
    assert.equal(queuedIn(view).length, 20);
    assert.deepEqual(addedIn(view), ['more 21']);
    conversation.shown.stop();
    await sent;
  });

  it('offers its commands and the tools without any MCP server', async () => {
    const { view, roster } = await openSidebar({
      providers: [rehearsal],
      ensembles: [createFakeEnsemble('dice', { roll: () => 1, draw: () => 2 })],
    });
    const completed = async (text: string) => {
      view.send({ type: 'complete', request: 1, text });
      await changesShown();
      const last = view.posted.filter(message => message.type === 'completions').at(-1);
      return last?.items.map(({ label }) => label);
    };
    assert.deepEqual(await completed('/'), [
      ...['/new', '/private', '/plan', '/review', '/undo', '/compact', '/model'],
      ...['/tools', '/invoke'],
    ]);
    assert.deepEqual(await completed('/mo'), ['/model']);
    assert.deepEqual(await completed('/model'), [], 'Enter sends it');
    assert.deepEqual(await completed('/invoke '), roster.invokers().map(fullName));
    assert.equal(roster.invokers().length, 2);
    assert.deepEqual(await completed('/invoke DRA'), ['dice:draw']);
    assert.deepEqual(await completed('/invoke nothing-like-it'), []);
  });

  it('takes /tools and /model for commands, and what goes on after them for messages', () => {
    assert.equal(commandMeantBy('/tools'), 'converser.showTools');
    assert.equal(commandMeantBy('/compact'), 'converser.compactConversation');
    assert.equal(commandMeantBy('/model '), 'converser.chooseModel');
    for (const text of ['/tools are what?', '/invoke', 'see /tools', 'tools'])
      assert.equal(commandMeantBy(text), undefined, text);
  });

  it('plans what follows /plan in the mode for it, and offers the newest conversations while this one is empty', async () => {
    const { view, sidebar, conversation } = await openSidebar({ providers: [rehearsal] });
    await view.until(message => message.type === 'state' && message.state.recent !== undefined);
    assert.deepEqual(lastState(view)?.recent, [{ id: 'earlier', title: 'Earlier' }]);
    const chosen: string[] = [];
    conversation.chooseMode = name => void chosen.push(name);
    await sidebar.send('/plan');
    assert.deepEqual([chosen, conversation.shown.canisters.length], [['plan'], 0]);
    await sidebar.send('/plan the work');
    await changesShown();
    const [asked] = conversation.shown.canisters;
    assert.deepEqual([chosen.length, readableText(asked?.content ?? [])], [2, 'the work']);
    assert.equal(lastState(view)?.recent, undefined);
  });

  it('gives the text back when an answer is running that was not begun here', async () => {
    const { view, sidebar, conversation } = await openSidebar();
    const hanging = conversation.shown.send(written('wait'), createScriptedModel(hangs));
    void sidebar.send('something else');
    await view.until(message => message.type === 'add' && message.text === 'something else');
    conversation.shown.stop();
    await hanging;
  });

  it('knows which calls wait for an answer, one of which may settle the others, and which run', async () => {
    const running = Promise.withResolvers<string>();
    const tools = createFakeEnsemble('e', {
      write: { annotations: { readOnly: false }, invocable: () => running.promise },
      read: { invocable: () => running.promise },
    });
    const calls = invokes(['e:write', { a: 1 }], ['e:read', {}], ['e:write', { a: 2 }]);
    const providers = [providerOf(asRehearsal(createScriptedModel(calls)))];
    const { view, sidebar, questions } = await openSidebar({ providers, ensembles: [tools] });
    const sent = sidebar.send('write twice');
    const shown = (isIt: (state: SidebarState) => boolean) =>
      view.until(message => message.type === 'state' && isIt(message.state));
    await shown(state => state.questions.length === 2);
    assert.deepEqual(lastState(view)?.undecided, ['call-1', 'call-3']);
    questions.answer(lastState(view)?.questions[0]?.id ?? '', answerOf('conversation'));
    await shown(state => state.questions.length === 0 && state.running && state.undecided.length === 0);
    running.resolve('done');
    await sent;
    assert.deepEqual(lastState(view)?.undecided, []);
  });

  it('gives the text back when a server does not provide what it names', async () => {
    const { view, references, sidebar } = await openSidebar();
    Object.assign(references, { expand: () => Promise.reject(serverErrors.notOffered('a', 'resources')) });
    void sidebar.send('see @a:b');
    await view.until(message => message.type === 'add' && message.text === 'see @a:b');
    await changesShown();
    assert.deepEqual([lastState(view)?.running, lastState(view)?.turn], [false, []]);
  });

  it('ignores a closed page, and shows the page that is opened next', async () => {
    const { view, page } = await openSidebar();
    view.close();
    view.send({ type: 'ready' });
    assert.equal(page.isReady, false);
    const second = fakeView();
    page.show(second);
    second.send({ type: 'ready' });
    assert.equal(second.posted[0]?.type, 'state');
  });

  it('ignores messages that it does not know', async () => {
    const { view, host } = await openSidebar();
    const unknown = [null, 7, {}, { type: 'toString' }, { type: 'send' }, { type: 'answer', questionId: 1 }];
    for (const raw of unknown) view.send(raw);
    assert.equal(host.logged.filter(line => line.includes('does not know')).length, 6);
  });

  it('survives a message that cannot be acted on, and logs why', async () => {
    const { view, host, conversation } = await openSidebar();
    conversation.setOffered = () => {
      throw new Error('The disk is gone.');
    };
    view.send({ type: 'enable-invoker', fullName: 'a:b', enabled: true });
    await changesShown();
    assert.ok(host.logged.some(line => line.startsWith('error Error: The disk is gone.')));
  });
});

describe('a permission question', () => {
  it('is notified of once, and only where the sidebar is hidden', async () => {
    const { questions } = await fakeSurfaces();
    const told: string[] = [];
    let isSeen = true;
    const leading = notifyOfQuestions({ questions, isSeen: () => isSeen, notify: ({ id }) => told.push(id) });
    const { signal } = new AbortController();
    const question = { scopes: ['once'], patterns: [] } as never;
    const first = questions.open(question, signal);
    isSeen = false;
    const second = questions.open(question, signal);
    questions.answer(first.id, answerOf('deny'));
    questions.answer(second.id, answerOf('deny'));
    leading.dispose();
    assert.deepEqual(told, [second.id]);
  });

  it('is notified of once for all of a conversation that wait', async () => {
    const { questions } = await fakeSurfaces();
    const told: string[] = [];
    const leading = notifyOfQuestions({
      questions,
      isSeen: open => isToldByAnother(open, questions),
      notify: ({ question }) => told.push(question.conversationId),
    });
    const { signal } = new AbortController();
    const open = (conversationId: string) =>
      questions.open({ conversationId, scopes: ['once'], patterns: [] } as never, signal);
    const asked = ['a', 'a', 'b'].map(open);
    for (const { id } of asked) questions.answer(id, answerOf('deny'));
    open('a');
    leading.dispose();
    assert.deepEqual(told, ['a', 'b', 'a']);
  });
});

/** A sidebar in which "first" was sent to a model that answers (with "Done.") once it is released. */
async function whileAnswering(answer = says('Done.'), ensembles: FakeSurfacesOptions['ensembles'] = []) {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const scripted = createScriptedModel(async function* (_request, signal) {
    asked.resolve();
    const stopped = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
    await Promise.race([gate.promise, stopped]);
    if (signal.aborted) yield { type: 'failure', error: errorData(errors.cancelled()) };
    else yield* answer;
  });
  const opened = await openSidebar({ providers: [providerOf(asRehearsal(scripted))], ensembles });
  const sent = opened.sidebar.send('first');
  await asked.promise;
  return { ...opened, sent, release: gate.resolve };
}

function questionsOf({ canisters }: Pick<LiveConversation, 'canisters'>): readonly string[] {
  return canisters.filter(({ role }) => role === 'user').map(({ content }) => readableText(content));
}

function addedIn({ posted }: ReturnType<typeof fakeView>): readonly string[] {
  return posted.flatMap(message => (message.type === 'add' ? [message.text] : []));
}

function queuedIn(view: ReturnType<typeof fakeView>): readonly string[] {
  return lastState(view)?.queued.map(({ text }) => text) ?? [];
}

/** Timers of the same length run in order: what was due to be posted by now has been posted. */
function changesShown(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, 0));
}

function lastState(view: ReturnType<typeof fakeView>) {
  return view.posted.flatMap(message => (message.type === 'state' ? [message.state] : [])).at(-1);
}
