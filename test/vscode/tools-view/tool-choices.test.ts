import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createEnsembleRoster } from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import { followToolChoices } from '../../../src/house/follow-choices.ts';
import { setEnabledCommand } from '../../../src/vscode/activation-ids.ts';
import { createChatListings } from '../../../src/vscode/chat/participant-listings.ts';
import { treeCommands } from '../../../src/vscode/common/contributions.ts';
import type { PossibleAction } from '../../../src/vscode/common/pick-action.ts';
import {
  onDidChangeSettings,
  onDidFindMistake,
  settings,
} from '../../../src/vscode/common/vscode-settings.ts';
import { ensembleActions, toolActions } from '../../../src/vscode/mcp/commands/ensemble-actions.ts';
import { TurnHistory } from '../../../src/vscode/sidebar/history/turn-history.ts';
import { sidebarState } from '../../../src/vscode/sidebar/sidebar-state.ts';
import { withTool } from '../../../src/vscode/tools-view/chosen-tools.ts';
import type { EnsembleNode, ToolNode } from '../../../src/vscode/tools-view/ensembles-tree-nodes.ts';
import { eventually } from '../../eventually.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { converserOfTests, workspaceFile, writeWorkspaceFile } from '../support/converser.ts';
import { fakeStream } from '../support/fake-stream.ts';
import { callFromSidebar } from '../support/mcp.ts';
import { set, written } from '../support/servers.ts';

const roll = 'probability:roll';
const { Checked, Unchecked } = vscode.TreeItemCheckboxState;

