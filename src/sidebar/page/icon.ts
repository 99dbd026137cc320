import { html, type TemplateResult } from 'lit';

/** A codicon. It says nothing to screen readers: the text or name beside it does. */
export function icon(name: string, more = ''): TemplateResult {
  return html`<span class="codicon codicon-${name} ${more}" aria-hidden="true"></span>`;
}
