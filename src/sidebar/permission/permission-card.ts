import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import { visibleLine, visibleProse } from '../../converser/ground/wording/visible-text.ts';
import type { PermissionAnswer } from '../../converser/words/permission/permission-question.ts';
import { icon } from '../page/icon.ts';
import { isTyping } from '../page/is-typing.ts';
import { LightElement } from '../page/light-element.ts';
import { controlEnter } from '../page/page-keys.ts';
import { sendToHost } from '../page/send-to-host.ts';
import { takeFocus } from '../page/take-focus.ts';
import { prettyJson } from '../page/wording.ts';
import type { SidebarQuestion } from '../protocol.ts';
import { diffView } from '../transcript/diff-view.ts';
import { scrolledText } from '../transcript/result-view.ts';
import { isAnswered, noteAnswered } from './answered-questions.ts';

type Part = 'more' | 'reason' | 'edit';

interface Looks {
  readonly key?: string;
  readonly secondary?: boolean;
}

const once = { kind: 'allow', scope: 'once' } as const satisfies PermissionAnswer;
const denial: PermissionAnswer = { kind: 'deny' };

export class PermissionCard extends LightElement {
  static override properties = {
    question: { attribute: false },
    answered: { state: true },
    opened: { state: true },
  };
  declare question: SidebarQuestion;
  declare answered: boolean;
  declare opened: Part | undefined;

