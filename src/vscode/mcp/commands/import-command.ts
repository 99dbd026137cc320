import type { ImportOutcome } from '../../../ensembles/mcp/import/import-servers.ts';
import type { ImportableServer } from '../../../ensembles/mcp/import/read-client-entry.ts';
import type { AskUser, Choice } from '../../common/ask-in-vscode.ts';
import { withoutIcons } from '../../common/markdown.ts';
import { showPlace } from '../questions/ask-launch.ts';

export interface Imports {
  readonly find: () => Promise<{
    readonly servers: readonly ImportableServer[];
    readonly problems: readonly string[];
  }>;
  readonly take: (servers: readonly ImportableServer[]) => Promise<readonly ImportOutcome[]>;
}

export interface ImportPorts {
  readonly ask: AskUser;
  readonly imports: Imports;
  readonly inform: (message: string) => void;
}

/** The files of other programs stay unchanged. */
export async function importFromClients({ ask, imports, inform }: ImportPorts): Promise<void> {
  const { servers, problems } = await imports.find();
  if (servers.length === 0) {
    const reason = problems.length === 0 ? '' : ` ${problems.join(' ')}`;
    return inform(`No MCP servers found in other programs.${reason}`);
  }
  const all = { label: `$(check-all) All ${servers.length}`, value: servers };
  const chosen = await ask.pick<readonly ImportableServer[]>({
    title: 'Import MCP Servers',
    placeholder: 'Each is imported as a descriptor; keys move to the secret storage',
    choices: [...(servers.length > 1 ? [all] : []), ...servers.map(choiceOf)],
  });
  if (chosen === undefined) return;
  const outcomes = await imports.take(chosen);
  inform(outcomes.map(outcomeText).join(' '));
  const [first] = outcomes.filter(outcome => outcome.kind === 'imported');
  if (first !== undefined) await showPlace(first.file);
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

function outcomeText(outcome: ImportOutcome): string {
  const { name } = outcome.server.definition;
  if (outcome.kind === 'left') return `${name} was not imported: ${outcome.reason}`;
  const kept = outcome.secrets.length === 0 ? '' : ' Its keys are in the secret storage.';
  return `Imported ${name}.${kept}`;
}
