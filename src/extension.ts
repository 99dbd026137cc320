import * as vscode from 'vscode';
import type { OwnModels } from './composition/compose-models.ts';
import type { House } from './composition/compose-vscode.ts';
import { createStatusBar } from './vscode/status-bar/status-bar.ts';
import type { TreeNode } from './vscode/tools-view/ensembles-tree-nodes.ts';
import { buildOnce } from './vscode/window/build-once.ts';
import {
  answerCommand,
  chatModelVendor,
  commands,
  ensemblesViewId,
  participantId,
  showResultCommand,
  sidebarViewId,
  toggleToolCommand,
  treeCommands,
} from './vscode/window/contributions.ts';
import { createLog } from './vscode/window/vscode-host.ts';
import { openWalkthrough, openWalkthroughOnce } from './vscode/window/walkthrough.ts';

/** What tests inside VS Code may reach; other extensions get nothing. */
export interface TestAccess {
  readonly house: () => Promise<House>;
  /** One more, for whoever wants to see a house end. */
  readonly anotherHouse: () => Promise<House>;
  /** The folder of the log. */
  readonly log: vscode.Uri;
}

let onlyHouse: ReturnType<typeof buildOnce<House>> | undefined;

/**
 * Registers what people and VS Code can call. All else is loaded by the first call, so that a window in which
 * Converser is not used pays next to nothing.
 */
export function activate(context: vscode.ExtensionContext): TestAccess | undefined {
  const channel = vscode.window.createOutputChannel('Converser', { log: true });
  const statusBar = createStatusBar();
  statusBar.show({ kind: 'idle', model: 'Converser' });
  const ownModels = buildOnce(async () => {
    const { buildOwnModels } = await import('./composition/compose-models.ts');
    const { secrets, globalStorageUri: storage, subscriptions } = context;
    const built = buildOwnModels({ secrets, storage, log: createLog(channel) });
    subscriptions.push(built);
    return built;
  });
  const build = async () => {
    const { buildHouse } = await import('./composition/compose-vscode.ts');
    return buildHouse({ context, channel, statusBar, ownModels: await ownModels.get() });
  };
  onlyHouse = buildOnce(async () => {
    try {
      return await build();
    } catch (cause) {
      channel.error(
        'Converser could not start.',
        cause instanceof Error ? (cause.stack ?? cause.message) : '',
      );
      throw cause;
    }
  });
  const house = onlyHouse.get;
  context.subscriptions.push(
    channel,
    statusBar,
    registerParticipant(house, context.extensionUri),
    registerChatModels(ownModels.get),
    registerSidebar(house),
    registerEnsembles(house),
    ...registerCommands(house, channel),
  );
  // Where it cannot be opened or remembered, Converser works all the same.
  openWalkthroughOnce(context).catch(() => {});
  // The log has the reason, and the first turn shows it.
  loadWhereDescriptorsAre(house).catch(() => {});
  return context.extensionMode === vscode.ExtensionMode.Test
    ? { house, anotherHouse: build, log: context.logUri }
    : undefined;
}

export async function deactivate(): Promise<void> {
  const house = await onlyHouse?.built?.catch(() => undefined);
  await house?.dispose();
}

type GetHouse = () => Promise<House>;

function registerParticipant(house: GetHouse, extensionUri: vscode.Uri): vscode.Disposable {
  const participant = vscode.chat.createChatParticipant(
    participantId,
    async (request, context, stream, token) =>
      (await house()).answerInChat({ request, context }, { stream, token }),
  );
  participant.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'converser.png');
  participant.followupProvider = {
    provideFollowups: async result => (await house()).followups(result),
  };
  return participant;
}

