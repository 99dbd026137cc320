import { html, nothing, type TemplateResult } from 'lit';
import type { SidebarEnsemble } from '../protocol.ts';
import { icon } from './icon.ts';
import { sendToHost } from './send-to-host.ts';

/** Whether an enabled MCP server waits for you to allow its start. That is not a failure. */
export function needsApproval({ enabled, state }: SidebarEnsemble): boolean {
  return enabled && state.status === 'failed' && state.error.code === 'approval-needed';
}

export function approveButton({ name, title }: SidebarEnsemble): TemplateResult {
  const approve = (event: Event) => {
    if (event.currentTarget !== null) sendToHost(event.currentTarget, { type: 'approve-server', name });
  };
  return html`<vscode-button secondary class="approve" aria-label="Approve ${title}…" @click=${approve}
    >Approve…</vscode-button
  >`;
}

export function approvalsNeeded(ensembles: readonly SidebarEnsemble[]): TemplateResult | typeof nothing {
  const waiting = ensembles.filter(needsApproval);
  if (waiting.length === 0) return nothing;
  return html`<section class="approvals" aria-label="MCP servers that need your approval">
    ${waiting.map(
      ensemble =>
        html`<div class="approval">${icon('shield')}<span>${ensemble.title} needs your approval to start.</span>${approveButton(ensemble)}</div>`,
    )}
  </section>`;
}
