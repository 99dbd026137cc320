import * as vscode from 'vscode';
import type { OwnModels } from './composition/compose-models.ts';
import type { ConverserInVscode } from './composition/compose-vscode.ts';
import {
  answerCommand,
  askAboutProblemCommand,
  changesWaitKey,
  chatModelVendor,
  commandsAtOnce,
  conversationPanelType,
  conversationsViewId,
  ensemblesViewId,
  openRequestCommand,
  participantId,
  setEnabledCommand,
  showLeftOutCommand,
  showResultCommand,
  sidebarViewId,
  takeBackCommand,
  toggleToolCommand,
} from './vscode/activation-ids.ts';
import { registerProblemActions } from './vscode/commands/problem-actions.ts';
import { buildOnce } from './vscode/common/build-once.ts';
import { openGuide } from './vscode/common/open-guide.ts';
import { ownSetting } from './vscode/common/own-setting.ts';
import { openWalkthrough, openWalkthroughOnce } from './vscode/common/walkthrough.ts';
import type { ConversationNode } from './vscode/conversations/conversation-rows.ts';
import { createStatusBar } from './vscode/status-bar/status-bar.ts';
import type { TreeNode } from './vscode/tools-view/ensembles-tree-nodes.ts';

let running: ReturnType<typeof buildOnce<ConverserInVscode>> | undefined;

/** Registers what VS Code can call. All else is loaded by the first call, so that starting VS Code stays quick. */
export function activate(context: vscode.ExtensionContext): void {
  const { extension, secrets, globalState, workspaceState, globalStorageUri, storageUri } = context;
  const { languageModelAccessInformation: access } = context;
  const log = vscode.window.createOutputChannel('Converser', { log: true });
  const statusBar = createStatusBar();
  statusBar.show({ kind: 'idle', tooltip: 'Converser is ready' });
  const ownModels = buildOnce(async () => {
    const { composeOwnModels } = await import('./composition/compose-models.ts');
    const composed = composeOwnModels({ secrets, storage: globalStorageUri, log });
    context.subscriptions.push(composed);
    return composed;
  });
  running = buildOnce(async () => {
    try {
      const [{ composeVscode }, { vscodeUser }, { createLog }] = await Promise.all([
        import('./composition/compose-vscode.ts'),
        import('./composition/vscode-user.ts'),
        import('./vscode/common/vscode-host.ts'),
      ]);
      const storage = {
        secrets,
        globalState,
        workspaceState,
        globalFolder: globalStorageUri,
        workspaceFolder: storageUri ?? globalStorageUri,
      };
      return await composeVscode({
        extension,
        storage,
        user: vscodeUser(),
        models: { own: await ownModels.get(), access },
        log: createLog(log),
        statusBar,
      });
    } catch (cause) {
      log.error(`Converser could not start. ${cause instanceof Error ? (cause.stack ?? cause) : ''}`);
      throw cause;
    }
  });
  const converser = running.get;
  context.subscriptions.push(
    log,
    statusBar,
    registerParticipant(converser, context.extensionUri),
    registerChatModels(ownModels.get),
    registerSidebar(converser),
    registerPanels(converser),
    registerConversations(converser),
    registerEnsembles(converser),
    registerProblemActions(),
    ...registerCommands(converser, { extension, log }),
  );
  // If it cannot be opened, or that cannot be remembered, Converser works all the same.
  openWalkthroughOnce({ globalState, workspaceState }).catch(() => {});
  // The log has the reason, and your first question to Converser shows it.
  loadWhereDescriptorsAre(converser).catch(() => {});
  startGatewayIfWanted(converser).catch(() => {});
  if (workspaceState.get(changesWaitKey) === true) converser().catch(() => {});
}

/** What runs in this window. Tests import it from this module; `activate` returns nothing to other extensions. */
export function runningConverser(): Promise<ConverserInVscode> {
  if (running === undefined) throw new Error('Converser is not active.');
  return running.get();
}

export async function deactivate(): Promise<void> {
  const converser = await running?.built?.catch(() => undefined);
  await converser?.dispose();
}

/** What is read of `package.json`. */
interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

type GetConverser = () => Promise<ConverserInVscode>;