function registerChatModels(ownModels: () => Promise<OwnModels>): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let following: vscode.Disposable | undefined;
  const provider = async () => {
    const { chatModels } = await ownModels();
    following ??= chatModels.onDidChangeLanguageModelChatInformation?.(() => changed.fire());
    return chatModels;
  };
  const registration = vscode.lm.registerLanguageModelChatProvider(chatModelVendor, {
    onDidChangeLanguageModelChatInformation: changed.event,
    provideLanguageModelChatInformation: async (options, token) =>
      (await provider()).provideLanguageModelChatInformation(options, token),
    provideLanguageModelChatResponse: async (...args) =>
      (await provider()).provideLanguageModelChatResponse(...args),
    provideTokenCount: async (...args) => (await provider()).provideTokenCount(...args),
  });
  // VS Code asks for models when something has changed. Unasked, its picker would stay empty, and the first
  // question in the chat view would find no model.
  changed.fire();
  return vscode.Disposable.from(changed, registration, { dispose: () => following?.dispose() });
}

function registerSidebar(house: GetHouse): vscode.Disposable {
  return vscode.window.registerWebviewViewProvider(
    sidebarViewId,
    { resolveWebviewView: async view => (await house()).sidebar.show(view) },
    { webviewOptions: { retainContextWhenHidden: false } },
  );
}

/** VS Code asks for nodes only once the view is open. */
function registerEnsembles(house: GetHouse): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  let following: vscode.Disposable | undefined;
  const tree = async () => {
    const built = await house();
    following ??= built.tree.onDidChangeTreeData(() => changed.fire(undefined));
    return built.tree;
  };
  const view = vscode.window.createTreeView<TreeNode>(ensemblesViewId, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async node => (await tree()).getChildren(node),
      getTreeItem: async node => (await tree()).getTreeItem(node),
    },
    manageCheckboxStateManually: true,
    showCollapseAll: true,
  });
  const explain = () => {
    view.message = vscode.workspace.isTrusted ? '' : restricted;
  };
  explain();
  const switchNode = async (node: TreeNode, isOn: boolean) =>
    (await house()).palette[isOn ? treeCommands.enable : treeCommands.disable]?.(node);
  const ticked = view.onDidChangeCheckboxState(async ({ items }) => {
    for (const [node, state] of items) await switchNode(node, state === vscode.TreeItemCheckboxState.Checked);
    // What could not be written is shown as it is.
    changed.fire(undefined);
  });
  // VS Code ticks its boxes by mouse alone.
  const toggled = vscode.commands.registerCommand(toggleToolCommand, async () => {
    const [node] = view.selection;
    if (node?.kind === 'tool' && node.problem === undefined) await switchNode(node, node.off !== undefined);
  });
  const trusted = vscode.workspace.onDidGrantWorkspaceTrust(explain);
  return vscode.Disposable.from(view, changed, ticked, toggled, trusted, {
    dispose: () => following?.dispose(),
  });
}

const restricted = "This workspace isn't trusted. Servers and tools defined in it are ignored.";

function registerCommands(house: GetHouse, channel: vscode.LogOutputChannel): readonly vscode.Disposable[] {
  return [
    ...[...Object.values(commands), ...Object.values(treeCommands)]
      .filter(command => command !== commands.showLog && command !== commands.openWalkthrough)
      .map(command =>
        vscode.commands.registerCommand(command, async (...given: readonly unknown[]) =>
          (await house()).palette[command]?.(...given),
        ),
      ),
    vscode.commands.registerCommand(commands.showLog, () => channel.show()),
    vscode.commands.registerCommand(commands.openWalkthrough, openWalkthrough),
    vscode.commands.registerCommand(answerCommand, async (id: unknown, answer: unknown) =>
      (await house()).answerPermission(id, answer),
    ),
    vscode.commands.registerCommand(showResultCommand, async (id: unknown) => (await house()).showResult(id)),
  ];
}

/** A folder with descriptors of its own wants their mistakes in the Problems panel before anybody converses. */
async function loadWhereDescriptorsAre(house: GetHouse): Promise<void> {
  const described = '{.converser/ensembles/*.toml,.vscode/mcp.json}';
  const [descriptor] = await vscode.workspace.findFiles(described, undefined, 1);
  if (descriptor !== undefined) await house();
}
