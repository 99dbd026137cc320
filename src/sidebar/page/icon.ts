import { html, type TemplateResult } from 'lit';

/** A codicon, hidden from screen readers: the text beside it, or a label, says the same. */
export function icon(name: string, more = ''): TemplateResult {
  return html`<span class="codicon codicon-${name} ${more}" aria-hidden="true"></span>`;
}
