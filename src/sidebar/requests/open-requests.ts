import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PageMemory } from '../page/page-memory.ts';
import type { SidebarRequest } from '../protocol.ts';

export function openRequests(
  requests: readonly SidebarRequest[],
  memory: PageMemory,
): TemplateResult | typeof nothing {
  if (requests.length === 0) return nothing;
  return html`<section class="requests" aria-label="Questions from MCP servers">
    ${repeat(
      requests,
      ({ id }) => id,
      request => html`<converser-request .request=${request} .memory=${memory}></converser-request>`,
    )}
  </section>`;
}
