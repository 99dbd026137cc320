import type { TemplateResult } from 'lit';
import { iconButton } from './icon-button.ts';
import { sendToHost } from './send-to-host.ts';

/** @param what completes the label, as in "Copy arguments" */
export function copyButton(what: string, text: () => string): TemplateResult {
  const copy = (event: Event) => {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    sendToHost(event.currentTarget, { type: 'copy', text: text() });
    flashCopied(event.currentTarget);
  };
  return iconButton({ icon: 'copy', label: `Copy ${what}`, act: copy });
}

export function flashCopied(button: HTMLElement): void {
  const shown = button.querySelector('.codicon')?.classList;
  if (shown === undefined) return;
  shown.replace('codicon-copy', 'codicon-check');
  setTimeout(() => shown.replace('codicon-check', 'codicon-copy'), 1500);
}
