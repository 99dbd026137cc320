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

export const commands = {
  newConversation: 'converser.newConversation',
  openConversation: 'converser.openConversation',
  askAboutSelection: 'converser.askAboutSelection',
  chooseModel: 'converser.chooseModel',
  checkModel: 'converser.checkModel',
  connectToModels: 'converser.connectToModels',
  setApiKey: 'converser.setApiKey',
  removeApiKey: 'converser.removeApiKey',
  refreshModels: 'converser.refreshModels',
  removeModelProvider: 'converser.removeModelProvider',
  editModels: 'converser.editModels',
  showTools: 'converser.showTools',
  toggleEnsemble: 'converser.toggleEnsemble',
  runTool: 'converser.runTool',
  addMcpServer: 'converser.addMcpServer',
  importMcpServers: 'converser.importMcpServers',
  attachMcpResource: 'converser.attachMcpResource',
  useMcpPrompt: 'converser.useMcpPrompt',
  restartMcpServer: 'converser.restartMcpServer',
  showMcpServerLog: 'converser.showMcpServerLog',
  openEnsembleConfiguration: 'converser.openEnsembleConfiguration',
  signInToMcpServer: 'converser.signInToMcpServer',
  signOutOfMcpServer: 'converser.signOutOfMcpServer',
  approveMcpServer: 'converser.approveMcpServer',
  revokeMcpServerApproval: 'converser.revokeMcpServerApproval',
  reviewTools: 'converser.reviewTools',
  setMcpServerSecret: 'converser.setMcpServerSecret',
  clearMcpServerInputs: 'converser.clearMcpServerInputs',
  startGateway: 'converser.startGateway',
  restartGateway: 'converser.restartGateway',
  stopGateway: 'converser.stopGateway',
  useGateway: 'converser.useGateway',
  revokeGatewayKey: 'converser.revokeGatewayKey',
  addToProgram: 'converser.addToProgram',
  launchClaudeCode: 'converser.launchClaudeCode',
  launchCodex: 'converser.launchCodex',
  launchOpencode: 'converser.launchOpencode',
  launchQwenCode: 'converser.launchQwenCode',
  doctor: 'converser.doctor',
  createExampleTool: 'converser.createExampleTool',
  openWalkthrough: 'converser.openWalkthrough',
  showLog: 'converser.showLog',
  focusSidebar: 'converser.focusSidebar',
  stop: 'converser.stop',
} as const;

/** Not in the palette: buttons in chat answers run it with the question's id and an answer. */
export const answerCommand = 'converser.answerPermission';

/** Not in the palette: links in chat answers run it with the id of an invocation. */
export const showResultCommand = 'converser.showResult';

/** Not in the palette: the space bar runs it in the Ensembles view, for the selected row. */
export const toggleToolCommand = 'converser.ensembles.toggleTool';

/** Not in the palette: the menus of the Ensembles view run them. */
export const treeCommands = {
  enable: 'converser.ensembles.enable',
  disable: 'converser.ensembles.disable',
  acceptTool: 'converser.ensembles.acceptTool',
} as const;

/** Not in the palette: the menus of the Gateway view run them. */
export const gatewayCommands = {
  stopRequest: 'converser.gateway.stopRequest',
  openRequest: 'converser.gateway.openRequest',
  copyAddress: 'converser.gateway.copyAddress',
  copyReport: 'converser.gateway.copyReport',
  changePort: 'converser.gateway.changePort',
} as const;

export const settings = {
  model: 'model',
  modelProviders: 'modelProviders',
  roundLimit: 'roundLimit',
  resultLimit: 'resultLimit',
  contractPrompt: 'contractPrompt',
  caps: 'caps',
  ensemblesFolder: 'ensemblesFolder',
  ensembles: 'ensembles',
  mcpFiles: 'mcpFiles',
  clientMetadataUrl: 'clientMetadataUrl',
  permissions: 'permissions',
  tools: 'tools',
  gatewayPort: 'gateway.port',
  gatewayStarts: 'gateway.startAutomatically',
  gatewayFallbacks: 'gateway.fallbacks',
  gatewayHost: 'gateway.host',
  gatewayHostNames: 'gateway.hostNames',
  gatewayOrigins: 'gateway.origins',
  gatewayLimits: 'gateway.limits',
} as const;

export const contextKeys = {
  running: 'converser.running',
  gatewayRunning: 'converser.gatewayRunning',
} as const;
