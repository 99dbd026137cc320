import type { Memento } from 'vscode';
import { defined } from '../../converser/json/defined.ts';
import type { KeptConversations } from '../../gateway/conversations/kept-conversations.ts';
import { createGateway, type GatewayPorts } from '../../gateway/gateway.ts';
import { type Door, listen } from '../../gateway/listen.ts';
import type { ModelChoices } from '../../gateway/models/find-model.ts';
import { reachOf, reachWarnings } from '../../gateway/reach.ts';
import { openSpendings } from '../../vscode/gateway/gateway-spendings.ts';
import { warn } from '../../vscode/window/notices.ts';
import { readSettings } from '../../vscode/window/settings.ts';
import { limitWarnings } from './gateway-clients.ts';

export interface OpenGatewayOptions {
  /** Keeps what programs spent. */
  readonly globalState: Memento;
  readonly supervisor: () => string;
  readonly kept: KeptConversations;
}

/** Opens the gateway as your settings say, and warns of what in them is dangerous or can't be read. */
export async function openGateway(
  ports: GatewayPorts,
  { globalState, supervisor, kept }: OpenGatewayOptions,
): Promise<Door> {
  const reach = reachOf({
    address: readSettings.gatewayHost() || undefined,
    names: readSettings.gatewayHostNames(),
    origins: readSettings.gatewayOrigins(),
  });
  const gateway = createGateway(ports, {
    choices,
    origins: readSettings.gatewayOrigins,
    contentLog: () => (readSettings.gatewayLogsContent() ? line => ports.host.log.info(line) : undefined),
    spendings: openSpendings(globalState, ports.host.log),
    turns: { limits: readSettings.limits(), supervisor, kept },
  });
  const door = await listen(gateway, { port: readSettings.gatewayPort(), reach });
  for (const warning of [...reachWarnings(reach, door.port), ...limitWarnings()]) void warn(warning);
  return door;
}

/** Of your settings. */
function choices(): ModelChoices {
  const ordinary = readSettings.model() || undefined;
  return defined({
    ordinary,
    chains: readSettings.fallbacks(),
    fallbacks: readSettings.gatewayFallbacks(),
  });
}