  constructor() {
    super();
    this.answered = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('question') || changed.get('question')?.id === this.question.id) return;
    this.answered = isAnswered(this.question.id);
    this.opened = this.question.draft === undefined ? undefined : 'edit';
  }

  protected override render(): TemplateResult {
    const { id, fullName, reason, preview, left } = this.question;
    return html`
      <div class="permission" role="group" tabindex="-1" aria-labelledby="title-${id}" aria-describedby="reason-${id}"
        @keydown=${this.#onKeydown}>
        <div class="permission-title" id="title-${id}">${icon('shield')}<span>${
          preview === undefined
            ? html`Allow <strong>${breakable(visibleLine(fullName))}</strong>?`
            : html`<strong>${preview.title}</strong>`
        }</span></div>
        <p class="permission-reason" id="reason-${id}">${visibleProse(reason)}</p>
        ${this.#whatItDoes()}
        ${this.opened === 'edit' ? nothing : html`<div class="permission-choices">${this.#choices()}</div>`}
        ${this.opened === undefined ? nothing : this.#opened(this.opened)}
        ${left === undefined ? nothing : html`<converser-answer-time .left=${left}></converser-answer-time>`}
      </div>
    `;
  }

  #whatItDoes(): TemplateResult {
    const { arguments: args, preview } = this.question;
    if (preview === undefined && this.opened === 'edit') return html``;
    const written = scrolledText(prettyJson(args), 'Arguments');
    if (preview === undefined) return written;
    return html`
      ${preview.diff === undefined ? nothing : diffView(preview.diff)}
      <details class="raw"><summary>Arguments</summary>${written}</details>
    `;
  }

  #choices(): readonly TemplateResult[] {
    const mayHold = this.question.scopes.some(scope => scope !== 'once');
    return [
      this.#button('Allow Once', () => this.#answer(once), { key: controlEnter }),
      ...(mayHold ? [this.#opener('more', 'Allow More…')] : []),
      ...this.#vouchings(),
      this.#opener('edit', 'Edit…'),
      this.#button('Deny', () => this.#answer(denial), { secondary: true }),
      this.#opener('reason', 'Deny with Reason…'),
    ];
  }

  #vouchings(): readonly TemplateResult[] {
    const { caution, scopes } = this.question;
    if (caution === undefined || !scopes.includes('conversation')) return [];
    const { trusts } = caution;
    const clean = () => this.#answer({ ...once, vouches: 'clean' });
    const trust = () => this.#answer({ ...once, vouches: 'trusted' });
    return [
      this.#button('Allow, Conversation Is Clean', clean, { secondary: true }),
      ...(trusts === undefined ? [] : [this.#button(`Allow, Trust ${trusts}`, trust, { secondary: true })]),
    ];
  }

  #button(text: string, act: () => void, { key, secondary = false }: Looks = {}): TemplateResult {
    return html`<vscode-button
      ?secondary=${secondary}
      ?disabled=${this.answered}
      title=${key === undefined ? nothing : `${text} (${key})`}
      @click=${act}
      >${text}</vscode-button
    >`;
  }

  #opener(part: Part, text: string): TemplateResult {
    const isOpen = this.opened === part;
    return html`<vscode-button
      secondary
      ?disabled=${this.answered}
      aria-expanded=${isOpen}
      @click=${() => this.#open(isOpen ? undefined : part)}
      >${text}</vscode-button
    >`;
  }

  #opened(part: Part): TemplateResult {
    const { id } = this.question;
    if (part === 'edit')
      return html`<converser-edit-arguments
        .question=${this.question}
        ?disabled=${this.answered}
        @edit=${({ detail }: CustomEvent<JsonObject>) => this.#answer({ kind: 'edit', arguments: detail })}
        @cancel=${() => this.#close()}
      ></converser-edit-arguments>`;
    if (part === 'more')
      return html`<converser-wider-yes
        .question=${this.question}
        ?disabled=${this.answered}
        @answer=${({ detail }: CustomEvent<PermissionAnswer>) => this.#answer(detail)}
      ></converser-wider-yes>`;
    return html`<form class="why-not" @submit=${this.#onReason}>
      <label class="form-label" for="why-${id}">What the model should know</label>
      <input class="form-control" id="why-${id}" type="text" autocomplete="off" maxlength="2000" ?disabled=${this.answered} />
      ${this.#button('Deny', () => this.querySelector('form')?.requestSubmit())}
    </form>`;
  }

  async #open(part: Part | undefined): Promise<void> {
    this.opened = part;
    await this.updateComplete;
    await this.querySelector<LightElement>('converser-wider-yes, converser-edit-arguments')?.updateComplete;
    this.querySelector<HTMLElement>('.form-control')?.focus();
  }

  async #close(): Promise<void> {
    this.opened = undefined;
    await this.updateComplete;
    this.querySelector<HTMLElement>('.permission')?.focus();
  }

  #onKeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.shiftKey || event.isComposing || this.opened === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    void this.#close();
  };

  #onReason = (event: Event): void => {
    event.preventDefault();
    const reason = this.querySelector<HTMLInputElement>('.why-not input')?.value.trim() ?? '';
    this.#answer(reason === '' ? denial : { kind: 'deny', reason });
  };

  /** Allows this one call. Returns whether that is a choice: it is none while you change the call. */
  allowOnce(): boolean {
    if (!this.question.scopes.includes('once') || this.opened === 'edit') return false;
    this.#answer(once);
    return true;
  }

  protected override firstUpdated(): void {
    this.scrollIntoView({ block: 'nearest' });
  }

  protected override async updated(changed: PropertyValues<this>): Promise<void> {
    if (!changed.has('question') || changed.get('question')?.id === this.question.id || isTyping()) return;
    // It was one of several, and is about to go.
    if (this.answered) return;
    await this.#editor?.updateComplete;
    // The card and not its first button, so that an Enter meant for something else does not allow the call.
    takeFocus(
      () => this.querySelector<HTMLElement>('textarea') ?? this.querySelector<HTMLElement>('.permission'),
    );
  }

  get #editor(): LightElement | null {
    return this.querySelector<LightElement>('converser-edit-arguments');
  }

  #answer(answer: PermissionAnswer): void {
    if (this.answered) return;
    this.answered = true;
    noteAnswered(this.question.id);
    sendToHost(this, { type: 'answer', questionId: this.question.id, answer });
  }
}

/** Where it is too long for a line, it ends between two words of it. */
function breakable(name: string): readonly TemplateResult[] {
  return name.split(/(?<=[:_])/).map(word => html`${word}<wbr>`);
}
