import { html, type TemplateResult } from 'lit';
import { icon } from './icon.ts';
import type { SidebarModel } from './protocol.ts';

const examples = ['What is in README.md?', 'Find files named *.ts', 'Roll 3d6+2'];

/** What is shown before anything was said. */
export function welcome(model: SidebarModel | undefined, send: (text: string) => void): TemplateResult {
  return html`<div class="welcome">
    ${icon('comment-discussion', 'welcome-icon')}
    <h2>Ask, and watch the tools at work</h2>
    <p>${whoAnswers(model)}</p>
    <ul class="examples" aria-label="Examples">
      ${
        model === undefined
          ? ''
          : examples.map(
              example =>
                html`<li><button type="button" class="example" @click=${() => send(example)}>${example}</button></li>`,
            )
      }
    </ul>
  </div>`;
}

function whoAnswers(model: SidebarModel | undefined): TemplateResult {
  if (model === undefined) return html`No model is available. Choose one below.`;
  return isRehearsal(model)
    ? html`<strong>${model.label}</strong> answers by rule, without network or key. It is no language model: choose one below when you have one.`
    : html`<strong>${model.label}</strong> answers, and may call the tools that are switched on below.`;
}

function isRehearsal({ reference }: SidebarModel): boolean {
  return reference.startsWith('rehearsal/');
}
