import { reasonOf } from '../../../converser/errors.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { Choice, Pick as Question } from '../../window/ask-user.ts';
import { withoutIcons } from '../../window/markdown.ts';
import type { ServerLogs } from '../server-logs.ts';

/** What comes of a choice: something to be put into a message, or nothing. */
export type Chosen = () => Promise<string | undefined>;

type Logs = Pick<ServerLogs, 'show'>;

export interface ServerChoicesOptions {
  readonly logs: Logs;
  /** What may be chosen of a server, list by list. */
  readonly lists: readonly ((
    server: McpEnsemble,
    signal: AbortSignal,
  ) => Promise<readonly Choice<Chosen>[]>)[];
}

/**
 * What there is to choose of each server, as soon as that one has told it. A list that fails is no empty one: whoever
 * misses something in it finds there why, and the way to the log.
 */
export function serverChoices(
  servers: readonly McpEnsemble[],
  { lists, logs }: ServerChoicesOptions,
): NonNullable<Question<Chosen>['later']> {
  return servers.map(server => async signal => {
    const told = await Promise.allSettled(lists.map(list => list(server, signal)));
    const choices = told.flatMap(each => (each.status === 'fulfilled' ? each.value : []));
    // A server that does not start fails at all of them, for one reason.
    const failed = told.find(each => each.status === 'rejected');
    return failed === undefined ? choices : [...choices, failure(server, failed.reason, logs)];
  });
}

function failure(server: McpEnsemble, cause: unknown, logs: Logs): Choice<Chosen> {
  return {
    label: `$(error) ${withoutIcons(server.title)} did not say what it has`,
    description: 'Show Log',
    detail: withoutIcons(reasonOf(cause).replaceAll(/\s+/g, ' ')),
    group: server.title,
    value: async () => void logs.show(server.name),
  };
}
