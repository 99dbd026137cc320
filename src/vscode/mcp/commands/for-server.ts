import type { EnsembleRoster } from '../../../converser/ensemble/ensemble-roster.ts';
import { isMcpEnsemble } from '../../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import type { AskUser, Choice } from '../../window/ask-user.ts';
import type { Command } from '../../window/command.ts';
import { withoutIcons } from '../../window/markdown.ts';
import { ensembleIn } from './command-target.ts';

/** A command about one MCP server: the one that it is given, or else one that the user picks among those that fit. */
export type ForServer = (title: string, command: ServerCommand) => Command;

export interface ServerCommand {
  readonly run: (server: McpEnsemble) => Promise<void>;
  readonly fits?: (server: McpEnsemble) => boolean;
}

export interface ForServerPorts {
  readonly roster: EnsembleRoster;
  readonly ask: AskUser;
  readonly inform: (message: string) => void;
}

export function createForServer({ roster, ask, inform }: ForServerPorts): ForServer {
  return (title, { run, fits = () => true }) =>
    async given => {
      const servers = roster.ensembles.filter(isMcpEnsemble);
      const name = ensembleIn(given);
      const choices = servers.filter(fits).map(choiceOf);
      if (name === undefined && choices.length === 0) return inform(noneText(servers.length));
      const server =
        name === undefined
          ? await ask.pick({ title, placeholder: 'Select an MCP server', choices })
          : servers.find(each => each.name === name);
      if (server !== undefined) await run(server);
    };
}

function noneText(servers: number): string {
  return servers === 0
    ? 'There are no MCP servers yet. Add one with “Converser: Add MCP Server…”.'
    : "This doesn't apply to any of your MCP servers.";
}

function choiceOf(server: McpEnsemble): Choice<McpEnsemble> {
  const { state, name } = server;
  const detail = state.status === 'failed' ? { detail: withoutIcons(state.error.message) } : {};
  return { label: withoutIcons(server.title), description: name, ...detail, value: server };
}
