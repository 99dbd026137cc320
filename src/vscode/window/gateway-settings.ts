/** The settings of the gateway that are read once it is loaded. Activation needs none of them. */
export const gatewaySettings = {
  port: 'gateway.port',
  fallbacks: 'gateway.fallbacks',
  host: 'gateway.host',
  hostNames: 'gateway.hostNames',
  origins: 'gateway.origins',
  limits: 'gateway.limits',
  logsContent: 'gateway.logContent',
} as const;
