import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { PermissionAnswer } from '../../converser/permission/permission-question.ts';
import { visibleLine, visibleProse } from '../../converser/wording/visible-text.ts';
import { icon } from '../page/icon.ts';
import { isTyping } from '../page/is-typing.ts';
import { LightElement } from '../page/light-element.ts';
import { sendToHost } from '../page/send-to-host.ts';
import { takeFocus } from '../page/take-focus.ts';
import { allowKey, choiceTexts, prettyJson } from '../page/wording.ts';
import type { SidebarQuestion } from '../protocol.ts';
import { diffView } from './diff-view.ts';
import { scrolledText } from './result-view.ts';

/** Asks whether one call may run. It takes the focus when it appears, unless you are typing. */
export class PermissionCard extends LightElement {
  static override properties = { question: { attribute: false }, answered: { state: true } };
  declare question: SidebarQuestion;
  declare answered: boolean;

  constructor() {
    super();
    this.answered = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('question');
    if (before !== undefined && before.id !== this.question.id) this.answered = false;
  }

  protected override render(): TemplateResult {
    const { id, fullName, reason, choices, preview } = this.question;
    return html`
      <div class="permission" role="group" tabindex="-1" aria-labelledby="title-${id}" aria-describedby="reason-${id}">
        <div class="permission-title" id="title-${id}">${icon('shield')}<span>${
          preview === undefined
            ? html`Allow <strong>${breakable(visibleLine(fullName))}</strong>?`
            : html`<strong>${preview.title}</strong>`
        }</span></div>
        <p class="permission-reason" id="reason-${id}">${visibleProse(reason)}</p>
        ${this.#whatItDoes()}
        <div class="permission-choices">${choices.map((choice, at) => this.#button(choice, at > 0))}</div>
      </div>
    `;
  }

  #whatItDoes(): TemplateResult {
    const { arguments: args, preview } = this.question;
    const written = scrolledText(prettyJson(args), 'Arguments');
    if (preview === undefined) return written;
    return html`
      ${preview.diff === undefined ? nothing : diffView(preview.diff)}
      <details class="raw"><summary>Arguments</summary>${written}</details>
    `;
  }

  #button(choice: PermissionAnswer, secondary: boolean): TemplateResult {
    const key = choice === 'once' ? allowKey : undefined;
    return html`<vscode-button
      ?secondary=${secondary}
      ?disabled=${this.answered}
      title=${key === undefined ? nothing : `${choiceTexts[choice]} (${key})`}
      @click=${() => this.#answer(choice)}
      >${choiceTexts[choice]}</vscode-button
    >`;
  }

  /** Allows this one call. Returns whether that is a choice. */
  allowOnce(): boolean {
    if (!this.question.choices.includes('once')) return false;
    this.#answer('once');
    return true;
  }

  protected override firstUpdated(): void {
    // The card and not its first button, so that an Enter meant for something else does not allow the call.
    if (!isTyping()) takeFocus(() => this.querySelector<HTMLElement>('.permission'));
    this.scrollIntoView({ block: 'nearest' });
  }

  #answer(answer: PermissionAnswer): void {
    if (this.answered) return;
    this.answered = true;
    sendToHost(this, { type: 'answer', questionId: this.question.id, answer });
  }
}

/** Where it is too long for a line, it ends between two words of it. */
function breakable(name: string): readonly TemplateResult[] {
  return name.split(/(?<=[:_])/).map(word => html`${word}<wbr>`);
}
