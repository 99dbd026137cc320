import * as vscode from 'vscode';
import type { Ensemble } from '../../converser/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../../converser/ensemble/ensemble-roster.ts';
import { isMcpEnsemble } from '../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import { commands } from '../window/contributions.ts';
import {
  type EnsembleNode,
  ensembleNode,
  type HintNode,
  type ServerKnowledge,
  sayCount,
  sayTokens,
  type ToolNode,
  type TreeNode,
} from './ensembles-tree-nodes.ts';
import { ensembleTooltip, toolTooltip } from './ensembles-tree-tooltip.ts';

export interface EnsemblesTreeOptions {
  readonly roster: EnsembleRoster;
  readonly knowledge: ServerKnowledge;
  /** Where an ensemble comes from, in sentences. */
  readonly originOf: (ensemble: Ensemble) => string | undefined;
  readonly onDidChangeKnowledge: (listener: () => void) => vscode.Disposable;
}

export interface EnsemblesTree extends vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  /** The nodes of all ensembles as they are now. */
  readonly nodes: readonly TreeNode[];
  readonly onDidChangeTreeData: vscode.Event<undefined>;
}

/** Milliseconds. Much changes at the same time when servers start. */
const pause = 100;

/** Ensembles and their tools, with what can be done about them. */
export function createEnsemblesTree(options: EnsemblesTreeOptions): EnsemblesTree {
  const { roster } = options;
  const changes = new vscode.EventEmitter<undefined>();
  let due: NodeJS.Timeout | undefined;
  const changed = () => {
    due ??= setTimeout(() => {
      due = undefined;
      changes.fire(undefined);
    }, pause);
  };
  const subscriptions = [roster.onDidChange(changed), options.onDidChangeKnowledge(changed), changes];

  function roots(): readonly TreeNode[] {
    const nodes = roster.ensembles.map(ensemble => ensembleNode(ensemble, options));
    return nodes.some(({ ensemble }) => isMcpEnsemble(ensemble)) ? nodes : [...nodes, ...ways];
  }

  return {
    get nodes() {
      return roots();
    },
    onDidChangeTreeData: changes.event,
    getChildren(node) {
      if (node === undefined) return [...roots()];
      if (node.kind !== 'ensemble') return [];
      // Whoever opens it wants to see its tools; what it takes to know them is begun, and told when it is there.
      if (node.isEnabled && node.ensemble.state.status === 'disconnected')
        void node.ensemble.connect(AbortSignal.timeout(30_000));
      return [...node.children];
    },
    getTreeItem(node) {
      switch (node.kind) {
        case 'ensemble':
          return ensembleItem(node, options);
        case 'tool':
          return toolItem(node);
        case 'hint':
          return hintItem(node);
      }
    },
    dispose() {
      clearTimeout(due);
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

const ways: readonly HintNode[] = [
  { kind: 'hint', label: 'Add an MCP Server…', icon: 'add', command: commands.addMcpServer },
  {
    kind: 'hint',
    label: 'Import MCP Servers…',
    icon: 'cloud-download',
    command: commands.importMcpServers,
  },
];

const colours: Readonly<Record<string, string>> = {
  error: 'list.errorForeground',
  warning: 'list.warningForeground',
  shield: 'list.warningForeground',
  key: 'list.warningForeground',
  pass: 'testing.iconPassed',
};

function themed(icon: string): vscode.ThemeIcon {
  const colour = colours[icon];
  return colour === undefined
    ? new vscode.ThemeIcon(icon)
    : new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour));
}

function ensembleItem(node: EnsembleNode, { originOf }: EnsemblesTreeOptions): vscode.TreeItem {
  const { name, title, status, total, tokens, isEnabled, children } = node;
  const isEmpty = children.length === 0 && node.ensemble.state.status !== 'disconnected';
  const item = new vscode.TreeItem(
    title,
    isEmpty ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed,
  );
  const tools = sayCount(node);
  const cost = total === 0 ? [] : [tools, `~${sayTokens(tokens)} tokens`];
  item.id = name;
  item.description = [status.word, ...cost].join(' · ');
  item.iconPath = themed(status.icon);
  item.contextValue = node.context;
  item.tooltip = markdown(ensembleTooltip(node, { origin: originOf(node.ensemble) }));
  item.checkboxState = {
    state: isEnabled ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked,
    tooltip: isEnabled ? 'Enabled: its tools are offered to models' : 'Disabled',
    accessibilityInformation: { label: `Enable ${title}`, role: 'checkbox' },
  };
  item.accessibilityInformation = {
    label: [title, status.word, status.reason, ...(total === 0 ? [] : [tools, `about ${tokens} tokens`])]
      .filter(Boolean)
      .join(', '),
  };
  return item;
}

function toolItem(node: ToolNode): vscode.TreeItem {
  const { fullName, name, invoker, problem, off } = node;
  const item = new vscode.TreeItem(name);
  const word = wordOf(node);
  item.id = `${problem?.kind ?? 'tool'} ${fullName}`;
  item.description = word;
  item.iconPath = themed(iconOf(node));
  item.contextValue = node.context;
  item.tooltip = markdown(toolTooltip(node));
  const does = invoker === undefined ? [] : [invoker.annotations.readOnly === true ? 'only reads' : ''];
  item.accessibilityInformation = {
    label: [name, ...does, word, problem?.message].filter(Boolean).join(', '),
  };
  if (problem === undefined) item.checkboxState = toolCheckbox(name, off);
  return item;
}

function toolCheckbox(name: string, off: string | undefined): NonNullable<vscode.TreeItem['checkboxState']> {
  const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
  return {
    state: off === undefined ? Checked : Unchecked,
    tooltip: off ?? 'Offered to models while its ensemble is enabled',
    accessibilityInformation: { label: `Offer ${name}`, role: 'checkbox' },
  };
}

function wordOf({ problem, off, tokens }: ToolNode): string {
  if (problem !== undefined) return 'change' in problem ? problem.change : problemWords[problem.kind];
  return off === undefined ? `~${sayTokens(tokens)} tokens` : 'off';
}

const problemWords = {
  quarantined: 'has changed',
  unusable: 'not offered',
  unknown: 'there is no such tool',
} as const;

function iconOf({ invoker, problem }: ToolNode): string {
  if (problem !== undefined) return 'warning';
  return invoker?.annotations.readOnly === true ? 'eye' : 'edit';
}

function hintItem({ label, icon, command }: HintNode): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  item.iconPath = new vscode.ThemeIcon(icon);
  item.command = { command, title: label };
  item.accessibilityInformation = { label, role: 'button' };
  return item;
}

function markdown(value: string): vscode.MarkdownString {
  return new vscode.MarkdownString(value, true);
}
