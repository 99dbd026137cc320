import type { Permissions } from '../../converser/call/permission/permissions.ts';
import type { Invoker } from '../../converser/words/ensemble/invoker.ts';
import type { Client } from '../guard/client-keys.ts';
import {
  type ClientConversations,
  type ClientState,
  type ConversationPorts,
  createClientConversations,
} from './client-conversations.ts';
import { createThreads, type Threads } from './threads.ts';

export interface Conversations {
  of(client: Client): ClientConversations;
  threadsOf(client: Client): Threads;
}

/** Clients with the same name share their conversations, as they share their limits. */
export function createConversations(ports: ConversationPorts): Conversations {
  const states = new Map<string, ClientState & { readonly threads: Threads }>();
  const stateOf = ({ name }: Client) => {
    const state = states.get(name) ?? {
      answering: new Set(),
      namespaces: new Map(),
      threads: createThreads(),
    };
    states.set(name, state);
    return state;
  };
  const asking = ({ name }: Client) => {
    const { permissions } = ports.ports;
    return { ...ports.ports, permissions: permissionsFor(name, permissions) };
  };
  return {
    of: client =>
      createClientConversations(
        { name: client.name, mayUse: toolsOf(client), state: stateOf(client) },
        { ...ports, ports: asking(client) },
      ),
    threadsOf: client => stateOf(client).threads,
  };
}

export function toolsOf({
  ensembles,
}: Pick<Client, 'ensembles'>): (invoker: Pick<Invoker, 'ensemble'>) => boolean {
  return ({ ensemble }) => ensembles?.includes(ensemble) ?? true;
}

export function permissionsFor(client: string, { decide }: Permissions): Permissions {
  return { decide: (call, signal) => decide({ ...call, client }, signal) };
}
