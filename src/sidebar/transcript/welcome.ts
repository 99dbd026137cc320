import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../page/icon.ts';
import type { FromPage, SidebarModel, SidebarRecent } from '../protocol.ts';

type Post = (message: FromPage) => void;

export function welcome(
  model: SidebarModel | undefined,
  recent: readonly SidebarRecent[],
  post: Post,
): TemplateResult {
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
    ${model === undefined ? nothing : exampleList(model, example => post({ type: 'send', text: example }))}
    ${recent.length === 0 ? nothing : recentList(recent, post)}
  </div>`;
}

function introduction(model: SidebarModel | undefined): TemplateResult {
  if (model === undefined) return html`No model is available. Connect to one, or choose one below.`;
  return isRehearsal(model)
    ? html`<strong>Rehearsal</strong> is a rule-based demo: no AI, no network, no key. Try an example, or connect a language model.`
    : html`<strong>${model.label}</strong> answers, and can call the tools that are turned on below.`;
}

/** What the rules of Rehearsal understand. */
const rehearsed = ['What is in README.md?', 'Find files named *.ts', 'Roll 3d6+2'];
const asked = [
  'Explain how this project is built',
  'Find a bug in what I changed last, and fix it',
  'Write the tests that are missing most',
];

function exampleList(model: SidebarModel, choose: (example: string) => void): TemplateResult {
  return html`<ul class="examples" aria-label="Examples">
    ${(isRehearsal(model) ? rehearsed : asked).map(
      example =>
        html`<li><button type="button" class="example" @click=${() => choose(example)}>${example}</button></li>`,
    )}
  </ul>`;
}

function recentList(recent: readonly SidebarRecent[], post: Post): TemplateResult {
  return html`<section class="recent" aria-label="Recent conversations">
    <h3>Recent</h3>
    ${recent.map(
      ({ id, title }) =>
        html`<button type="button" title=${title} @click=${() => post({ type: 'open-conversation', id })}>${icon('comment')}<span>${title}</span></button>`,
    )}
    <button type="button" @click=${() => post({ type: 'open-conversation' })}>${icon('history')}<span>All Conversations…</span></button>
  </section>`;
}

function isRehearsal({ reference }: SidebarModel): boolean {
  return reference.startsWith('rehearsal/');
}
