import * as vscode from 'vscode';
import type { Ensemble } from '../../../converser/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../../../converser/ensemble/ensemble-roster.ts';
import { fullName } from '../../../converser/ensemble/invoker.ts';
import { isMcpEnsemble } from '../../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import { needsSignIn } from '../../tools-view/ensembles-tree-nodes.ts';
import type { SwitchTool } from '../../tools-view/tool-choices.ts';
import type { AskUser, Choice } from '../../window/ask-user.ts';
import { commands, treeCommands } from '../../window/contributions.ts';
import { withoutIcons } from '../../window/markdown.ts';
import { writeSettings } from '../../window/settings.ts';
import { type ReviewParts, reviewTools } from '../changes/review-tools.ts';
import { showPlace } from '../questions/ask-launch.ts';
import type { ServerValues } from '../questions/server-values.ts';
import { setSecret } from '../questions/set-secret.ts';
import { attachResource, runPrompt } from '../references/insert-into-message.ts';
import type { MessageField } from '../references/message-field.ts';
import type { ServerLists } from '../references/server-lists.ts';
import type { ServerLogs } from '../server-logs.ts';
import { addServer } from './add-server.ts';
import { type ImportParts, importFromClients } from './import-servers.ts';

export interface McpCommandParts {
  readonly ask: AskUser;
  readonly roster: EnsembleRoster;
  readonly lists: ServerLists;
  readonly logs: ServerLogs;
  readonly values: ServerValues;
  readonly messageField: MessageField;
  readonly launches: Launches;
  readonly signIns: SignInCommands;
  readonly review: Omit<ReviewParts, 'ask' | 'inform'>;
  readonly imports: Pick<ImportParts, 'find' | 'take'>;
  readonly ownFolder: () => Promise<vscode.Uri>;
  /** The file that describes an ensemble. */
  readonly fileOf: (ensemble: Ensemble) => string | undefined;
  readonly switchTool: SwitchTool;
  readonly inform: (message: string) => void;
  /** Tells what went wrong; resolves with the button that was pressed. */
  readonly complain: (message: string, ...buttons: readonly string[]) => Thenable<string | undefined>;
}

export interface Launches {
  isApproved(server: McpEnsemble): boolean;
  /** Lets the person be asked again, although they have said no. */
  reconsider(server: McpEnsemble): void;
  revoke(server: McpEnsemble): Promise<void>;
}

export interface SignInCommands {
  signIn(server: McpEnsemble): Promise<void>;
  /** Ends a sign-in that is under way. */
  stop(server: McpEnsemble): Promise<void>;
  signOut(server: McpEnsemble): Promise<void>;
}

type Command = (...given: readonly unknown[]) => Promise<void>;

/** Milliseconds that a server may take to start when the person starts it by hand. */
const patience = 120_000;

/** What a person can do about MCP servers and ensembles, by command. */
export function mcpCommands(parts: McpCommandParts): Readonly<Record<string, Command>> {
  const { logs, launches, signIns, inform } = parts;
  const forServer =
    (title: string, run: (server: McpEnsemble) => Promise<void>, fits: Fits = () => true): Command =>
    async given => {
      const server = await whichServer(parts, { title, given, fits });
      if (server !== undefined) await run(server);
    };
  const isRemote: Fits = ({ definition }) => definition.transport.kind !== 'stdio';
  const isOfFolder: Fits = ({ definition }) => definition.origin === 'workspace';
  const enable =
    (isEnabled: boolean): Command =>
    async given => {
      const [ensemble, tool] = toolIn(given);
      if (ensemble !== undefined && tool !== undefined)
        return parts.switchTool(fullName({ ensemble, name: tool }), isEnabled);
      const name = nameIn(given);
      if (name !== undefined) await writeSettings.ensembleChoice(name, isEnabled);
    };
  return {
    [commands.addMcpServer]: () => addServer(parts),
    [commands.importMcpServers]: () =>
      importFromClients({ ...parts.imports, ask: parts.ask, inform, show: showPlace }),
    [commands.restartMcpServer]: forServer('Restart MCP Server', async server => {
      launches.reconsider(server);
      await restart(server, parts);
    }),
    [commands.showMcpServerLog]: forServer('Show MCP Server Log', async ({ name }) => logs.show(name)),
    [commands.openEnsembleConfiguration]: given => openEnsemble(parts, given),
    [commands.signInToMcpServer]: forServer(
      'Sign In to MCP Server',
      async server => {
        if (await signIn(server, signIns)) await restart(server, parts);
      },
      isRemote,
    ),
    [commands.signOutOfMcpServer]: forServer(
      'Sign Out of MCP Server',
      async server => {
        await signIns.signOut(server);
        await server.disconnect();
        inform(`You are signed out of ${server.title}.`);
      },
      isRemote,
    ),
    [commands.approveMcpServer]: forServer(
      'Approve MCP Server',
      async server => {
        launches.reconsider(server);
        await restart(server, parts);
      },
      server => isOfFolder(server) && !launches.isApproved(server),
    ),
    [commands.revokeMcpServerApproval]: forServer(
      'Revoke MCP Server Approval',
      async server => {
        await launches.revoke(server);
        await server.disconnect();
        inform(`${server.title} is stopped, and asks again before it is started.`);
      },
      server => isOfFolder(server) && launches.isApproved(server),
    ),
    [commands.reviewTools]: given =>
      reviewTools(
        { server: nameIn(given), tool: toolIn(given)[1] },
        { ...parts.review, ask: parts.ask, inform },
      ),
    [commands.attachMcpResource]: given => attachResource(parts, given),
    [commands.useMcpPrompt]: () => runPrompt(parts),
    [commands.setMcpServerSecret]: () => setSecret(parts),
    [commands.clearMcpServerInputs]: async () => {
      await parts.values.forgetInputs();
      inform('What MCP servers asked for is forgotten. They ask again when they are started the next time.');
    },
    [treeCommands.enable]: enable(true),
    [treeCommands.disable]: enable(false),
    [treeCommands.acceptTool]: async given => {
      const [ensemble, tool] = toolIn(given);
      const drifts = parts.review.drifts().filter(each => each.server === ensemble && each.tool === tool);
      if (drifts.length > 0) await parts.review.accept(drifts);
    },
  };
}

