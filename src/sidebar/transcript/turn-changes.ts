import { html, nothing, type TemplateResult } from 'lit';
import { countText } from '../../converser/wording/numbers.ts';
import { icon } from '../page/icon.ts';
import { sendToHost } from '../page/send-to-host.ts';
import type { SidebarChanges } from '../protocol.ts';

/** What a turn has changed, to be looked at and taken back. */
export function turnChanges({ files, isUndone, others }: SidebarChanges, turn: string): TemplateResult {
  const count = countText(files, 'file');
  const hint = hintOf(isUndone, others.join(', '));
  const send = (type: 'undo-turn' | 'show-changes') => (event: Event) =>
    sendToHost(event.currentTarget as HTMLElement, { type, turn });
  return html`<div class="turn-changes" role="group" aria-label="Changed by this turn">
    <p>
      ${icon(isUndone ? 'discard' : 'diff-multiple')}
      <span>${isUndone ? `Undone: ${count}` : `Changed: ${count}`}</span>
    </p>
    ${hint === '' ? nothing : html`<p class="hint">${hint}</p>`}
    <div class="outcome-choices">
      <vscode-button secondary @click=${send('show-changes')}>Show Changes</vscode-button>
      <vscode-button secondary @click=${send('undo-turn')}>${isUndone ? 'Redo Turn' : 'Undo Turn'}</vscode-button>
    </div>
  </div>`;
}

function hintOf(isUndone: boolean, others: string): string {
  if (!isUndone) return others === '' ? '' : `Undo can’t take back: ${others}`;
  return others === '' ? 'The model no longer remembers this turn.' : `Not undone: ${others}`;
}
