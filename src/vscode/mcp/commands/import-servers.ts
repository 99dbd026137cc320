import type { ImportOutcome } from '../../../ensembles/mcp/import/import-servers.ts';
import type { ImportableServer } from '../../../ensembles/mcp/import/read-client-entry.ts';
import type { AskUser, Choice } from '../../window/ask-user.ts';
import { withoutIcons } from '../../window/markdown.ts';

export interface ImportParts {
  readonly ask: AskUser;
  /** What other programs on this machine know. */
  readonly find: () => Promise<{
    readonly servers: readonly ImportableServer[];
    readonly problems: readonly string[];
  }>;
  readonly take: (servers: readonly ImportableServer[]) => Promise<readonly ImportOutcome[]>;
  readonly inform: (message: string) => void;
  readonly show: (file: string) => Promise<void>;
}

/** Takes servers over from the files of other programs, which are left as they are. */
export async function importFromClients({ ask, find, take, inform, show }: ImportParts): Promise<void> {
  const { servers, problems } = await find();
  if (servers.length === 0) {
    const reason = problems.length === 0 ? '' : ` ${problems.join(' ')}`;
    return inform(`No other program on this machine has MCP servers that could be taken over.${reason}`);
  }
  const all = { label: `$(check-all) All ${servers.length}`, value: servers };
  const chosen = await ask.pick<readonly ImportableServer[]>({
    title: 'Import MCP Servers',
    placeholder: 'Each becomes a descriptor of your own; what looks like a key goes to the secret storage',
    choices: [...(servers.length > 1 ? [all] : []), ...servers.map(choiceOf)],
  });
  if (chosen === undefined) return;
  const outcomes = await take(chosen);
  inform(outcomes.map(sayOutcome).join(' '));
  const [first] = outcomes.filter(outcome => outcome.kind === 'imported');
  if (first !== undefined) await show(first.file);
}

function choiceOf(server: ImportableServer): Choice<readonly ImportableServer[]> {
  const { definition, client, file } = server;
  const { transport, name } = definition;
  const launch =
    transport.kind === 'stdio' ? [transport.command, ...transport.args].join(' ') : transport.url;
  return {
    label: withoutIcons(name),
    description: withoutIcons(launch),
    detail: withoutIcons(file),
    group: client,
    value: [server],
  };
}

function sayOutcome(outcome: ImportOutcome): string {
  const { name } = outcome.server.definition;
  if (outcome.kind === 'left') return `${name} was left: ${outcome.reason}`;
  const kept = outcome.secrets.length === 0 ? '' : ` Its keys are in the secret storage.`;
  return `${name} is imported.${kept}`;
}
