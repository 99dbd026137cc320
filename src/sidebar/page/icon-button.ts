import { html, nothing, type TemplateResult } from 'lit';
import { icon } from './icon.ts';

export interface IconButton {
  readonly icon: string;
  readonly label: string;
  readonly title?: string;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly act: (event: Event) => void;
}

export function iconButton({
  icon: name,
  label,
  title = label,
  disabled = false,
  pressed,
  act,
}: IconButton): TemplateResult {
  return html`<button type="button" class="icon-button" title=${title} aria-label=${label} aria-pressed=${pressed ?? nothing} ?disabled=${disabled} @click=${act}>
    ${icon(name)}
  </button>`;
}
