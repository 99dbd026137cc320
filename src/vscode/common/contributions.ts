/**
 * Ids and names that `package.json` and the code share. A test compares the two. Those that activation needs are in
 * `activation-ids.ts`.
 */
export const gatewayViewId = 'converser.gateway';
/** Under which VS Code's own agent finds the gateway. */
export const mcpProviderId = 'converser.gateway';

export const commands = idsIn('converser', [
  'newConversation',
  'openConversation',
  'renameConversation',
  'deleteConversation',
  'compactConversation',
  'askAboutSelection',
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
  'createExampleTool',
  'openWalkthrough',
  'openGuide',
  'showLog',
  'focusSidebar',
  'stop',
  'stopAfterRound',
  'showSpending',
]);

/** Not in the palette: the menus of the Ensembles view run them. */
export const treeCommands = idsIn('converser.ensembles', ['manage']);

/** Not in the palette: the menus of the Gateway view run them. */
export const gatewayCommands = idsIn('converser.gateway', ['stopRequest']);

/** Each name with its id. */
function idsIn<const Name extends string, const Prefix extends string>(
  prefix: Prefix,
  names: readonly Name[],
): { readonly [N in Name]: `${Prefix}.${N}` } {
  return Object.fromEntries(names.map(name => [name, `${prefix}.${name}`])) as {
    readonly [N in Name]: `${Prefix}.${N}`;
  };
}
