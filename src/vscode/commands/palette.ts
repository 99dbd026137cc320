import * as vscode from 'vscode';
import { aborted, orAborted } from '../../converser/async/abort.ts';
import type { EnsembleRoster } from '../../converser/ensemble/ensemble-roster.ts';
import { fullName, type Invoker } from '../../converser/ensemble/invoker.ts';
import { modelReference } from '../../converser/models/model-roster.ts';
import type { Model } from '../../converser/models/provider.ts';
import type { Log } from '../../converser/ports.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import type { AvailableModels } from '../models/available-models.ts';
import { rehearsalReference } from '../models/chosen-model.ts';
import { sourceOf, toolUseOf } from '../models/model-labels.ts';
import type { SidebarConversation } from '../sidebar/sidebar-conversation.ts';
import type { SidebarView } from '../sidebar/sidebar-view.ts';
import { commands, ensemblesViewId } from '../window/contributions.ts';
import { codeBlock, withoutIcons } from '../window/markdown.ts';
import { inform } from '../window/notices.ts';
import { readSettings, writeSettings } from '../window/settings.ts';
import { showFailure } from '../window/show-failure.ts';
import { createExampleTool, exampleCall } from './example-tool.ts';
import { askForArguments } from './tool-form.ts';

export interface PaletteOptions {
  readonly conversation: SidebarConversation;
  readonly sidebar: SidebarView;
  readonly store: Pick<ConversationStore, 'list'>;
  readonly models: AvailableModels;
  readonly roster: EnsembleRoster;
}

/** What commands do, by the names of the commands. */
export type Palette = Readonly<Record<string, (...given: readonly unknown[]) => Promise<void>>>;

/** The same commands, but they show what goes wrong instead of rejecting. */
export function showingFailures(palette: Palette, log: Log): Palette {
  const shown =
    (run: Palette[string]) =>
    async (...given: readonly unknown[]) => {
      try {
        await run(...given);
      } catch (cause) {
        // The command has ended, whether or not the message was read.
        void showFailure(cause, log);
      }
    };
  return Object.fromEntries(Object.entries(palette).map(([name, run]) => [name, shown(run)]));
}

/** What the commands do that concern conversations, models and tools. */
export function createPalette(options: PaletteOptions): Palette {
  return {
    [commands.newConversation]: () => newConversation(options),
    [commands.openConversation]: () => openConversation(options),
    [commands.askAboutSelection]: () => askAboutSelection(options),
    [commands.chooseModel]: () => chooseModel(options),
    [commands.showTools]: () => showTools(options),
    [commands.toggleEnsemble]: () => toggleEnsembles(options),
    [commands.runTool]: () => runTool(options),
    [commands.createExampleTool]: async () => {
      await createExampleTool();
      await focusSidebar(options);
      options.sidebar.compose(exampleCall);
    },
    [commands.focusSidebar]: () => focusSidebar(options),
    [commands.stop]: async () => options.conversation.stop(),
  };
}

async function focusSidebar({ sidebar }: PaletteOptions): Promise<void> {
  await vscode.commands.executeCommand('converser.conversation.focus');
  sidebar.focus();
}

async function newConversation(options: PaletteOptions): Promise<void> {
  await options.conversation.open();
  await focusSidebar(options);
}

async function openConversation(options: PaletteOptions): Promise<void> {
  const stored = await options.store.list();
  const items = stored.map(({ id, title, timestamp }) => ({
    id,
    label: title === '' ? 'Untitled' : withoutIcons(title),
    description: new Date(timestamp).toLocaleString(),
  }));
  if (items.length === 0) {
    void inform('No conversation has been stored for this workspace yet.');
    return;
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Open Conversation',
    matchOnDescription: true,
  });
  if (picked === undefined) return;
  await options.conversation.open(picked.id);
  await focusSidebar(options);
}

async function askAboutSelection(options: PaletteOptions): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    void inform('Open a file first, then ask about what is selected in it.');
    return;
  }
  const path = vscode.workspace.asRelativePath(editor.document.uri);
  const { start, end } = editor.selection;
  const lines = editor.selection.isEmpty ? '' : `Lines ${start.line + 1} to ${end.line + 1} of `;
  const code = editor.document.getText(editor.selection);
  const quoted = code === '' ? '' : `\n\n${codeBlock(code, editor.document.languageId)}\n`;
  await focusSidebar(options);
  options.sidebar.compose(`${lines}\`${path}\`:${quoted}\n`);
}

/** The models by where they come from, and the way to more of them. */
async function chooseModel({ models }: PaletteOptions): Promise<void> {
  const current = readSettings.model() || rehearsalReference;
  const items = listModels(models).then(all => [
    ...modelItems(all, { current, providers: models.providers() }),
    ...connectItems,
  ]);
  const picked = await vscode.window.showQuickPick(items, {
    title: 'Model of the Sidebar',
    placeHolder: 'Who answers in the sidebar? The chat view has a picker of its own.',
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

/** All that are listed in time; our own where a provider of others does not answer. */
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
    placeHolder: 'Choose one to run it by hand',
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

/** The way to where tools are switched on again. */
function offItems(roster: EnsembleRoster): readonly ToolItem[] {
  const count = roster.ensembles
    .filter(({ name }) => roster.isEnabled(name))
    .reduce((sum, ensemble) => sum + roster.switchedOff(ensemble).size, 0);
  if (count === 0) return [];
  const label = `$(circle-slash) ${count} ${count === 1 ? 'tool is' : 'tools are'} switched off…`;
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
    title: 'Enabled Ensembles',
    placeHolder: 'Only the tools of checked ensembles are offered to models',
    canPickMany: true,
  });
  if (picked === undefined) return;
  const enabled = new Set(picked.map(({ name }) => name));
  for (const { name } of items) {
    if (roster.isEnabled(name) !== enabled.has(name))
      await writeSettings.ensembleChoice(name, enabled.has(name));
  }
}

async function runTool(options: PaletteOptions): Promise<void> {
  const { roster } = options;
  const items = connected(roster).then(invokers =>
    invokers.map(invoker => ({ label: fullName(invoker), detail: invoker.description })),
  );
  const picked = await vscode.window.showQuickPick(items, { title: 'Run Tool', matchOnDetail: true });
  if (picked !== undefined) await runNamed(picked.label, options);
}

/** The list opens at once and fills when the ensembles are ready, or have had their time. */
async function connected(roster: EnsembleRoster): Promise<readonly Invoker[]> {
  await roster.connect(AbortSignal.timeout(10_000));
  return roster.invokers();
}

/** A form for the arguments, then an ordinary turn of the sidebar, so that it is checked and asked as always. */
async function runNamed(name: string, options: PaletteOptions): Promise<void> {
  const found = options.roster.find(name);
  if (found.kind !== 'found') return;
  const args = await askForArguments(name, found.invoker.arguments);
  if (args === undefined) return;
  await focusSidebar(options);
  await options.sidebar.send(`/invoke ${name} ${JSON.stringify(args)}`);
}
