import { html, nothing, type TemplateResult } from 'lit';
import { countText } from '../../converser/ground/wording/numbers.ts';
import type { FromPage, SidebarState } from '../protocol.ts';

/** What followed before you went back. */
export function aheadRow(
  { ahead, running }: Pick<SidebarState, 'ahead' | 'running'>,
  post: (message: FromPage) => void,
): TemplateResult | typeof nothing {
  if (ahead === undefined || running) return nothing;
  const { turns, files } = ahead;
  const left =
    files === 0 ? '' : ` ${countText(files, 'file')} still ${files === 1 ? 'has' : 'have'} their changes.`;
  return html`<div class="ahead" role="group" aria-label="Later turns">
    <span>${countText(turns, 'later turn')} set aside.${left.replace('their', turns === 1 ? 'its' : 'their')}</span>
    <vscode-button secondary @click=${() => post({ type: 'bring-back' })}>Bring Back</vscode-button>
  </div>`;
}
