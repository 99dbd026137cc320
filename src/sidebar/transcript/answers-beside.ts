import { html, nothing, type TemplateResult } from 'lit';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { icon } from '../page/icon.ts';
import { iconButton } from '../page/icon-button.ts';
import { sending } from '../page/send-to-host.ts';
import type { FromPage, SidebarAnswerBeside } from '../protocol.ts';

/** What other models have answered to the same question. */
export function answersBeside(
  answers: readonly SidebarAnswerBeside[] | undefined,
): TemplateResult | typeof nothing {
  if (answers === undefined || answers.length === 0) return nothing;
  return html`<ul class="answers-beside" aria-label="Other answers">${answers.map(row)}</ul>`;
}

function row({ conversation, label, isRunning, figures, files }: SidebarAnswerBeside): TemplateResult {
  const said = isRunning
    ? 'answering…'
    : [files === 0 ? 'no files' : countText(files, 'file'), figures].filter(Boolean).join(' · ');
  const act = (name: string, title: string, message: FromPage) =>
    iconButton({ icon: name, label: `${title} ${label}`, title, act: sending(message) });
  return html`<li class="answer-beside">
    ${icon(isRunning ? 'loading' : 'comment-discussion', isRunning ? 'codicon-modifier-spin' : '')}
    <span class="answer-name">${label}</span>
    <span class="answer-figures" title=${said}>${said}</span>
    ${files === 0 ? nothing : act('diff-multiple', 'Compare with', { type: 'compare-answers', conversation })}
    ${act('go-to-file', 'Open', { type: 'open-conversation', id: conversation })}
  </li>`;
}