type Fits = (server: McpEnsemble) => boolean;

interface Which {
  readonly title: string;
  /** A node of the tree, or the name of an ensemble. */
  readonly given: unknown;
  readonly fits: Fits;
}

/** The server that a command is about; asks where nobody said so. */
async function whichServer(
  { roster, ask, inform }: McpCommandParts,
  { title, given, fits }: Which,
): Promise<McpEnsemble | undefined> {
  const servers = roster.ensembles.filter(isMcpEnsemble);
  const name = nameIn(given);
  if (name !== undefined) return servers.find(server => server.name === name);
  const choices = servers.filter(fits).map(choiceOf);
  if (choices.length === 0) {
    inform(servers.length === 0 ? 'There is no MCP server yet.' : 'There is no MCP server that this is for.');
    return undefined;
  }
  return ask.pick({ title, placeholder: 'Which server?', choices });
}

function choiceOf(server: McpEnsemble): Choice<McpEnsemble> {
  const { state, name } = server;
  const detail = state.status === 'failed' ? { detail: withoutIcons(state.error.message) } : {};
  return { label: withoutIcons(server.title), description: name, ...detail, value: server };
}

function nameIn(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  if (typeof given !== 'object' || given === null) return undefined;
  if ('fullName' in given) return toolIn(given)[0];
  return 'name' in given && typeof given.name === 'string' ? given.name : undefined;
}

/** The ensemble and the tool of a node. */
function toolIn(given: unknown): readonly [string?, string?] {
  if (typeof given !== 'object' || given === null || !('fullName' in given)) return [];
  const whole = String(given.fullName);
  const at = whole.indexOf(':');
  return [whole.slice(0, at), whole.slice(at + 1)];
}

/**
 * Whether the person has signed in. Who closes the page instead can tell so here, and otherwise has a few minutes in
 * which they can come back to it.
 */
async function signIn(server: McpEnsemble, signIns: SignInCommands): Promise<boolean> {
  const title = `Waiting for you to sign in to ${server.title} in your browser`;
  const how = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(how, async (_progress, token) => {
    token.onCancellationRequested(() => void signIns.stop(server));
    try {
      await signIns.signIn(server);
      return true;
    } catch (cause) {
      if (token.isCancellationRequested) return false;
      throw cause;
    }
  });
}

type Restarting = Pick<McpCommandParts, 'roster' | 'inform' | 'complain' | 'logs' | 'launches'>;

/** What is disabled stays so, whoever wants it to run has to say that first: nobody would see that it does. */
async function restart(server: McpEnsemble, parts: Restarting): Promise<void> {
  if (!parts.roster.isEnabled(server.name)) {
    return parts.inform(`${server.title} is disabled. Tick it in the Ensembles view to have it started.`);
  }
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: `Starting ${server.title}` },
    () => server.restart(AbortSignal.timeout(patience)),
  );
  // The command is done, though nobody may have read yet what came of it.
  void tellOfFailure(server, parts);
}

/** What a server wrote before it gave up is often all that tells why. */
async function tellOfFailure(server: McpEnsemble, parts: Restarting): Promise<void> {
  const { state, name, title } = server;
  if (state.status !== 'failed' || server.server === 'starting') return;
  const message = `${title} did not start. ${state.error.message}`;
  // Whoever has said no knows why, and nothing of it is in the log.
  if (!parts.launches.isApproved(server) || needsSignIn(state.error)) return parts.inform(message);
  const showLog = 'Show Log';
  if ((await parts.complain(message, showLog)) === showLog) parts.logs.show(name);
}

async function openEnsemble({ roster, ask, fileOf, inform }: McpCommandParts, given: unknown): Promise<void> {
  const name = nameIn(given);
  const choices = roster.ensembles
    .filter(ensemble => fileOf(ensemble) !== undefined)
    .map(ensemble => ({
      label: withoutIcons(ensemble.title),
      description: ensemble.name,
      value: ensemble.name,
    }));
  const chosen =
    name ?? (await ask.pick({ title: 'Open Configuration', placeholder: 'Of which ensemble?', choices }));
  const ensemble = roster.ensembles.find(each => each.name === chosen);
  const file = ensemble && fileOf(ensemble);
  if (file !== undefined) await showPlace(file);
  else if (chosen !== undefined) inform('There is no file that describes it.');
}