function registerParticipant(converser: GetConverser, extensionUri: vscode.Uri): vscode.Disposable {
  const participant = vscode.chat.createChatParticipant(
    participantId,
    async (request, context, stream, token) =>
      (await converser()).answerInChat({ request, context }, { stream, token }),
  );
  participant.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'converser.png');
  participant.followupProvider = {
    async provideFollowups(result) {
      const { followups } = await import('./vscode/chat/participant-followups.ts');
      return followups(result);
    },
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

function registerSidebar(converser: GetConverser): vscode.Disposable {
  return vscode.window.registerWebviewViewProvider(
    sidebarViewId,
    { resolveWebviewView: async view => (await converser()).page.show(view) },
    { webviewOptions: { retainContextWhenHidden: false } },
  );
}

function registerPanels(converser: GetConverser): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(conversationPanelType, {
    deserializeWebviewPanel: async (panel, state) => (await converser()).panels.restore(panel, state),
  });
}

function registerConversations(converser: GetConverser): vscode.Disposable {
  const tree = async () => (await converser()).conversationsTree;
  const lazy = createLazyTree<ConversationNode>(conversationsViewId, tree, { canSelectMany: true });
  // A key that is pressed names only the row that has the focus.
  const selecting = lazy.view.onDidChangeSelection(async ({ selection }) => (await tree()).select(selection));
  return vscode.Disposable.from(lazy, selecting);
}

type Tree<Node> = Pick<vscode.TreeDataProvider<Node>, 'getChildren' | 'getTreeItem'> & {
  readonly onDidChangeTreeData: vscode.Event<undefined>;
};

/** VS Code asks for nodes only once the view is open. */
function createLazyTree<Node>(
  id: string,
  getTree: () => Promise<Tree<Node>>,
  options: Pick<vscode.TreeViewOptions<Node>, 'canSelectMany' | 'manageCheckboxStateManually'>,
) {
  const changed = new vscode.EventEmitter<undefined>();
  let following: vscode.Disposable | undefined;
  const tree = async () => {
    const built = await getTree();
    following ??= built.onDidChangeTreeData(() => changed.fire(undefined));
    return built;
  };
  const view = vscode.window.createTreeView<Node>(id, {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async node => (await tree()).getChildren(node),
      getTreeItem: async node => (await tree()).getTreeItem(node),
    },
    showCollapseAll: true,
    ...options,
  });
  const dispose = () =>
    vscode.Disposable.from(view, changed, { dispose: () => following?.dispose() }).dispose();
  return { view, changed, dispose };
}

function registerEnsembles(converser: GetConverser): vscode.Disposable {
  const lazy = createLazyTree<TreeNode>(ensemblesViewId, async () => (await converser()).tree, {
    manageCheckboxStateManually: true,
  });
  const { view, changed } = lazy;
  const explain = () => {
    view.message = vscode.workspace.isTrusted ? '' : restricted;
  };
  explain();
  const switchNode = async (node: TreeNode, isOn: boolean) =>
    (await converser()).commands[setEnabledCommand]?.(node, isOn);
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
  return vscode.Disposable.from(lazy, ticked, toggled, trusted);
}

const restricted = 'This workspace isn’t trusted. Servers and tools defined in it are ignored.';

function registerCommands(
  converser: GetConverser,
  {
    extension,
    log,
  }: { readonly extension: vscode.Extension<unknown>; readonly log: vscode.LogOutputChannel },
): readonly vscode.Disposable[] {
  const { contributes } = extension.packageJSON as Manifest;
  const atOnce: Readonly<Record<string, (given: unknown) => void>> = {
    [commandsAtOnce.showLog]: () => log.show(),
    [commandsAtOnce.openWalkthrough]: openWalkthrough,
    [commandsAtOnce.openGuide]: page => openGuide(extension.extensionUri, page),
  };
  const linked = [
    answerCommand,
    showResultCommand,
    showLeftOutCommand,
    takeBackCommand,
    openRequestCommand,
    askAboutProblemCommand,
  ];
  return [...contributes.commands.map(({ command }) => command), ...linked].map(command =>
    vscode.commands.registerCommand(
      command,
      atOnce[command] ??
        (async (...given: readonly unknown[]) => (await converser()).commands[command]?.(...given)),
    ),
  );
}

async function startGatewayIfWanted(converser: GetConverser): Promise<void> {
  if (ownSetting('gateway.startAutomatically') === true) await (await converser()).gateway.startIfWanted();
}

/** Mistakes in a folder's own descriptors belong in the Problems panel from the start. */
async function loadWhereDescriptorsAre(converser: GetConverser): Promise<void> {
  const described = '{.converser/ensembles/*.toml,.vscode/mcp.json,.mcp.json}';
  const [descriptor] = await vscode.workspace.findFiles(described, undefined, 1);
  if (descriptor !== undefined) await converser();
}
