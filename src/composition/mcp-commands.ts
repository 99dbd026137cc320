import type { Ensemble } from '../converser/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import { diffTexts } from '../ensembles/mcp/lock/drift-text.ts';
import { type DriftDocuments, reviewCommands } from '../vscode/mcp/changes/review-tools.ts';
import { addServer } from '../vscode/mcp/commands/add-server.ts';
import { type EnsembleCommandPorts, ensembleCommands } from '../vscode/mcp/commands/ensemble-commands.ts';
import { createForServer } from '../vscode/mcp/commands/for-server.ts';
import { importFromClients } from '../vscode/mcp/commands/import-servers.ts';
import { createRestartServer } from '../vscode/mcp/commands/restart-server.ts';
import { serverCommands } from '../vscode/mcp/commands/server-commands.ts';
import { signInCommands } from '../vscode/mcp/commands/sign-in-commands.ts';
import { valueCommands } from '../vscode/mcp/commands/value-commands.ts';
import { type MessageField, referenceCommands } from '../vscode/mcp/references/reference-commands.ts';
import { createToolSwitch } from '../vscode/tools-view/tool-choices.ts';
import type { AskUser } from '../vscode/window/ask-user.ts';
import type { Commands } from '../vscode/window/command.ts';
import { commands } from '../vscode/window/contributions.ts';
import { complain, inform as show } from '../vscode/window/notices.ts';
import type { McpInVscode } from './compose-mcp.ts';

export interface McpCommandOptions {
  readonly mcp: McpInVscode;
  readonly roster: EnsembleRoster;
  readonly messageField: MessageField;
  readonly documents: DriftDocuments;
  readonly fileOf: (ensemble: Ensemble) => string | undefined;
  readonly broken: EnsembleCommandPorts['broken'];
}

/** What you can do about MCP servers and ensembles, by command, as `ask` asks about it. */
export function mcpCommands(
  ask: AskUser,
  { mcp, roster, messageField, documents, fileOf, broken }: McpCommandOptions,
): Commands {
  const { logs, values, launches, signIns, imports, changes, ownFolder } = mcp;
  const inform = (message: string) => void show(message);
  const forServer = createForServer({ roster, ask, inform });
  const restart = createRestartServer({ roster, launches, logs, inform, complain });
  return {
    [commands.addMcpServer]: () => addServer({ ask, ownFolder }),
    [commands.importMcpServers]: () => importFromClients({ ask, imports, inform }),
    ...serverCommands({ forServer, restart, launches, logs, inform }),
    ...signInCommands({ forServer, restart, signIns, inform }),
    ...ensembleCommands({ ask, roster, fileOf, broken, switchTool: createToolSwitch(roster), inform }),
    ...valueCommands({ ask, values, inform }),
    ...reviewCommands({ ask, drifts: changes.all, diffTexts, accept: changes.accept, documents, inform }),
    ...referenceCommands({ ask, roster, logs, messageField, inform }),
  };
}
