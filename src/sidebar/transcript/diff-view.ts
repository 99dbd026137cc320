import { html, type TemplateResult } from 'lit';
import { diffLineKind } from '../markdown/code/diff-lines.ts';

/** The signs stay text, so that colour alone never tells added from removed. */
export function diffView(diff: string): TemplateResult {
  // Line ends are text too, for copying. White space between the lines would be shown.
  const lines = diff
    .split('\n')
    .map(line => html`<span class="diff-line ${diffLineKind(line)}">${`${line}\n`}</span>`);
  return html`<pre class="scrolled diff" tabindex="0" role="group" aria-label="Changes">${lines}</pre>`;
}