describe('the setting converser.tools', () => {
  const converser = converserOfTests();

  afterEach(() => choose(undefined));

  const isOffered = (name = roll) => converser().roster.find(name).kind === 'found';

  /** The roster has heard of it once this resolves. */
  async function choose(tools: unknown): Promise<void> {
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    const listening = converser().roster.onDidChange(resolve);
    const isNew = JSON.stringify(written('tools')) !== JSON.stringify(tools ?? {});
    await set('tools', tools);
    if (isNew) await heard;
    listening.dispose();
  }

  const nodeOf = (name: string) => {
    const node = converser().tree.nodes.find(each => each.kind === 'ensemble' && each.name === name);
    return node as EnsembleNode;
  };
  const toolOf = (name: string) => {
    const node = nodeOf(name.split(':')[0] ?? '').children.find(({ fullName }) => fullName === name);
    assert.ok(node, `${name} is not in the tree`);
    return node;
  };
  const itemOf = async (node: EnsembleNode | ToolNode) => {
    const item = await converser().tree.getTreeItem(node);
    const { checkboxState: box } = item;
    const state = typeof box === 'object' ? box.state : box;
    return { state, description: item.description, label: item.accessibilityInformation?.label };
  };
  const tick = (name: string, isOn: boolean) => converser().commands[setEnabledCommand]?.(toolOf(name), isOn);

  it('says when models are told of a tool, or of all of an ensemble, by what the tree lists for them', async () => {
    assert.match(String((await itemOf(toolOf(roll))).description), /^on demand · ~/);
    await choose({ [roll]: { timeout: 9 } });
    const act = (actions: readonly PossibleAction[], label: string) =>
      actions.find(action => action && action.label === label) || assert.fail(`There is no ${label}.`);
    const idle = async () => {};
    const ports = { switchTool: idle, tryAgain: () => {}, review: idle, showDefinition: idle };
    await act(toolActions(toolOf(roll), ports), 'Offer Always').run();
    await act(
      ensembleActions(nodeOf('workspace'), { fileOf: () => undefined, showDefinition: idle }),
      'Offer on Demand',
    ).run();
    assert.deepEqual(written('tools'), {
      [roll]: { timeout: 9, offer: 'always' },
      'workspace:*': { offer: 'on demand' },
    });
    const isMarked = () =>
      toolOf(roll).invoker?.offer === 'always' &&
      toolOf('workspace:read_file').invoker?.offer === 'on demand';
    assert.ok(await eventually(converser().roster.onDidChange, isMarked));
  });

  it('shows what models are told about a tool or an ensemble, as JSON that can’t be edited', async () => {
    const shown = async (row: unknown) => {
      await vscode.commands.executeCommand(treeCommands.manage, row, 'definition');
      const { document } = vscode.window.activeTextEditor ?? assert.fail('No document is shown.');
      assert.deepEqual([document.uri.scheme, document.languageId], ['converser-tool', 'json']);
      return JSON.parse(document.getText());
    };
    const { name, inputSchema, openai } = await shown(toolOf(roll));
    assert.deepEqual([name, openai.function.name], [roll, 'probability__roll']);
    assert.equal(inputSchema.properties.dice.type, 'string');
    const list = await shown(nodeOf('probability'));
    assert.ok(
      list.length > 3 && list.some((each: typeof openai) => each.function.name === 'probability__roll'),
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('removes a tool from every surface at once, explains why it does not run, and restores it', async () => {
    assert.match(await callFromSidebar(converser(), roll, { dice: '1d1' }), /^1d1: 1/);
    await choose({ [roll]: { enabled: false } });
    assert.equal(isOffered(), false);
    const refused = await callFromSidebar(converser(), roll, { dice: '1d1' });
    assert.match(refused, /probability:roll is switched off by the setting converser\.tools\. Tick it in/);
    const history = new TurnHistory(converser().conversation);
    const { ensembles } = sidebarState({ ...converser(), history, models: [], providers: [] });
    const shown = ensembles.find(({ name }) => name === 'probability')?.invokers ?? [];
    assert.ok(shown.length > 0 && !shown.some(({ fullName }) => fullName === roll));
    await choose(undefined);
    assert.equal(isOffered(), true);
    assert.match(await callFromSidebar(converser(), roll, { dice: '1d1' }), /^1d1: 1/);
  });

  it('applies to the lists of tools in the chat view', async () => {
    await choose({ [roll]: { enabled: false } });
    const { stream, markdown } = fakeStream();
    const { signal } = new AbortController();
    const { tools, ensembles } = createChatListings(converser().roster, converser().models.all);
    await tools(stream, signal);
    await ensembles(stream, signal);
    const said = markdown.map(({ value }) => value).join('');
    assert.doesNotMatch(said, /probability:roll/);
    assert.match(said, /1 tool disabled: see the Ensembles view/);
    const { invokers } = nodeOf('probability').ensemble;
    assert.match(said, new RegExp(`\\*\\*probability\\*\\* · ${invokers.length - 1} tools`));
  });

  it('is written by a checkbox in the tree, and removed by ticking it again', async () => {
    const before = await itemOf(nodeOf('probability'));
    assert.equal((await itemOf(toolOf(roll))).state, Checked);
    await tick(roll, false);
    assert.deepEqual(written('tools'), { [roll]: { enabled: false } });
    await eventually(converser().roster.onDidChange, () => !isOffered());
    assert.deepEqual(await itemOf(toolOf(roll)), {
      state: Unchecked,
      description: 'off',
      label: 'roll, read-only, off',
    });
    const { count, total, tokens } = nodeOf('probability');
    assert.equal(count, total - 1);
    const label = (await itemOf(nodeOf('probability'))).label ?? '';
    assert.match(label, new RegExp(`${count} of ${total} tools, about ${tokens} tokens`));
    await tick(roll, true);
    assert.deepEqual(written('tools'), {});
    await eventually(converser().roster.onDidChange, () => isOffered());
    assert.deepEqual(await itemOf(nodeOf('probability')), before);
  });

  it('keeps all of several checkboxes that are ticked at once', async () => {
    const names = nodeOf('probability').children.map(({ fullName }) => fullName);
    assert.ok(names.length > 2);
    await Promise.all(names.map(name => tick(name, false)));
    assert.deepEqual(Object.keys(written('tools') as object).sort(), [...names].sort());
    await eventually(converser().roster.onDidChange, () => !names.some(isOffered));
    await Promise.all(names.map(name => tick(name, true)));
    assert.deepEqual(written('tools'), {});
    await eventually(converser().roster.onDidChange, () => names.every(isOffered));
  });

  it('also shows tools that a descriptor disables, and can enable them', async () => {
    const { roster } = converser();
    const own = ['[ensemble]', 'name = "spare"', 'kind = "local"', '[[invokers]]', 'name = "look"'];
    const lines = [...own, 'implementation = "find_files"', 'enabled = false', ''];
    await writeWorkspaceFile('.converser/ensembles/spare.toml', lines.join('\n'));
    await eventually(roster.onDidChange, () => roster.ensembles.some(({ name }) => name === 'spare'));
    assert.equal((await itemOf(toolOf('spare:look'))).state, Unchecked);
    assert.equal(isOffered('spare:look'), false);
    await tick('spare:look', true);
    assert.deepEqual(written('tools'), { 'spare:look': { enabled: true } });
    await eventually(roster.onDidChange, () => isOffered('spare:look'));
    assert.equal((await itemOf(toolOf('spare:look'))).state, Checked);
    await tick('spare:look', false);
    assert.deepEqual(written('tools'), {});
    await vscode.workspace.fs.delete(workspaceFile('.converser'), { recursive: true });
    await eventually(roster.onDidChange, () => !roster.ensembles.some(({ name }) => name === 'spare'));
  });

  it('shows unknown names in the tree, without a checkbox', async () => {
    await choose({ 'probability:rol': { enabled: false } });
    const item = await itemOf(toolOf('probability:rol'));
    assert.deepEqual([item.state, item.description], [undefined, 'unknown tool']);
    assert.match(item.label ?? '', /Unknown tool probability:rol\. Correct or remove the name/);
  });

  it('logs mistakes once, with place and remedy', async () => {
    const host = createFakeHost();
    const { logged } = host;
    const roster = createEnsembleRoster();
    await roster.set(createFakeEnsemble('files', { read: () => 'x' }));
    const mistakes: string[] = [];
    const listening = onDidFindMistake(({ key, mistake }) => mistakes.push(key + mistake));
    const following = followToolChoices(roster, { settings, onDidChangeSetting: onDidChangeSettings, host });
    await choose({ 'files:read': { timeout: -1 }, 'files:raed': { enabled: false } });
    await eventually(roster.onDidChange, () => logged.length === 1);
    await roster.set(createFakeEnsemble('notes', {}));
    following.dispose();
    listening.dispose();
    assert.deepEqual(mistakes, [
      'tools: "files:read".timeout: Must be a number of seconds above 0 and up to 86400 (a day), not -1.',
    ]);
    assert.deepEqual(logged, [
      'warn converser.tools, "files:raed": Unknown tool files:raed. Correct or remove the name in the setting converser.tools.',
    ]);
  });
});

describe('what a box writes', () => {
  const switched = (written: unknown, enabled: boolean, otherwise = true) =>
    withTool(written, 'a:b', { enabled, otherwise });

  it('is changed only as far as needed', () => {
    assert.deepEqual(switched(undefined, false), { 'a:b': { enabled: false } });
    assert.deepEqual(switched({ 'a:b': { enabled: false } }, true), {});
    assert.deepEqual(switched({ 'a:b': { enabled: false, timeout: 5 }, 'c:d': 'x' }, true), {
      'a:b': { timeout: 5 },
      'c:d': 'x',
    });
    assert.deepEqual(switched({ 'a:b': 'nonsense' }, false), { 'a:b': { enabled: false } });
    assert.deepEqual(switched('nonsense', true), {});
  });

  it('overrides what holds for the whole ensemble', () => {
    assert.deepEqual(switched({ 'a:*': { enabled: false } }, true, false), {
      'a:*': { enabled: false },
      'a:b': { enabled: true },
    });
    assert.deepEqual(switched({ 'a:b': { enabled: true } }, false, false), {});
  });
});
