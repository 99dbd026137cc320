/**
 * Ids and names that `package.json` and the code share. A test compares the two.
 */
export const participantId = 'converser.converser';
export const sidebarViewId = 'converser.conversation';
export const ensemblesViewId = 'converser.ensembles';
export const gatewayViewId = 'converser.gateway';
/** Under which VS Code's own agent finds the gateway. */
export const mcpProviderId = 'converser.gateway';
export const chatModelVendor = 'converser';

/** As `workbench.action.openWalkthrough` wants it: the extension and the walkthrough of it. */
export const walkthroughId = 'converser.converser#get-started';

export const commands = idsIn('converser', [
  'newConversation',
  'openConversation',
  'renameConversation',
  'deleteConversation',
  'askAboutSelection',
  'chooseModel',
  'checkModel',
  'connectToModels',
  'setApiKey',
  'removeApiKey',
  'refreshModels',
  'removeModelProvider',
  'editModels',
  'showTools',
  'undoTurn',
  'showTurnChanges',
  'undoChange',
  'undoOtherChanges',
  'managePermissions',
  'declareClean',
  'toggleEnsemble',
  'runTool',
  'addMcpServer',
  'importMcpServers',
  'attachMcpResource',
  'useMcpPrompt',
  'restartMcpServer',
  'showMcpServerLog',
  'openEnsembleConfiguration',
  'signInToMcpServer',
  'signOutOfMcpServer',
  'approveMcpServer',
  'revokeMcpServerApproval',
  'reviewTools',
  'setMcpServerSecret',
  'clearMcpServerInputs',
  'startGateway',
  'restartGateway',
  'stopGateway',
  'useGateway',
  'revokeGatewayKey',
  'addToProgram',
  'launchClaudeCode',
  'launchCodex',
  'launchOpencode',
  'launchQwenCode',
  'doctor',
  'createExampleTool',
  'openWalkthrough',
  'showLog',
  'focusSidebar',
  'stop',
  'stopAfterRound',
  'sendNow',
  'showSpending',
]);

/** Not in the palette: buttons in chat answers run it with the question's id and an answer. */
export const answerCommand = 'converser.answerPermission';

/** Not in the palette: links in chat answers run it with the id of an invocation. */
export const showResultCommand = 'converser.showResult';

/** Not in the palette: the space bar runs it in the Ensembles view, for the selected row. */
export const toggleToolCommand = 'converser.ensembles.toggleTool';

/** Not in the palette: the menus of the Ensembles view run them. */
export const treeCommands = idsIn('converser.ensembles', ['enable', 'disable', 'acceptTool', 'tryAgain']);

/** Not in the palette: the menus of the Gateway view run them. */
export const gatewayCommands = idsIn('converser.gateway', [
  'stopRequest',
  'openRequest',
  'copyAddress',
  'copyReport',
  'changePort',
]);

/** Those that activation reads. The others are in `lazy-settings.ts`. */
export const settings = {
  modelProviders: 'modelProviders',
  contractPrompt: 'contractPrompt',
  gatewayStarts: 'gateway.startAutomatically',
} as const;

/** Each name with its id. Activation loads all of them, so the ids are not written out. */
function idsIn<const Name extends string, const Prefix extends string>(
  prefix: Prefix,
  names: readonly Name[],
): { readonly [N in Name]: `${Prefix}.${N}` } {
  return Object.fromEntries(names.map(name => [name, `${prefix}.${name}`])) as {
    readonly [N in Name]: `${Prefix}.${N}`;
  };
}
