import * as vscode from 'vscode';
import type { Ids, Log } from '../../converser/ground/ports.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { privateIds } from '../../converser/words/conversation/private.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import { fullName, type Invoker } from '../../converser/words/ensemble/invoker.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import { ensemblesViewId } from '../activation-ids.ts';
import { editorMention, selectionMention } from '../attachments/selected-text.ts';
import { commands } from '../common/contributions.ts';
import { inform } from '../common/notices.ts';
import { showFailure } from '../common/show-failure.ts';
import type { Command, Commands } from '../common/vscode-command.ts';
import { writeSettings } from '../common/vscode-settings.ts';
import { type PickModelPorts, pickModel } from '../models/pick-model.ts';
import type { SidebarConversation } from '../sidebar/conversation/sidebar-conversation.ts';
import type { SidebarPage } from '../sidebar/sidebar-page.ts';
import type { SidebarView } from '../sidebar/sidebar-view.ts';
import { compactNow } from './compact-command.ts';
import { createExampleTool, exampleCall } from './example-tool.ts';
import { askForArguments } from './tool-form.ts';

export interface PaletteOptions extends PickModelPorts {
  readonly conversation: SidebarConversation;
  readonly page: SidebarPage;
  readonly sidebar: Pick<SidebarView, 'send'>;
  readonly roster: EnsembleRoster;
  readonly ids: Ids;
}

export function showingFailures(palette: Commands, log: Log): Commands {
  const shown =
    (run: Command) =>
    async (...given: readonly unknown[]) => {
      try {
        return await run(...given);
      } catch (cause) {
        // The command has ended, whether or not the message was read.
        void showFailure(cause, log);
        return undefined;
      }
    };
  return Object.fromEntries(Object.entries(palette).map(([name, run]) => [name, shown(run)]));
}

export function createPalette(options: PaletteOptions): Commands {
  return {
    [commands.newConversation]: () => newConversation(options),
    [commands.newPrivateConversation]: () => newConversation(options, options.ids.next(privateIds)),
    [commands.askAboutSelection]: () => askAboutSelection(options),
    [commands.chooseModel]: () => chooseModel(options),
    [commands.showTools]: () => showTools(options),
    [commands.toggleEnsemble]: () => toggleEnsembles(options),
    [commands.createExampleTool]: async () => {
      await createExampleTool();
      await options.page.focus();
      options.page.compose(exampleCall);
    },
    [commands.focusSidebar]: () => options.page.focus(),
    [commands.stop]: async () => options.conversation.shown.stop(),
    [commands.stopAfterRound]: async () => options.conversation.shown.stopAfterRound(true),
    [commands.compactConversation]: (result: unknown) => compactNow(options, result),
  };
}

async function newConversation(options: PaletteOptions, id?: string): Promise<void> {
  await options.conversation.open(id);
  await options.page.focus();
}

async function askAboutSelection(options: PaletteOptions): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const mention = editor?.selection.isEmpty === false ? selectionMention() : editorMention();
  if (mention === undefined) {
    void inform('Open a file and select some text first.');
    return;
  }
  await options.page.focus();
  options.page.insert(mention);
}

async function chooseModel(options: PaletteOptions): Promise<void> {
  const picked = await pickModel('Sidebar Model', options, [connecting]);
  if (picked === 'connect') await vscode.commands.executeCommand(commands.connectToModels);
  else if (picked !== undefined) await writeSettings.model(modelReference(picked));
}

const connecting = { label: 'Connect to Models…', icon: 'plug', group: 'Others', value: 'connect' } as const;

async function showTools(options: PaletteOptions): Promise<void> {
  const { roster } = options;
  const items = connected(roster).then(invokers => [...invokers.map(toolItem), ...offItems(roster)]);
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Tools',
    placeHolder: 'Select a tool to run it',
    matchOnDetail: true,
  });
  if (picked?.fullName !== undefined) await runNamed(picked.fullName, options);
  else if (picked !== undefined) await vscode.commands.executeCommand(`${ensemblesViewId}.focus`);
}

interface ToolItem extends vscode.QuickPickItem {
  readonly fullName?: string;
}

function toolItem(invoker: Invoker): ToolItem {
  return {
    label: `$(${invoker.annotations.readOnly === true ? 'eye' : 'edit'}) ${fullName(invoker)}`,
    detail: invoker.description,
    fullName: fullName(invoker),
  };
}

function offItems(roster: EnsembleRoster): readonly ToolItem[] {
  const count = roster.ensembles
    .filter(({ name }) => roster.isEnabled(name))
    .reduce((sum, ensemble) => sum + roster.switchedOff(ensemble).size, 0);
  if (count === 0) return [];
  const label = `$(circle-slash) ${countText(count, 'disabled tool')}…`;
  return [{ label: '', kind: vscode.QuickPickItemKind.Separator }, { label }];
}

async function toggleEnsembles({ roster }: PaletteOptions): Promise<void> {
  const items = roster.ensembles.map(({ name, title, description, state }) => ({
    label: title,
    description: name,
    detail: state.status === 'failed' ? `$(error) ${state.error.message}` : description,
    picked: roster.isEnabled(name),
    name,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Enable or Disable Ensembles',
    placeHolder: 'Select the ensembles whose tools models may use',
    canPickMany: true,
  });
  if (picked === undefined) return;
  const enabled = new Set(picked.map(({ name }) => name));
  for (const { name } of items) {
    if (roster.isEnabled(name) !== enabled.has(name))
      await writeSettings.ensembleChoice(name, enabled.has(name));
  }
}

/** The list opens at once and fills when the ensembles are ready or 10 s have passed. */
async function connected(roster: EnsembleRoster): Promise<readonly Invoker[]> {
  await roster.connect(AbortSignal.timeout(10_000));
  return roster.invokers();
}

/** Runs an ordinary turn in the sidebar, with all its checks and questions. */
async function runNamed(name: string, options: PaletteOptions): Promise<void> {
  const found = options.roster.find(name);
  if (found.kind !== 'found') return;
  const args = await askForArguments(name, found.invoker.arguments);
  if (args === undefined) return;
  await options.page.focus();
  await options.sidebar.send(`/invoke ${name} ${JSON.stringify(args)}`);
}
