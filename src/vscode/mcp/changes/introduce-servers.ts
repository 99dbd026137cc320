import type * as vscode from 'vscode';
import type { Disposable } from '../../../converser/ground/async/listeners.ts';
import { countText } from '../../../converser/ground/wording/numbers.ts';
import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import { offeredTrust } from '../../../converser/words/ensemble/offered-trust.ts';
import type { Source } from '../../../converser/words/labels/label.ts';
import { isMcpEnsemble } from '../../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';

export interface IntroductionPorts {
  readonly launchOf: (server: McpEnsemble) => string;
  /** The name of the file that pins what servers say of their tools. */
  readonly lockFile: string;
  readonly state: Pick<vscode.Memento, 'get' | 'update'>;
  readonly trusts: (source: Source) => boolean;
  readonly trust: (source: Source) => PromiseLike<void>;
  readonly showTools: (server: McpEnsemble) => PromiseLike<void>;
  readonly ask: (message: string, ...buttons: readonly string[]) => PromiseLike<string | undefined>;
}

/** Asks once about each server whether you trust it, as soon as its tools are known, and again if it starts otherwise. */
export function introduceServers(
  roster: Pick<EnsembleRoster, 'ensembles' | 'onDidChange'>,
  ports: IntroductionPorts,
): Disposable {
  const { launchOf, state, trusts } = ports;
  const asked = new Set<string>();
  const met = () => state.get<readonly string[]>(key, []);
  async function meet(server: McpEnsemble): Promise<void> {
    const launch = `${server.name} ${launchOf(server)}`;
    const offered = server.state.status === 'ready' ? offeredTrust(server.invokers) : [];
    if (offered.length === 0 || offered.some(trusts) || asked.has(launch) || met().includes(launch)) return;
    asked.add(launch);
    await introduce(server, offered, ports);
    await state.update(key, [...met(), launch]);
  }
  return roster.onDidChange(() => {
    for (const server of roster.ensembles.filter(isMcpEnsemble)) void meet(server);
  });
}

async function introduce(
  server: McpEnsemble,
  offered: readonly Source[],
  { lockFile, ask, trust, showTools }: IntroductionPorts,
): Promise<void> {
  const tools = countText(server.invokers.length, 'tool');
  const message = `The MCP server ${server.title} is connected, with ${tools}, which ${lockFile} pins. Unless you trust what it says of them, you are asked before a model changes anything.`;
  const choices = new Map(offered.map((source, at) => [labels[at] ?? '', source]));
  let answer = await ask(message, ...choices.keys(), 'Show Tools');
  while (answer === 'Show Tools') {
    await showTools(server);
    answer = await ask(message, ...choices.keys());
  }
  const chosen = choices.get(answer ?? '');
  if (chosen !== undefined) await trust(chosen);
}

const key = 'converser.introducedServers';

/** In the order in which trust is offered. */
const labels = ['Trust What It Says', 'Trust Its Results, Too'];
