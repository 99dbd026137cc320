/** `package.json` has the same ids and names, and a test compares the two. */
export const gatewayViewId = 'converser.gateway';
export const mcpProviderId = 'converser.gateway';

export const commands = idsIn('converser', [
  'newConversation',
  'newPrivateConversation',
  'openConversation',
  'openInEditor',
  'moveToSidebar',
  'moveView',
  'renameConversation',
  'deleteConversation',
  'exportConversation',
  'importConversation',
  'recordFromHere',
  'stopRecording',
  'replayWith',
  'compactConversation',
  'askAboutSelection',
  'generateCommitMessage',
  'stopCommitMessage',
  'chooseModel',
  'checkModel',
  'connectToModels',
  'setApiKey',
  'refreshModels',
  'editModels',
  'showTools',
  'undoTurn',
  'showTurnChanges',
  'undoChange',
  'undoOtherChanges',
  'keepChange',
  'keepFile',
  'undoFile',
  'nextChange',
  'previousChange',
  'managePermissions',
  'manageInstructions',
  'declareClean',
  'toggleEnsemble',
  'addMcpServer',
  'importMcpServers',
  'attachMcpResource',
  'useMcpPrompt',
  'manageMcpServer',
  'setSecret',
  'startGateway',
  'stopGateway',
  'manageGateway',
  'useGateway',
  'addToProgram',
  'doctor',
  'reportProblem',
  'createExampleTool',
  'openWalkthrough',
  'openGuide',
  'showLog',
  'focusSidebar',
  'stop',
  'stopAfterRound',
  'showSpending',
]);

/** The sidebar's title runs them: a click there leads to no page, and another one may be active. The palette hides them. */
export const sidebarCommands = idsIn('converser.sidebar', [
  'newConversation',
  'openConversation',
  'renameConversation',
  'deleteConversation',
  'exportConversation',
  'importConversation',
  'recordFromHere',
  'replayWith',
  'compactConversation',
  'declareClean',
  'showTools',
]);

/** The menus of the Ensembles view run them; the palette hides them. */
export const treeCommands = idsIn('converser.ensembles', ['manage']);

/** Rows of the Conversations view, their menus and keys run them; the palette hides them. */
export const conversationRowCommands = idsIn('converser.conversations', [
  'open',
  'rename',
  'remove',
  'pin',
  'unpin',
  'archive',
  'unarchive',
]);

/** The menu of a turn runs them. The palette has those that make sense without one. */
export const turnCommands = idsIn('converser.turn', [
  'restore',
  'bringBack',
  'retryWith',
  'retryBeside',
  'fork',
  'copy',
  'remove',
]);

/** The menu of a call runs them; the palette hides them. */
export const callCommands = idsIn('converser.call', [
  'openArguments',
  'openResult',
  'selectResult',
  'compareResults',
  'runAgain',
]);

/** The menus of the Gateway view run them; the palette hides them. */
export const gatewayCommands = idsIn('converser.gateway', ['stopRequest']);

function idsIn<const Name extends string, const Prefix extends string>(
  prefix: Prefix,
  names: readonly Name[],
): { readonly [N in Name]: `${Prefix}.${N}` } {
  return Object.fromEntries(names.map(name => [name, `${prefix}.${name}`])) as {
    readonly [N in Name]: `${Prefix}.${N}`;
  };
}
