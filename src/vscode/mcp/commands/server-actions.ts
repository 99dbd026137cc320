import { namedValues } from '../../../ensembles/mcp/definition/named-values.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { PossibleAction } from '../../common/pick-action.ts';
import { type EnsembleNode, isWithheld, needsSignIn } from '../../tools-view/ensembles-tree-nodes.ts';
import type { ReviewTools } from '../changes/review-tools.ts';
import type { ServerLogs } from '../server-logs.ts';
import type { RestartServer } from './restart-server.ts';
import { type SignIns, signIn } from './sign-in.ts';

export interface Launches {
  isApproved(server: McpEnsemble): boolean;
  /** Lets Converser ask again after the user has declined. */
  reconsider(server: McpEnsemble): void;
  revoke(server: McpEnsemble): Promise<void>;
}

export interface ServerActionPorts {
  readonly restart: RestartServer;
  readonly launches: Launches;
  readonly signIns: SignIns;
  readonly logs: Pick<ServerLogs, 'show'>;
  readonly review: ReviewTools;
  readonly setSecret: (names: readonly string[]) => Promise<void>;
  readonly inform: (message: string) => void;
}

/** What the server waits for comes first. */
export function serverActions(
  server: McpEnsemble,
  { isEnabled: isOn, children }: EnsembleNode,
  ports: ServerActionPorts,
): readonly PossibleAction[] {
  const { name, state, definition } = server;
  const { restart, launches, signIns, logs, review, setSecret } = ports;
  const mayStart = definition.origin !== 'workspace' || launches.isApproved(server);
  const start = async () => {
    launches.reconsider(server);
    await restart(server);
  };
  const waits = state.status === 'failed' && needsSignIn(state.error);
  const signingIn = {
    label: signIns.has(name) ? 'Sign In Again' : 'Sign In',
    icon: 'sign-in',
    run: async () => ((await signIn(server, signIns)) ? restart(server) : undefined),
  };
  const isRemote = definition.transport.kind !== 'stdio';
  const startText = server.server === 'stopped' ? 'Start' : 'Restart';
  const secrets = secretsOf(server);
  const description = secrets.join(', ');
  return [
    isOn && !mayStart && { id: 'approve', label: 'Approve…', icon: 'shield', run: start },
    children.some(isWithheld) && {
      id: 'review',
      label: 'Review Changed Tools…',
      icon: 'diff',
      run: () => review({ ensemble: name }),
    },
    isOn && waits && signingIn,
    isOn && mayStart && { label: startText, icon: 'debug-restart', run: start },
    { label: 'Show Log', icon: 'output', run: async () => logs.show(name) },
    isOn && isRemote && !waits && signingIn,
    signIns.has(name) && { label: 'Sign Out', icon: 'sign-out', run: () => signOut(server, ports) },
    definition.origin === 'workspace' &&
      mayStart && { label: 'Revoke Approval', icon: 'shield', run: () => revoke(server, ports) },
    description !== '' && { label: 'Set Secret…', description, icon: 'key', run: () => setSecret(secrets) },
  ];
}

async function signOut(server: McpEnsemble, { signIns, inform }: ServerActionPorts): Promise<void> {
  await signIns.signOut(server);
  await server.disconnect();
  inform(`You are signed out of ${server.title}.`);
}

async function revoke(server: McpEnsemble, { launches, inform }: ServerActionPorts): Promise<void> {
  await launches.revoke(server);
  await server.disconnect();
  inform(`Approval revoked. ${server.title} was stopped and will ask before it starts again.`);
}

function secretsOf({ definition }: McpEnsemble): readonly string[] {
  return namedValues(definition).flatMap(({ kind, name }) => (kind === 'secret' ? [name] : []));
}
