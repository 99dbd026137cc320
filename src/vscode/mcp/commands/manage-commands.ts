import { isMcpEnsemble } from '../../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { AskUser, Choice } from '../../common/ask-in-vscode.ts';
import { commands, treeCommands } from '../../common/contributions.ts';
import { withoutIcons } from '../../common/markdown.ts';
import { type PossibleAction, pickAction } from '../../common/pick-action.ts';
import type { Commands } from '../../common/vscode-command.ts';
import type { EnsembleNode, ToolNode, TreeNode } from '../../tools-view/ensembles-tree-nodes.ts';
import type { ServerValues } from '../questions/server-values.ts';
import { ensembleIn, toolIn } from './command-target.ts';

export interface ManagePorts {
  readonly ask: AskUser;
  readonly tree: { readonly nodes: readonly TreeNode[] };
  readonly actionsOf: (row: EnsembleNode | ToolNode) => readonly PossibleAction[];
  readonly values: Pick<ServerValues, 'hasInputs' | 'forgetInputs'>;
  readonly inform: (message: string) => void;
}

/** Both commands take a row, or the name of an ensemble, and the id of an action that is wanted. */
export function manageCommands(ports: ManagePorts): Commands {
  const manage = async (given: unknown, wanted: unknown) => {
    if (ensembleIn(given) === undefined) return manageServer(ports);
    const row = rowOf(given, ports);
    if (row !== undefined) await manageRow(row, ports, wanted);
  };
  return { [commands.manageMcpServer]: manage, [treeCommands.manage]: manage };
}

/** The given row may be out of date. */
function rowOf(given: unknown, { tree }: ManagePorts): EnsembleNode | ToolNode | undefined {
  const name = ensembleIn(given);
  const tool = toolIn(given)?.tool;
  const ensemble = tree.nodes.filter(node => node.kind === 'ensemble').find(node => node.name === name);
  return tool === undefined ? ensemble : ensemble?.children.find(child => child.name === tool);
}

function manageRow(
  row: EnsembleNode | ToolNode,
  { ask, actionsOf }: ManagePorts,
  wanted?: unknown,
): Promise<boolean> {
  const title = row.kind === 'ensemble' ? `${row.title}: ${row.status.word}` : row.fullName;
  return pickAction(actionsOf(row), { ask, title: withoutIcons(title), wanted });
}

/** Leaving the actions of a server leads back to the list. */
async function manageServer(ports: ManagePorts): Promise<void> {
  const { ask, tree, values, inform } = ports;
  for (;;) {
    const servers = tree.nodes.filter(isServer);
    const choices = [...servers.map(choiceOf), ...(values.hasInputs ? [clearInputs] : [])];
    if (choices.length === 0)
      return inform('There are no MCP servers yet. Add one with “Converser: Add MCP Server…”.');
    const chosen = await ask.pick({
      title: 'Manage MCP Server',
      placeholder: 'Select an MCP server',
      choices,
    });
    if (chosen === undefined) return;
    if (chosen === 'clear-inputs') {
      await values.forgetInputs();
      return inform('Saved inputs cleared. MCP servers will ask again the next time they start.');
    }
    if (await manageRow(chosen, ports)) return;
  }
}

function isServer(node: TreeNode): node is EnsembleNode {
  return node.kind === 'ensemble' && isMcpEnsemble(node.ensemble);
}

function choiceOf(server: EnsembleNode): Choice<EnsembleNode | 'clear-inputs'> {
  const { title, status } = server;
  return {
    label: withoutIcons(title),
    icon: status.icon,
    description: status.word,
    ...(status.reason === undefined ? {} : { detail: withoutIcons(status.reason) }),
    value: server,
  };
}

const clearInputs: Choice<'clear-inputs'> = {
  label: 'Clear Saved Inputs',
  icon: 'clear-all',
  description: 'Your answers to MCP servers’ questions for values',
  group: 'All MCP servers',
  value: 'clear-inputs',
};
