import * as vscode from 'vscode';
import type { Disposable, Listen } from '../../converser/async/listeners.ts';
import type { ServedRequest } from '../../gateway/activity/activity.ts';
import { contextKeys, gatewayViewId } from '../window/contributions.ts';
import type { GatewayState } from './gateway-control.ts';

export interface GatewayStatusSources {
  readonly state: () => GatewayState;
  readonly requests: () => readonly ServedRequest[];
  readonly onDidChange: Listen<void>;
}

/** An item in the status bar while the gateway runs, and the view of its requests. */
export function showGatewayStatus({ state, requests, onDidChange }: GatewayStatusSources): Disposable {
  const item = vscode.window.createStatusBarItem('converser.gateway', vscode.StatusBarAlignment.Right, 89);
  item.name = 'Converser Gateway';
  item.command = `${gatewayViewId}.focus`;
  let isRunning = false;
  const update = () => {
    const current = state();
    if (isRunning !== (current.status === 'running')) {
      isRunning = !isRunning;
      void vscode.commands.executeCommand('setContext', contextKeys.gatewayRunning, isRunning);
    }
    if (current.status !== 'running') return item.hide();
    const running = requests().filter(request => request.state === 'running').length;
    item.text = running === 0 ? '$(broadcast)' : `$(broadcast) ${running}`;
    item.tooltip = `Converser gateway at ${current.baseUrl}: ${runningText(running)}`;
    item.accessibilityInformation = { label: item.tooltip };
    item.show();
  };
  const subscription = onDidChange(update);
  update();
  return {
    dispose() {
      subscription.dispose();
      item.dispose();
    },
  };
}

function runningText(count: number): string {
  if (count === 0) return 'no requests are running';
  return count === 1 ? '1 request is running' : `${count} requests are running`;
}
