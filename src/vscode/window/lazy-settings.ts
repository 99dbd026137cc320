/** The settings that are read once what they are about is loaded. Activation needs none of them. */
export const lazySettings = {
  model: 'model',
  permissions: 'permissions',
  permissionMode: 'permissionMode',
  protectedPlaces: 'protectedPlaces',
  questionTimeLimit: 'questionTimeLimit',
  questionSound: 'questionSound',
  tools: 'tools',
  ensembles: 'ensembles',
  ensemblesFolder: 'ensemblesFolder',
  roundLimit: 'roundLimit',
  resultLimit: 'resultLimit',
  compactAt: 'compactAt',
  toolsOnDemandAt: 'toolsOnDemandAt',
  /** The older form of those that `capSetting` names. */
  caps: 'caps',
  mcpFiles: 'mcpFiles',
  clientMetadataUrl: 'clientMetadataUrl',
  localHosts: 'localHosts',
  trustedSources: 'trustedSources',
  modelOptions: 'modelOptions',
  fallbacks: 'fallbacks',
  instructions: 'instructions',
  sandbox: 'shell.sandbox',
  writableFolders: 'shell.writableFolders',
} as const;

export const gatewaySettings = {
  port: 'gateway.port',
  fallbacks: 'gateway.fallbacks',
  host: 'gateway.host',
  hostNames: 'gateway.hostNames',
  origins: 'gateway.origins',
  limits: 'gateway.limits',
  logsContent: 'gateway.logContent',
} as const;
