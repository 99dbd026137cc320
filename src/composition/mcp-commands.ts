import type { InvokerBreakers } from '../converser/call/invocation/invoker-breakers.ts';
import type { Ensemble } from '../converser/words/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../converser/words/ensemble/ensemble-roster.ts';
import type { Invoker } from '../converser/words/ensemble/invoker.ts';
import { isMcpEnsemble } from '../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import { diffTexts } from '../ensembles/mcp/lock/drift-text.ts';
import { setEnabledCommand } from '../vscode/activation-ids.ts';
import type { AskUser } from '../vscode/common/ask-in-vscode.ts';
import { commands } from '../vscode/common/contributions.ts';
import { complain, inform as show } from '../vscode/common/notices.ts';
import type { TextDiffs } from '../vscode/common/text-diffs.ts';
import type { Commands } from '../vscode/common/vscode-command.ts';
import { type ReviewTools, reviewTools } from '../vscode/mcp/changes/review-tools.ts';
import { type AddServerPorts, addServer } from '../vscode/mcp/commands/add-server.ts';
import { ensembleActions, setEnabled, toolActions } from '../vscode/mcp/commands/ensemble-actions.ts';
import { importFromClients } from '../vscode/mcp/commands/import-command.ts';
import { type ManagePorts, manageCommands } from '../vscode/mcp/commands/manage-commands.ts';
import { createRestartServer, describedServer } from '../vscode/mcp/commands/restart-server.ts';
import { serverActions } from '../vscode/mcp/commands/server-actions.ts';
import { giveSecret, setSecret } from '../vscode/mcp/commands/set-secret.ts';
import { referenceCommands } from '../vscode/mcp/references/reference-commands.ts';
import { type ConversationPages, onPages } from '../vscode/sidebar/pages/conversation-pages.ts';
import { createToolSwitch } from '../vscode/tools-view/chosen-tools.ts';
import type { McpInVscode } from './compose-mcp.ts';

export interface McpCommandOptions {
  readonly mcp: McpInVscode;
  readonly roster: EnsembleRoster;
  readonly tree: ManagePorts['tree'];
  readonly breakers: Pick<InvokerBreakers, 'tryAgain'>;
  readonly pages: Pick<ConversationPages, 'active' | 'sidebar'>;
  readonly texts: TextDiffs;
  readonly fileOf: (ensemble: Ensemble) => string | undefined;
}

export function mcpCommands(ask: AskUser, options: McpCommandOptions): Commands {
  const { mcp, roster, tree, breakers, pages, texts, fileOf } = options;
  const { logs, values, imports, changes, ownFolder } = mcp;
  const switchTool = createToolSwitch(roster);
  const askForSecret = (names: readonly string[]) => setSecret(names, { ask, values, inform });
  const reviewing = { ask, drifts: changes.all, diffTexts, accept: changes.accept, diffs: texts, inform };
  const review: ReviewTools = of => reviewTools(of, reviewing);
  const give = (key: string, title: string) => giveSecret(key, { title, ask, values });
  const { launches } = mcp;
  const restart = createRestartServer({ launches, values, giveSecret: give, logs, inform, complain });
  const described: AddServerPorts['described'] = (name, text) =>
    ask.wait(`Adding ${name}`, signal => describedServer({ name, text }, roster, signal));
  const showDefinition = async (name: string, shown: Invoker | readonly Invoker[]) => {
    const { openAiTools, shownDefinition } = await import('../house/shown-definition.ts');
    const value = 'name' in shown ? shownDefinition(shown) : openAiTools(shown);
    await texts.open(`${name}.json`, JSON.stringify(value, null, 2));
  };
  const ofServers = { ...mcp, restart, review, inform, setSecret: askForSecret };
  const ofTools = { switchTool, tryAgain: breakers.tryAgain, review, showDefinition };
  return {
    [commands.addMcpServer]: () =>
      addServer({ ask, ownFolder, values, described, restart, giveSecret: give }),
    [commands.importMcpServers]: () => importFromClients({ ask, imports, inform }),
    [commands.setSecret]: () => askForSecret(values.secretNames),
    ...manageCommands({
      ask,
      tree,
      values,
      inform,
      actionsOf(row) {
        if (row.kind === 'tool') return toolActions(row, ofTools);
        const { ensemble } = row;
        const own = isMcpEnsemble(ensemble) ? serverActions(ensemble, row, ofServers) : [];
        return [...own, ...ensembleActions(row, { fileOf, showDefinition })];
      },
    }),
    [setEnabledCommand]: setEnabled(switchTool),
    ...onPages(pages, ({ page: messageField }) =>
      referenceCommands({ ask, roster, logs, messageField, inform }),
    ),
  };
}

const inform = (message: string) => void show(message);
