import { html, nothing, type TemplateResult } from 'lit';
import type { Label } from '../../converser/words/labels/label.ts';
import { labelText } from '../../converser/words/texts/label-text.ts';

export function labelBadge(label: Label | undefined): TemplateResult | typeof nothing {
  const said = label && labelText(label);
  if (said === undefined) return nothing;
  const name = label?.integrity === 'outside' ? 'globe' : 'key';
  return html`<span class="invocation-label codicon codicon-${name}" title=${capital(said)}></span>`;
}

export function spokenLabel(label: Label | undefined): string {
  const said = label && labelText(label);
  return said === undefined ? '' : `, ${said}`;
}

export function labelHint(label: Label | undefined): TemplateResult | typeof nothing {
  const said = label && labelText(label);
  if (said === undefined) return nothing;
  const isOutside = label?.integrity === 'outside';
  const steps = [
    ...(isOutside ? ['acts on'] : []),
    ...(label?.confidentiality === 'secret' ? ['sends'] : []),
  ];
  return html`<p class="hint">
    ${capital(said)}. Unless you clear that, Converser asks before the model ${steps.join(' or ')} it.
  </p>`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
