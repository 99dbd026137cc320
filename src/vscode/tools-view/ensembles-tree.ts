import * as vscode from 'vscode';
import type { InvokerBreakers } from '../../converser/call/invocation/invoker-breakers.ts';
import { tokenCountText } from '../../converser/ground/wording/numbers.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import type { Ensemble } from '../../converser/words/ensemble/ensemble.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import { isMcpEnsemble } from '../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import { commands, treeCommands } from '../common/contributions.ts';
import {
  type EnsembleNode,
  ensembleNode,
  type HintNode,
  inOrderOfNeed,
  isWithheld,
  type ServerKnowledge,
  type ToolNode,
  type TreeNode,
  toolCountText,
} from './ensembles-tree-nodes.ts';
import { ensembleTooltip, toolTooltip } from './ensembles-tree-tooltip.ts';

export interface EnsemblesTreeOptions {
  readonly roster: EnsembleRoster;
  readonly knowledge: ServerKnowledge;
  readonly breakers: Pick<InvokerBreakers, 'paused' | 'onDidChange'>;
  readonly originOf: (ensemble: Ensemble) => string | undefined;
  readonly onDidChangeKnowledge: (listener: () => void) => vscode.Disposable;
}

export interface EnsemblesTree extends vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly nodes: readonly TreeNode[];
  readonly onDidChangeTreeData: vscode.Event<undefined>;
}

/** In milliseconds. Starting servers cause many changes at once. */
const pause = 100;

export function createEnsemblesTree(options: EnsemblesTreeOptions): EnsemblesTree {
  const { roster } = options;
  const changes = createBundledEvent(pause);
  const subscriptions = [
    roster.onDidChange(changes.fire),
    options.onDidChangeKnowledge(changes.fire),
    followPauses(options.breakers, changes.fire),
    changes,
  ];

  function roots(): readonly TreeNode[] {
    const nodes = inOrderOfNeed(roster.ensembles.map(ensemble => ensembleNode(ensemble, options)));
    return nodes.some(({ ensemble }) => isMcpEnsemble(ensemble)) ? nodes : [...nodes, ...hints];
  }

  return {
    get nodes() {
      return roots();
    },
    onDidChangeTreeData: changes.event,
    getChildren(node) {
      if (node === undefined) return [...roots()];
      if (node.kind !== 'ensemble') return [];
      // Opening the node connects, and the tools appear when they are known.
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
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** Rows say how long a tool is paused, so they change when that is over, too. */
function followPauses(breakers: EnsemblesTreeOptions['breakers'], changed: () => void): { dispose(): void } {
  let over: NodeJS.Timeout | undefined;
  const update = () => {
    changed();
    clearTimeout(over);
    const waits = breakers.paused.map(({ wait }) => wait).filter(wait => wait > 0);
    over = waits.length === 0 ? undefined : setTimeout(update, Math.min(...waits));
  };
  const listening = breakers.onDidChange(update);
  return {
    dispose() {
      listening.dispose();
      clearTimeout(over);
    },
  };
}

function createBundledEvent(milliseconds: number) {
  const emitter = new vscode.EventEmitter<undefined>();
  let due: NodeJS.Timeout | undefined;
  return {
    event: emitter.event,
    fire() {
      due ??= setTimeout(() => {
        due = undefined;
        emitter.fire(undefined);
      }, milliseconds);
    },
    dispose() {
      clearTimeout(due);
      emitter.dispose();
    },
  };
}

const hints: readonly HintNode[] = [
  { kind: 'hint', label: 'Add MCP Server…', icon: 'add', command: commands.addMcpServer },
  {
    kind: 'hint',
    label: 'Import MCP Servers…',
    icon: 'cloud-download',
    command: commands.importMcpServers,
  },
];

const colors: Readonly<Record<string, string>> = {
  error: 'list.errorForeground',
  warning: 'list.warningForeground',
  shield: 'list.warningForeground',
  key: 'list.warningForeground',
  pass: 'testing.iconPassed',
};

function themed(icon: string): vscode.ThemeIcon {
  const color = colors[icon];
  return color === undefined
    ? new vscode.ThemeIcon(icon)
    : new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
}

function ensembleItem(node: EnsembleNode, { originOf }: EnsemblesTreeOptions): vscode.TreeItem {
  const { name, title, status, total, tokens, isEnabled, children } = node;
  const isEmpty = children.length === 0 && node.ensemble.state.status !== 'disconnected';
  const item = new vscode.TreeItem(
    title,
    isEmpty ? vscode.TreeItemCollapsibleState.None : vscode.TreeItemCollapsibleState.Collapsed,
  );
  const tools = toolCountText(node);
  const cost = total === 0 ? [] : [tools, `~${tokenCountText(tokens)} tokens`];
  item.id = name;
  item.description = [status.word, ...cost].join(' · ');
  item.iconPath = themed(status.icon);
  item.contextValue = 'ensemble';
  item.tooltip = markdown(ensembleTooltip(node, { origin: originOf(node.ensemble) }));
  item.checkboxState = {
    state: isEnabled ? vscode.TreeItemCheckboxState.Checked : vscode.TreeItemCheckboxState.Unchecked,
    tooltip: isEnabled ? 'Enabled: models may use its tools' : 'Disabled',
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
  const { fullName, invoker, problem, off } = node;
  // A change of a server's instructions has no name of a tool.
  const name = visibleLine(node.name) || 'Instructions';
  const item = new vscode.TreeItem(name);
  const word = wordOf(node);
  item.id = `${problem?.kind ?? 'tool'} ${fullName}`;
  item.description = word;
  item.iconPath = themed(iconOf(node));
  item.contextValue = problem?.kind ?? (node.paused === undefined ? 'tool' : 'paused tool');
  item.tooltip = markdown(toolTooltip(node));
  const does = invoker === undefined ? [] : [invoker.annotations.readOnly === true ? 'read-only' : ''];
  item.accessibilityInformation = {
    label: [name, ...does, word, problem?.message ?? node.paused?.message].filter(Boolean).join(', '),
  };
  if (problem === undefined) item.checkboxState = toolCheckbox(name, off);
  if (isWithheld(node)) {
    const row = { fullName };
    item.command = { command: treeCommands.manage, title: 'Review Change', arguments: [row, 'review'] };
  }
  return item;
}

function toolCheckbox(name: string, off: string | undefined): NonNullable<vscode.TreeItem['checkboxState']> {
  const { Checked, Unchecked } = vscode.TreeItemCheckboxState;
  return {
    state: off === undefined ? Checked : Unchecked,
    tooltip: off ?? 'Models may use it while its ensemble is enabled',
    accessibilityInformation: { label: `Enable ${name}`, role: 'checkbox' },
  };
}

function wordOf({ problem, off, paused, tokens, invoker }: ToolNode): string {
  if (problem !== undefined) return 'change' in problem ? problem.change : problemWords[problem.kind];
  if (paused !== undefined) return 'paused: keeps failing';
  if (off !== undefined) return 'off';
  return [invoker?.offer ?? '', `~${tokenCountText(tokens)} tokens`].filter(Boolean).join(' · ');
}

const problemWords = {
  quarantined: 'has changed',
  unusable: 'not offered',
  'task-only': 'not offered',
  unknown: 'unknown tool',
} as const;

function iconOf({ invoker, problem, paused }: ToolNode): string {
  if (problem !== undefined || paused !== undefined) return 'warning';
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
