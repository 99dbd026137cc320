import { html, type TemplateResult } from 'lit';

export function icon(name: string, more = ''): TemplateResult {
  return html`<span class="codicon codicon-${name} ${more}" aria-hidden="true"></span>`;
}
