import { type CapSetting, capKinds, capSetting, scopes } from '../converser/words/spending/caps.ts';

export const contributedKeys = [
  'model',
  'modelProviders',
  'modelOptions',
  'instructions',
  'fallbacks',
  'permissionMode',
  'permissions',
  'protectedPlaces',
  'tools',
  'ensembles',
  'ensemblesFolder',
  'localHosts',
  'trustedSources',
  'shell.sandbox',
  'shell.writableFolders',
  'questionTimeLimit',
  'limits.costPerTurn',
  'limits.costPerDay',
  'limits.tokensPerTurn',
  'roundLimit',
  'mcpFiles',
  'gateway.startAutomatically',
  'gateway.port',
  'gateway.limits',
  'gateway.network',
] as const;

export type SettingKey = (typeof contributedKeys)[number] | CapSetting | 'gateway.logContent';

export const settingKeys: readonly SettingKey[] = [
  ...new Set<SettingKey>([
    ...contributedKeys,
    ...scopes.flatMap(scope => capKinds.map(kind => capSetting({ scope, kind }))),
    'gateway.logContent',
  ]),
];
