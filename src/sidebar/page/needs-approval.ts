import { html, type TemplateResult } from 'lit';
import type { SidebarEnsemble } from '../protocol.ts';
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
