import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { text, textOf } from '../../../src/converser/words/canister/content.ts';
import { commands, turnCommands } from '../../../src/vscode/common/contributions.ts';
import { eventually } from '../../eventually.ts';
import { converserOfTests } from '../support/converser.ts';
import { folderOfTests } from '../support/folder-of-tests.ts';
import { allowing } from '../support/mcp.ts';

const folder = 'review-test';
const first = 'a\nb\nc\nd\ne\nf\n';
const second = 'A\nb\nc\nd\ne\nF\n';

describe('what waits for your review', () => {
  const running = converserOfTests();
  const { page, place } = folderOfTests(folder, running);

  beforeEach(() => running().conversation.chooseMode('review-first'));

  it('is seen by the model and is not on the disk, until you keep it; then it can be undone', async () => {
    await writeFile(place('x.txt'), first);
    const turn = await write('x.txt', second);
    assert.equal(await readFile(place('x.txt'), 'utf8'), first);
    assert.equal(changesOf(turn)?.waiting, 1);
    await ask(`/invoke workspace:read_file ${JSON.stringify({ path: `${folder}/x.txt` })}`);
    assert.match(lastResult(), /^.*A\n/);
    assert.deepEqual(
      (await rows(turn)).map(each => [each.path, each.kind, each.state, each.counts]),
      [[`${folder}/x.txt`, 'changed', 'waiting', '+2 −2']],
    );
    page.send({ type: 'keep-turn', turn });
    await eventually(running().changes.onDidChange, () => changesOf(turn)?.kept === 1);
    assert.equal(await readFile(place('x.txt'), 'utf8'), second);
    assert.equal(changesOf(turn)?.waiting, undefined);
    page.send({ type: 'undo-file', turn, place: place('x.txt') });
    await eventually(running().changes.onDidChange, () => changesOf(turn)?.undone === 1);
    assert.equal(await readFile(place('x.txt'), 'utf8'), first);
  });

  it('is kept file by file, and what is kept later belongs to the same turn', async () => {
    await writeFile(place('gone.txt'), first);
    const turn = await write('one.txt', 'new\n');
    const other = await write('two.txt', 'new\n');
    await ask(`/invoke workspace:delete_file ${JSON.stringify({ path: `${folder}/gone.txt` })}`);
    const last = turnNow();
    await keep(turn, 'one.txt');
    await keep(other, 'two.txt');
    await keep(last, 'gone.txt');
    assert.equal(await readFile(place('one.txt'), 'utf8'), 'new\n');
    assert.equal(await readFile(place('two.txt'), 'utf8'), 'new\n');
    await assert.rejects(stat(place('gone.txt')), { code: 'ENOENT' });
    await vscode.commands.executeCommand(commands.undoTurn, last);
    assert.equal(await readFile(place('gone.txt'), 'utf8'), first);
  });

  it('is undone as one turn, also where its files were kept one by one and one is undone already', async () => {
    const calls = ['one.txt', 'two.txt'].map(
      name =>
        `/invoke workspace:write_file ${JSON.stringify({ path: `${folder}/${name}`, content: 'new\n' })}`,
    );
    await ask(calls.join('\n'));
    const turn = turnNow();
    for (const [at, name] of ['one.txt', 'two.txt'].entries()) {
      page.send({ type: 'keep-file', turn, place: place(name), kept: true });
      await eventually(running().changes.onDidChange, () => changesOf(turn)?.kept === at + 1);
    }
    page.send({ type: 'undo-file', turn, place: place('one.txt') });
    await eventually(running().changes.onDidChange, () => changesOf(turn)?.undone === 1);
    await vscode.commands.executeCommand(commands.undoTurn, turn);
    for (const name of ['one.txt', 'two.txt']) await assert.rejects(stat(place(name)), { code: 'ENOENT' });
    await vscode.commands.executeCommand(commands.undoTurn, turn);
    for (const name of ['one.txt', 'two.txt']) assert.equal(await readFile(place(name), 'utf8'), 'new\n');
  });

  it('is gone once you discard it, and the model hears of it', async () => {
    await writeFile(place('x.txt'), first);
    const turn = await write('x.txt', second);
    await vscode.commands.executeCommand(commands.undoTurn, turn);
    assert.equal(changesOf(turn), undefined);
    assert.equal(await readFile(place('x.txt'), 'utf8'), first);
    const told = running()
      .conversation.shown.canisters.map(({ content }) => textOf(content))
      .join('\n');
    assert.match(told, /The user has not kept what this turn proposed for review-test\/x\.txt/);
  });

  it('is kept or discarded change by change in its editor', async () => {
    await writeFile(place('x.txt'), first);
    const turn = await write('x.txt', second);
    const editor = await shown(turn, 'x.txt');
    assert.equal(editor.document.getText(), second);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await vscode.commands.executeCommand(commands.keepChange);
    assert.equal(await readFile(place('x.txt'), 'utf8'), first.replace('a', 'A'));
    assert.equal(changesOf(turn)?.waiting, 1);
    editor.selection = new vscode.Selection(5, 0, 5, 0);
    await vscode.commands.executeCommand(commands.undoChange);
    assert.equal(await readFile(place('x.txt'), 'utf8'), first.replace('a', 'A'));
    assert.equal(changesOf(turn)?.waiting, undefined);
    await eventually(
      vscode.workspace.onDidChangeTextDocument,
      () => editor.document.getText() === first.replace('a', 'A'),
    );
  });

  it('takes in what you change in the same file, and leaves yours alone where both changed a line', async () => {
    await writeFile(place('x.txt'), first);
    const turn = await write('x.txt', second);
    await writeFile(place('x.txt'), first.replace('c', 'mine'));
    page.send({ type: 'keep-turn', turn });
    await eventually(running().changes.onDidChange, () => changesOf(turn)?.kept === 1);
    assert.equal(await readFile(place('x.txt'), 'utf8'), second.replace('c', 'mine'));
    await ask(`/invoke workspace:read_file ${JSON.stringify({ path: `${folder}/x.txt` })}`);
    const again = await write('x.txt', 'model\n');
    await writeFile(place('x.txt'), 'you\n');
    page.send({ type: 'keep-turn', turn: again });
    await eventually(running().changes.onDidChange, () => changesOf(again)?.waiting === 1);
    assert.equal(await readFile(place('x.txt'), 'utf8'), 'you\n');
    page.send({ type: 'undo-file', turn: again, place: place('x.txt') });
    await eventually(running().changes.onDidChange, () => changesOf(again) === undefined);
  });

  it('goes where you restore an earlier turn, and comes again with its own', async () => {
    await writeFile(place('x.txt'), first);
    const one = await write('x.txt', second);
    await ask(`/invoke workspace:read_file ${JSON.stringify({ path: `${folder}/x.txt` })}`);
    const two = await write('x.txt', 'other\n');
    const three = await write('y.txt', 'new\n');
    assert.deepEqual(
      [one, two, three].map(turn => changesOf(turn)?.waiting),
      [undefined, 1, 1],
    );
    await vscode.commands.executeCommand(turnCommands.restore, one);
    assert.equal(turnNow(), one);
    assert.deepEqual(
      (await rows(one)).map(({ counts }) => counts),
      ['+2 −2'],
    );
    await vscode.commands.executeCommand(turnCommands.bringBack);
    assert.deepEqual(
      [one, two, three].map(turn => changesOf(turn)?.waiting),
      [undefined, 1, 1],
    );
    assert.equal(await readFile(place('x.txt'), 'utf8'), first);
    await vscode.commands.executeCommand(commands.undoTurn, two);
    await vscode.commands.executeCommand(commands.undoTurn, three);
  });

  it('stays with the message that you send instead of its own, if you keep it', async () => {
    const before = await write('kept.txt', 'new\n');
    const { shown } = running().conversation;
    const all = await running().models.all.models(AbortSignal.timeout(10_000));
    const rehearsal = all.find(({ provider }) => provider === 'rehearsal');
    assert.ok(rehearsal);
    const message = { text: 'roll 1d1', expand: async () => ({ content: [text('roll 1d1')] }) };
    await allowing(running(), () => shown.send(message, rehearsal, before));
    assert.notEqual(turnNow(), before);
    await eventually(running().changes.onDidChange, () => changesOf(turnNow())?.waiting === 1);
    assert.equal(changesOf(before), undefined);
    await vscode.commands.executeCommand(commands.undoTurn, turnNow());
  });

  const ask = (message: string) => allowing(running(), () => running().sidebar.send(message));

  /** As a turn does; returns the turn. */
  async function write(name: string, content: string): Promise<string> {
    await ask(`/invoke workspace:write_file ${JSON.stringify({ path: `${folder}/${name}`, content })}`);
    await eventually(running().changes.onDidChange, () => (changesOf(turnNow())?.waiting ?? 0) > 0);
    return turnNow();
  }

  async function keep(turn: string, name: string): Promise<void> {
    page.send({ type: 'keep-file', turn, place: place(name), kept: true });
    await eventually(running().changes.onDidChange, () => changesOf(turn)?.kept === 1);
  }

  async function rows(turn: string) {
    const isList = (message: { readonly type: string }) => message.type === 'changes';
    const count = page.posted.filter(isList).length;
    page.send({ type: 'list-changes', turn });
    await page.until(() => page.posted.filter(isList).length > count);
    const listed = page.posted.findLast(each => each.type === 'changes');
    return listed?.type === 'changes' ? listed.files : [];
  }

  /** Its proposed text, in an editor with the focus. */
  async function shown(turn: string, name: string): Promise<vscode.TextEditor> {
    page.send({ type: 'show-file', turn, place: place(name) });
    const found = () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.scheme.startsWith('converser-proposal'));
    await eventually(vscode.workspace.onDidOpenTextDocument, () => found() !== undefined);
    const document = found();
    assert.ok(document);
    return vscode.window.showTextDocument(document);
  }

  function lastResult(): string {
    const result = running().conversation.shown.canisters.findLast(({ role }) => role === 'result');
    return textOf(result?.content ?? []);
  }

  function turnNow(): string {
    return running().conversation.shown.canisters.findLast(({ role }) => role === 'user')?.id ?? '';
  }

  function changesOf(turn: string) {
    return running().changes.of(running().conversation.id)[turn];
  }
});
