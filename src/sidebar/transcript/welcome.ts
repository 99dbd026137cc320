import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../page/icon.ts';
import type { FromPage, SidebarModel } from '../protocol.ts';

const examples = ['What is in README.md?', 'Find files named *.ts', 'Roll 3d6+2'];

export function welcome(model: SidebarModel | undefined, post: (message: FromPage) => void): TemplateResult {
  const needsModel = model === undefined || isRehearsal(model);
  return html`<div class="welcome">
    ${icon('comment-discussion', 'welcome-icon')}
    <h2>Ask, and see every tool call</h2>
    <p>${introduction(model)}</p>
    ${
      needsModel
        ? html`<vscode-button @click=${() => post({ type: 'connect-to-models' })}>Connect to Models…</vscode-button>`
        : nothing
    }
    ${model === undefined ? nothing : exampleList(example => post({ type: 'send', text: example }))}
    <p class="hint">In VS Code’s chat view, start your message with <code>@converser</code>.</p>
  </div>`;
}

function introduction(model: SidebarModel | undefined): TemplateResult {
  if (model === undefined) return html`No model is available. Connect to one, or choose one below.`;
  return isRehearsal(model)
    ? html`<strong>Rehearsal</strong> is a rule-based demo: no AI, no network, no key. Try an example, or connect a language model.`
    : html`<strong>${model.label}</strong> answers, and can call the tools that are turned on below.`;
}

function exampleList(choose: (example: string) => void): TemplateResult {
  return html`<ul class="examples" aria-label="Examples">
    ${examples.map(
      example =>
        html`<li><button type="button" class="example" @click=${() => choose(example)}>${example}</button></li>`,
    )}
  </ul>`;
}

function isRehearsal({ reference }: SidebarModel): boolean {
  return reference.startsWith('rehearsal/');
}
