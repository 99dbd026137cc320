import { reasonOf } from '../../../converser/ground/errors.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { Choice, Pick as Question } from '../../common/ask-in-vscode.ts';
import { withoutIcons } from '../../common/markdown.ts';
import type { ServerLogs } from '../server-logs.ts';

export type Chosen = () => Promise<string | undefined>;

type Logs = Pick<ServerLogs, 'show'>;

export interface ServerChoicesOptions {
  readonly logs: Logs;
  readonly lists: readonly ((
    server: McpEnsemble,
    signal: AbortSignal,
  ) => Promise<readonly Choice<Chosen>[]>)[];
}

/** A list that fails becomes a choice that says why and leads to the log. */
export function serverChoices(
  servers: readonly McpEnsemble[],
  { lists, logs }: ServerChoicesOptions,
): NonNullable<Question<Chosen>['later']> {
  return servers.map(server => async signal => {
    const results = await Promise.allSettled(lists.map(list => list(server, signal)));
    const choices = results.flatMap(each => (each.status === 'fulfilled' ? each.value : []));
    // A server that does not start fails all lists for the same reason.
    const failed = results.find(each => each.status === 'rejected');
    return failed === undefined ? choices : [...choices, failure(server, failed.reason, logs)];
  });
}

function failure(server: McpEnsemble, cause: unknown, logs: Logs): Choice<Chosen> {
  return {
    label: `$(error) ${withoutIcons(server.title)} didn’t respond`,
    description: 'Show MCP Server Log',
    detail: withoutIcons(reasonOf(cause).replaceAll(/\s+/g, ' ')),
    group: server.title,
    value: async () => void logs.show(server.name),
  };
}
