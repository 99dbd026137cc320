import type * as vscode from 'vscode';
import type { Disposable } from '../converser/ground/async/listeners.ts';
import { mistakeInGlobs } from '../ensembles/workspace/protection/added-places.ts';
import type { Converser } from '../house/create-converser.ts';
import type { ConversationStore } from '../store/conversation-store.ts';
import { askAboutProblemCommand } from '../vscode/activation-ids.ts';
import { askAboutProblem } from '../vscode/commands/ask-about-problem.ts';
import { commitMessageCommands } from '../vscode/commands/commit-message.ts';
import { exchangeCommands } from '../vscode/commands/exchange-commands.ts';
import { createExchangeFiles } from '../vscode/commands/exchange-files.ts';
import { type ManageInstructionsPorts, manageInstructions } from '../vscode/commands/manage-instructions.ts';
import { createPalette, type PaletteOptions, showingFailures } from '../vscode/commands/palette.ts';
import { createSpendingPage, showSpending } from '../vscode/commands/show-spending.ts';
import type { AskUser } from '../vscode/common/ask-in-vscode.ts';
import { commands } from '../vscode/common/contributions.ts';
import { inform } from '../vscode/common/notices.ts';
import { showFailure } from '../vscode/common/show-failure.ts';
import { createTextDiffs } from '../vscode/common/text-diffs.ts';
import type { Commands } from '../vscode/common/vscode-command.ts';
import { checkCommand, createCardPanels } from '../vscode/models/check-model-command.ts';
import { modelProviderCommands } from '../vscode/models/model-provider-commands.ts';
import { declareClean } from '../vscode/questions/declare-clean.ts';
import { managePermissions } from '../vscode/questions/manage-permissions.ts';
import { type HistoryPorts, historyCommands } from '../vscode/sidebar/list-commands.ts';
import { type ConversationPages, onPages } from '../vscode/sidebar/pages/conversation-pages.ts';
import type { OwnModels } from './compose-models.ts';
import { composeExchange, type FolderStorage } from './exchange/compose-exchange.ts';
import { type McpCommandOptions, mcpCommands } from './mcp-commands.ts';
import { checkPorts, providerCommandPorts } from './model-commands.ts';

export interface CommandPorts {
  readonly converser: Converser;
  readonly pages: ConversationPages;
  readonly conversations: Pick<PaletteOptions, 'models' | 'roster'> &
    Pick<HistoryPorts, 'pool' | 'questions' | 'requests' | 'finished' | 'open'> & {
      readonly store: ConversationStore;
    };
  readonly servers: Omit<McpCommandOptions, 'texts'>;
  readonly ownModels: OwnModels;
  readonly choices: ManageInstructionsPorts['choices'];
  readonly ask: AskUser;
  readonly extensionUri: vscode.Uri;
  readonly storage: FolderStorage;
}

export function composeCommands(ports: CommandPorts): { readonly run: Commands } & Disposable {
  const { converser, conversations, ownModels, ask, extensionUri } = ports;
  const { host, instructions } = converser;
  const panels = createCardPanels(extensionUri);
  const spending = createSpendingPage(extensionUri);
  const check = checkPorts(ownModels, { host, panels });
  const texts = createTextDiffs('converser-tool');
  const notices = { inform, showFailure: (cause: unknown) => void showFailure(cause, host.log) };
  const files = createExchangeFiles();
  const run = {
    ...onPages(ports.pages, open => {
      const onPage = { ...conversations, ...open, pages: ports.pages, ids: host.ids };
      return {
        ...createPalette({ ...onPage, ask }),
        ...historyCommands({ ...onPage, ask, notices }),
        ...exchangeCommands({
          ...{ ...onPage, ...notices, ask, host, files },
          exchange: composeExchange(converser, { ...conversations, storage: ports.storage }),
          focusSidebar: () => open.page.focus(),
        }),
        [askAboutProblemCommand]: (...given) => askAboutProblem(given, open),
        [commands.managePermissions]: () =>
          managePermissions({
            ask,
            approvals: converser.approvals,
            roster: conversations.roster,
            mistakeInGlob: glob => mistakeInGlobs([glob]),
            conversation: () => open.conversation.id,
          }),
        [commands.declareClean]: () => declareClean({ ...onPage, ask, inform, vouching: converser.vouching }),
        [commands.showSpending]: wish =>
          showSpending({ ...onPage, totals: converser.totals, clock: host.clock, page: spending }, wish),
      };
    }),
    ...commitMessageCommands({ ...converser, ...conversations, runTurn: converser.converse, ask }),
    ...modelProviderCommands(providerCommandPorts(ownModels, ask)),
    [commands.checkModel]: (given: unknown, also: unknown) => checkCommand(check, given, also),
    [commands.manageInstructions]: () =>
      manageInstructions({ ...instructions, choices: ports.choices, onChoose: instructions.skills.choose }),
    ...mcpCommands(ask, { ...ports.servers, texts }),
  };
  return {
    run: showingFailures(run, host.log),
    dispose() {
      panels.dispose();
      spending.dispose();
      texts.dispose();
    },
  };
}
