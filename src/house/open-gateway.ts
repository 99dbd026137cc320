import { askingThrough, type Permissions } from '../converser/call/permission/permissions.ts';
import { defined } from '../converser/ground/json/defined.ts';
import type { Approver } from '../converser/words/permission/approver.ts';
import type { ExposureMemory } from '../gateway/conversations/client-exposure.ts';
import type { KeptConversations } from '../gateway/conversations/kept-conversations.ts';
import {
  createGateway,
  type GatewayOptions,
  type GatewayPorts,
  type SharedPorts,
} from '../gateway/gateway.ts';
import { type Door, type ListenOptions, listen } from '../gateway/listen.ts';
import type { Converser } from './create-converser.ts';

export interface DoorPorts extends Pick<GatewayPorts, 'keys' | 'activity'> {
  readonly converser: Converser;
  readonly approver: Approver;
  readonly permissionsOf?: ((permissions: Permissions) => Permissions) | undefined;
  readonly kept?: KeptConversations;
}

export type DoorOptions = Required<Pick<ListenOptions, 'port'>> &
  Pick<ListenOptions, 'reach'> &
  Omit<GatewayOptions, 'turns'>;

export function openGateway(
  { converser, keys, activity, approver, permissionsOf, kept }: DoorPorts,
  { port, reach, ...options }: DoorOptions,
): Promise<Door> {
  const ports = gatewayPorts({ converser, approver, permissionsOf });
  const gateway = createGateway(
    { ports, models: converser.models, keys, activity },
    {
      ...options,
      turns: defined({ supervisor: converser.supervisor, exposures: exposuresOf(converser), kept }),
    },
  );
  return listen(gateway, defined({ port, reach }));
}

export function exposuresOf(converser: Pick<Converser, 'undo' | 'roots'>): ExposureMemory {
  return { labels: converser.undo.labels, roots: () => converser.roots.map(root => root.path) };
}

export function gatewayPorts({
  converser,
  approver,
  permissionsOf = own => own,
}: Pick<DoorPorts, 'converser' | 'approver' | 'permissionsOf'>): SharedPorts {
  const { models: _models, fallbacks: _fallbacks, permissions, ...shared } = converser.ports();
  return { ...shared, permissions: permissionsOf(askingThrough(approver, permissions)) };
}
