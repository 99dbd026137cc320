import { reasonOf } from '../../../converser/ground/errors.ts';
import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import { mcpEnsembles } from '../../../ensembles/mcp/ensemble/mcp-ensembles.ts';
import type { AskUser, Choice } from '../../common/ask-in-vscode.ts';
import { withoutIcons } from '../../common/markdown.ts';
import type { ServerLogs } from '../server-logs.ts';

export interface PickPorts {
  readonly ask: AskUser;
  readonly roster: EnsembleRoster;
  readonly logs: Pick<ServerLogs, 'show'>;
}

type Chosen = () => Promise<string | undefined>;

export interface Entry {
  readonly label: string;
  readonly description: string;
  readonly detail: string | undefined;
  /** What is written into the message; `undefined` if you cancel a question about it. */
  readonly write: Chosen;
}

export interface PickEntryOptions {
  readonly title: string;
  readonly placeholder: string;
  readonly lists: readonly ((server: McpEnsemble, signal: AbortSignal) => Promise<readonly Entry[]>)[];
}

/** A list that fails becomes a choice that says why and leads to the log. */
export async function pickEntry(
  { ask, roster, logs }: PickPorts,
  { title, placeholder, lists }: PickEntryOptions,
): Promise<string | undefined> {
  const later = mcpEnsembles(roster).map(server => async (signal: AbortSignal) => {
    const results = await Promise.allSettled(lists.map(list => list(server, signal)));
    const entries = results.flatMap(each => (each.status === 'fulfilled' ? each.value : []));
    const choices = entries.map(entry => choiceOf(server, entry));
    // A server that does not start fails all lists for the same reason.
    const failed = results.find(each => each.status === 'rejected');
    return failed === undefined ? choices : [...choices, failure(server, failed.reason, logs)];
  });
  const chosen = await ask.pick<Chosen>({ title, placeholder, choices: [], later });
  return chosen?.();
}

function choiceOf(server: McpEnsemble, { label, description, detail, write }: Entry): Choice<Chosen> {
  return {
    label,
    description: withoutIcons(description),
    ...(detail === undefined ? {} : { detail: withoutIcons(detail) }),
    group: server.title,
    value: write,
  };
}

function failure(server: McpEnsemble, cause: unknown, logs: PickPorts['logs']): Choice<Chosen> {
  return {
    label: `$(error) ${withoutIcons(server.title)} didn’t respond`,
    description: 'Show MCP Server Log',
    detail: withoutIcons(reasonOf(cause).replaceAll(/\s+/g, ' ')),
    group: server.title,
    value: async () => void logs.show(server.name),
  };
}
