import * as vscode from 'vscode';
import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import type { Ids, Log } from '../../converser/ground/ports.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { privateIds } from '../../converser/words/conversation/private.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import { fullName, type Invoker } from '../../converser/words/ensemble/invoker.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import { ensemblesViewId } from '../activation-ids.ts';
import { editorMention, selectionMention } from '../attachments/selected-text.ts';
import { commands } from '../common/contributions.ts';
import { withoutIcons } from '../common/markdown.ts';
import { inform } from '../common/notices.ts';
import { showFailure } from '../common/show-failure.ts';
import type { Command, Commands } from '../common/vscode-command.ts';
import { settings, writeSettings } from '../common/vscode-settings.ts';
import type { AvailableModels } from '../models/available-models.ts';
import { rehearsalReference } from '../models/chosen-model.ts';
import { sourceOf, toolUseOf } from '../models/model-labels.ts';
import type { SidebarConversation } from '../sidebar/conversation/sidebar-conversation.ts';
import type { SidebarPage } from '../sidebar/sidebar-page.ts';
import type { SidebarView } from '../sidebar/sidebar-view.ts';
import { compactNow } from './compact-command.ts';
import { createExampleTool, exampleCall } from './example-tool.ts';
import { askForArguments } from './tool-form.ts';

export interface PaletteOptions {
  readonly conversation: SidebarConversation;
  readonly page: SidebarPage;
  readonly sidebar: Pick<SidebarView, 'send'>;
  readonly models: AvailableModels;
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

async function chooseModel({ models }: PaletteOptions): Promise<void> {
  const current = settings.model || rehearsalReference;
  const items = listModels(models).then(all => [
    ...modelItems(all, { current, providers: models.providers() }),
    ...connectItems,
  ]);
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Sidebar Model',
    placeHolder: 'Select the sidebar’s model (the chat view has its own picker)',
    matchOnDescription: true,
  });
  if (picked?.reference !== undefined) await writeSettings.model(picked.reference);
  else if (picked !== undefined) await vscode.commands.executeCommand(commands.connectToModels);
}

interface ModelItem extends vscode.QuickPickItem {
  readonly reference?: string;
}

const connectItems: readonly ModelItem[] = [
  { label: '', kind: vscode.QuickPickItemKind.Separator },
  { label: '$(plug) Connect to Models…' },
];

function modelItems(
  models: readonly Model[],
  { current, providers }: { readonly current: string; readonly providers: readonly ProviderDefinition[] },
): readonly ModelItem[] {
  const bySource = Object.groupBy(models, model => sourceOf(model, providers));
  return Object.entries(bySource).flatMap(([source, own = []]) => [
    { label: source, kind: vscode.QuickPickItemKind.Separator },
    ...own.map(model => {
      const reference = modelReference(model);
      const use = { native: '', contract: ' · contract', none: ' · no tools' }[toolUseOf(model)];
      const check = reference === current ? '$(check) ' : '';
      return { label: `${check}${withoutIcons(model.label)}`, description: `${reference}${use}`, reference };
    }),
  ]);
}

/** If VS Code is slow, only Converser's own models are listed. */
async function listModels({ own, all }: AvailableModels): Promise<readonly Model[]> {
  const signal = AbortSignal.timeout(10_000);
  const found = await orAborted(all.models(signal), signal);
  return found === aborted ? own.models(AbortSignal.timeout(10_000)) : found;
}

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
