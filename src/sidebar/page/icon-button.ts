import { html, type TemplateResult } from 'lit';
import { icon } from './icon.ts';

export interface IconButton {
  readonly icon: string;
  /** For screen readers. */
  readonly label: string;
  /** Default: the label. */
  readonly title?: string;
  readonly disabled?: boolean;
  readonly act: (event: Event) => void;
}

export function iconButton({
  icon: name,
  label,
  title = label,
  disabled = false,
  act,
}: IconButton): TemplateResult {
  return html`<button type="button" class="icon-button" title=${title} aria-label=${label} ?disabled=${disabled} @click=${act}>
    ${icon(name)}
  </button>`;
}
