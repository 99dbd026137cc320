import { html, nothing, type TemplateResult } from 'lit';
import { iconButton } from '../page/icon-button.ts';
import { controlEnter } from '../page/page-keys.ts';
import { sendToHost } from '../page/send-to-host.ts';

interface SendButtons {
  readonly running: boolean;
  readonly stopsAfterRound: boolean;
  readonly isEmpty: boolean;
  readonly canSend: boolean;
  readonly send: () => void;
  readonly stop: () => void;
}

export function sendButtons(element: HTMLElement, ports: SendButtons): TemplateResult {
  const { running, isEmpty } = ports;
  return html`${running ? stopButtons(element, ports) : nothing}${running && isEmpty ? nothing : sendButton(ports)}`;
}

function sendButton({ running, canSend, send }: SendButtons): TemplateResult {
  const title = running
    ? `Send after the answer (Enter), or before the next round (${controlEnter})`
    : 'Send (Enter)';
  return iconButton({ icon: 'send', label: 'Send', title, disabled: !canSend, act: send });
}

function stopButtons(element: HTMLElement, { stopsAfterRound: stops, stop }: SendButtons): TemplateResult {
  const stopAfterRound = iconButton({
    icon: 'debug-pause',
    label: 'Stop after this round',
    title: stops ? 'Stops after this round. Go on (Shift+Escape)' : 'Stop after this round (Shift+Escape)',
    pressed: stops,
    act: () => sendToHost(element, { type: 'stop-after-round', stops: !stops }),
  });
  const stopNow = iconButton({ icon: 'stop-circle', label: 'Stop', title: 'Stop (Escape)', act: stop });
  return html`${stopAfterRound}${stopNow}`;
}
