import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { visibleLine, visibleProse } from '../../converser/ground/wording/visible-text.ts';
import type { PermissionAnswer } from '../../converser/words/permission/permission-question.ts';
import { argumentsText } from '../../converser/words/texts/arguments-text.ts';
import { icon } from '../page/icon.ts';
import { isChecked } from '../page/is-checked.ts';
import { isTyping } from '../page/is-typing.ts';
import { LightElement } from '../page/light-element.ts';
import { controlEnter } from '../page/page-keys.ts';
import { sendToHost } from '../page/send-to-host.ts';
import { takeFocus } from '../page/take-focus.ts';
import type { SidebarQuestion } from '../protocol.ts';
import { noteAnswered } from './answered-questions.ts';
import { changeSize, isShort } from './permission-card.ts';

export class PermissionReview extends LightElement {
  static override properties = {
    questions: { attribute: false },
    /** The ids of those that you have ticked or not, where that is another choice than the first one. */
    chosen: { state: true },
    /** The ids of those that you have opened or closed, where that is another choice than the first one. */
    opened: { state: true },
    answered: { state: true },
  };
  declare questions: readonly SidebarQuestion[];
  declare chosen: ReadonlyMap<string, boolean>;
  declare opened: ReadonlyMap<string, boolean>;
  declare answered: ReadonlySet<string>;

  constructor() {
    super();
    this.chosen = new Map();
    this.opened = new Map();
    this.answered = new Set();
  }

  protected override render(): TemplateResult {
    const count = this.#selected.length;
    const left = Math.min(...this.questions.map(each => each.left ?? Number.POSITIVE_INFINITY));
    const isAnswered = this.questions.every(({ id }) => this.answered.has(id));
    return html`
      <div class="permission review" role="group" tabindex="-1" aria-labelledby="review-title">
        <div class="permission-title" id="review-title">${icon('shield')}<span><strong>${this.questions.length} calls wait for your permission</strong></span></div>
        <ul class="review-list">${repeat(
          this.questions,
          ({ id }) => id,
          question => this.#item(question),
        )}</ul>
        <div class="permission-choices">
          <vscode-button ?disabled=${count === 0} aria-label="Allow ${count} Selected Once" title="Allow Selected Once (${controlEnter})" @click=${() => this.allowSelected()}>Allow ${count}</vscode-button>
          <vscode-button secondary ?disabled=${isAnswered} @click=${() => this.#answer(this.questions, { kind: 'deny' })}>Deny All</vscode-button>
        </div>
        ${Number.isFinite(left) ? html`<converser-answer-time .left=${left}></converser-answer-time>` : nothing}
      </div>
    `;
  }

  #item(question: SidebarQuestion): TemplateResult {
    const { id, fullName, preview, reason, arguments: args } = question;
    const isOpen = this.#isOpen(question);
    const title = preview?.title ?? visibleLine(fullName);
    return html`<li class="review-item">
      <input
        type="checkbox"
        value=""
        aria-label="Select: ${title}"
        .checked=${this.#isSelected(question)}
        ?disabled=${this.answered.has(id)}
        @change=${(event: Event) => this.#choose(id, isChecked(event))}
      />
      <details class="review-call" ?open=${isOpen} @toggle=${(event: Event) => this.#toggle(question, event)}>
        <summary><span id="title-${id}">${title}${changeSize(question)}${preview === undefined ? html` <span class="hint">${argumentsText(args, { limit: 80 })}</span>` : nothing}</span></summary>
        ${isOpen ? html`<converser-permission-card .question=${question} .answered=${this.answered.has(id)} .isListed=${true}></converser-permission-card>` : nothing}
      </details>
      ${isSpecial(question) && !isOpen ? html`<p class="hint review-reason">${visibleProse(reason ?? '')}</p>` : nothing}
    </li>`;
  }

  allowSelected(): boolean {
    const selected = this.#selected;
    this.#answer(selected, { kind: 'allow', scope: 'once' });
    return selected.length > 0;
  }

  get #selected(): readonly SidebarQuestion[] {
    return this.questions.filter(each => this.#isSelected(each) && !this.answered.has(each.id));
  }

  /** What is special, and what you have not been shown, is chosen by you alone. */
  #isSelected(question: SidebarQuestion): boolean {
    return this.chosen.get(question.id) ?? (!isSpecial(question) && this.#wasShown(question));
  }

  /** One that you have closed was shown to you before. */
  #wasShown(question: SidebarQuestion): boolean {
    return this.opened.has(question.id) || this.#isOpen(question);
  }

  #isOpen(question: SidebarQuestion): boolean {
    return this.opened.get(question.id) ?? (question.draft !== undefined || isShort(question));
  }

  #choose(id: string, isWanted: boolean): void {
    this.chosen = new Map(this.chosen).set(id, isWanted);
  }

  #toggle(question: SidebarQuestion, event: Event): void {
    const isOpen = (event.currentTarget as HTMLDetailsElement).open;
    if (isOpen !== this.#isOpen(question)) this.opened = new Map(this.opened).set(question.id, isOpen);
  }

  protected override firstUpdated(): void {
    if (!isTyping()) takeFocus(() => this.querySelector<HTMLElement>('.review'));
  }

  #answer(questions: readonly SidebarQuestion[], answer: PermissionAnswer): void {
    const open = questions.filter(({ id }) => !this.answered.has(id));
    this.answered = new Set([...this.answered, ...open.map(({ id }) => id)]);
    for (const { id } of open) {
      noteAnswered(id);
      sendToHost(this, { type: 'answer', questionId: id, answer });
    }
    // What is left is answered next, not in the message field.
    if (this.questions.some(({ id }) => !this.answered.has(id)))
      this.querySelector<HTMLElement>('.review')?.focus();
  }
}

/** A yes can hold for no other call: the place is protected, or the model may not have meant it. */
function isSpecial({ scopes }: SidebarQuestion): boolean {
  return scopes.every(scope => scope === 'once');
}
