import { html, type PropertyValues, type TemplateResult } from 'lit';
import type { PermissionAnswer } from '../../converser/permission/permission-question.ts';
import { icon } from '../page/icon.ts';
import { isTyping } from '../page/is-typing.ts';
import { LightElement } from '../page/light-element.ts';
import { sendToHost } from '../page/send-to-host.ts';
import { choiceTexts, prettyJson } from '../page/wording.ts';
import type { SidebarQuestion } from '../protocol.ts';
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
    const { id, fullName, reason, choices } = this.question;
    return html`
      <div class="permission" role="group" tabindex="-1" aria-labelledby="title-${id}" aria-describedby="reason-${id}">
        <div class="permission-title" id="title-${id}">${icon('shield')}<span>Allow <strong>${fullName}</strong>?</span></div>
        <p class="permission-reason" id="reason-${id}">${reason}</p>
        ${scrolledText(prettyJson(this.question.arguments), 'Arguments')}
        <div class="permission-choices">
          ${choices.map(
            (choice, at) =>
              html`<vscode-button
                ?secondary=${at > 0}
                ?disabled=${this.answered}
                @click=${() => this.#answer(choice)}
                >${choiceTexts[choice]}</vscode-button
              >`,
          )}
        </div>
      </div>
    `;
  }

  protected override firstUpdated(): void {
    // The card and not its first button, so that an Enter meant for something else does not allow the call.
    if (!isTyping()) this.querySelector<HTMLElement>('.permission')?.focus({ preventScroll: true });
    this.scrollIntoView({ block: 'nearest' });
  }

  #answer(answer: PermissionAnswer): void {
    if (this.answered) return;
    this.answered = true;
    sendToHost(this, { type: 'answer', questionId: this.question.id, answer });
  }
}
