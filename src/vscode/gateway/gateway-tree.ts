import * as vscode from 'vscode';
import { numberText } from '../../converser/ground/wording/numbers.ts';
import { costText } from '../../converser/words/spending/spending-text.ts';
import type { ServedRequest } from '../../gateway/activity.ts';
import { openRequestCommand } from '../activation-ids.ts';
import { commands } from '../common/contributions.ts';
import { withoutLinks } from '../common/markdown.ts';
import type { GatewayInView } from './gateway-status.ts';

export type GatewayNode =
  | { readonly kind: 'address'; readonly baseUrl: string }
  | { readonly kind: 'request'; readonly request: ServedRequest };

export function createGatewayTree({
  state,
  requests,
  onDidChange,
}: GatewayInView): vscode.TreeDataProvider<GatewayNode> {
  return {
    onDidChangeTreeData: listener => onDidChange(() => listener(undefined)),
    getChildren(node) {
      const current = state();
      if (node !== undefined || current.status !== 'running') return [];
      return [
        { kind: 'address', baseUrl: current.baseUrl },
        ...requests().map(request => ({ kind: 'request', request }) as const),
      ];
    },
    getTreeItem: node => (node.kind === 'address' ? addressItem(node.baseUrl) : requestItem(node.request)),
  };
}

function addressItem(baseUrl: string): vscode.TreeItem {
  const item = new vscode.TreeItem(baseUrl);
  item.id = 'address';
  item.iconPath = new vscode.ThemeIcon('broadcast');
  item.command = { command: commands.manageGateway, title: 'Manage Gateway…' };
  item.tooltip = 'Other programs find Converser’s models here. Select it to manage the gateway.';
  // VS Code would read out the tooltip alone.
  item.accessibilityInformation = { label: `${baseUrl}. ${item.tooltip}` };
  return item;
}

function requestItem(request: ServedRequest): vscode.TreeItem {
  const item = new vscode.TreeItem(request.client);
  item.id = request.id;
  item.description = [request.model, ...figuresOf(request)].join(' · ');
  item.iconPath = icons[request.state]();
  item.contextValue = request.state;
  const state = [stateTexts[request.state], request.reason].filter(Boolean).join(': ');
  const isKept = request.state === 'answered' && request.conversation !== undefined;
  item.tooltip = withoutLinks(isKept ? `${state}. Select it to open its conversation.` : state);
  if (isKept) {
    const row: GatewayNode = { kind: 'request', request };
    item.command = { command: openRequestCommand, title: 'Open Conversation', arguments: [row] };
  }
  item.accessibilityInformation = {
    label: `${request.client}, ${stateTexts[request.state]}, ${item.description}`,
  };
  return item;
}

const stateTexts: Readonly<Record<ServedRequest['state'], string>> = {
  running: 'Running',
  answered: 'Answered',
  failed: 'Failed',
  stopped: 'Stopped',
};

const icons: Readonly<Record<ServedRequest['state'], () => vscode.ThemeIcon>> = {
  running: () => new vscode.ThemeIcon('sync~spin'),
  answered: () => new vscode.ThemeIcon('pass', new vscode.ThemeColor('testing.iconPassed')),
  failed: () => new vscode.ThemeIcon('error', new vscode.ThemeColor('testing.iconFailed')),
  stopped: () => new vscode.ThemeIcon('circle-slash'),
};

function figuresOf({ usage: { input = 0, output = 0 }, cost, took }: ServedRequest): readonly string[] {
  const tokens = input + output;
  return [
    ...(tokens === 0 ? [] : [`${numberText(tokens)} tokens`]),
    ...(cost === undefined ? [] : [costText(cost)]),
    ...(took === undefined ? [] : [`${(took / 1000).toFixed(1)} s`]),
  ];
}
