import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../page/icon.ts';
import type { FromPage, SidebarModel } from '../protocol.ts';

const examples = ['What is in README.md?', 'Find files named *.ts', 'Roll 3d6+2'];

/** What is shown before anything was said. */
export function welcome(model: SidebarModel | undefined, tell: (message: FromPage) => void): TemplateResult {
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
                html`<li><button type="button" class="example" @click=${() => tell({ type: 'send', text: example })}>${example}</button></li>`,
            )
      }
    </ul>
    ${
      model === undefined || isRehearsal(model)
        ? html`<vscode-button secondary @click=${() => tell({ type: 'connect-to-models' })}>Connect to Models…</vscode-button>`
        : nothing
    }
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
