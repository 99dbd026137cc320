import * as vscode from 'vscode';
import type { Disposable, Listen } from '../../converser/ground/async/listeners.ts';
import type { ServedRequest } from '../../gateway/activity.ts';
import type { DoorState } from '../../gateway/doctor/door-checks.ts';
import { commands, gatewayViewId } from '../common/contributions.ts';

export interface GatewayInView {
  readonly state: () => DoorState;
  readonly requests: () => readonly ServedRequest[];
  readonly onDidChange: Listen<void>;
}

export function showGatewayStatus({ state, requests, onDidChange }: GatewayInView): Disposable {
  const item = vscode.window.createStatusBarItem('converser.gateway', vscode.StatusBarAlignment.Right, 89);
  item.name = 'Converser Gateway';
  let isRunning = false;
  const update = () => {
    const current = state();
    if (isRunning !== (current.status === 'running')) {
      isRunning = !isRunning;
      void vscode.commands.executeCommand('setContext', 'converser.gatewayRunning', isRunning);
    }
    const shown = shownOf(current, requests);
    if (shown === undefined) return item.hide();
    const { text, tooltip, command, color } = shown;
    Object.assign(item, { text, tooltip, command, accessibilityInformation: { label: tooltip } });
    item.backgroundColor = color === undefined ? undefined : new vscode.ThemeColor(color);
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

interface Shown {
  readonly text: string;
  readonly tooltip: string;
  readonly command: string;
  readonly color?: string;
}

function shownOf(state: DoorState, requests: GatewayInView['requests']): Shown | undefined {
  const command = `${gatewayViewId}.focus`;
  switch (state.status) {
    case 'stopped':
      return undefined;
    case 'starting':
      return { text: '$(loading~spin)', tooltip: 'Converser gateway: starting', command: commands.doctor };
    case 'failed':
      return {
        text: '$(broadcast) $(warning)',
        tooltip: `Converser gateway: couldn’t start. ${state.reason} Select to run the doctor.`,
        command: commands.doctor,
        color: 'statusBarItem.warningBackground',
      };
    case 'running': {
      const count = requests().filter(request => request.state === 'running').length;
      const text = count === 0 ? '$(broadcast)' : `$(broadcast) ${count}`;
      return { text, tooltip: `Converser gateway at ${state.baseUrl}: ${runningText(count)}`, command };
    }
  }
}

function runningText(count: number): string {
  if (count === 0) return 'no requests are running';
  return count === 1 ? '1 request is running' : `${count} requests are running`;
}
