import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import { visibleLine, visibleProse } from '../../converser/ground/wording/visible-text.ts';
import type { PermissionAnswer } from '../../converser/words/permission/permission-question.ts';
import { icon } from '../page/icon.ts';
import { iconButton } from '../page/icon-button.ts';
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
  /** For screen readers and the tooltip. Default: the text. */
  readonly name?: string;
  readonly key?: string;
  readonly secondary?: boolean;
}

const once = { kind: 'allow', scope: 'once' } as const satisfies PermissionAnswer;
const denial: PermissionAnswer = { kind: 'deny' };

export class PermissionCard extends LightElement {
  static override properties = {
    question: { attribute: false },
    isListed: { attribute: false },
    isAlone: { state: true },
    answered: { state: true },
    opened: { state: true },
  };
  declare question: SidebarQuestion;
  /** A list has its title, and answers it together with others unless you want to answer it alone. */
  declare isListed: boolean;
  declare isAlone: boolean;
  declare answered: boolean;
  declare opened: Part | undefined;

  constructor() {
    super();
    this.isListed = false;
    this.isAlone = false;
    this.answered = false;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('question') || changed.get('question')?.id === this.question.id) return;
    this.answered = isAnswered(this.question.id);
    this.opened = this.question.draft === undefined ? undefined : 'edit';
  }

  protected override render(): TemplateResult {
    const { id, reason, left } = this.question;
    return html`
      <div class="permission" role="group" tabindex="-1" aria-labelledby="title-${id}" aria-describedby=${reason === undefined ? nothing : `reason-${id}`}
        @keydown=${this.#onKeydown}>
        ${this.isListed ? html`<div class="listed-diff">${this.#opensDiff()}</div>` : this.#title()}
        ${this.#whatItDoes()}
        ${reason === undefined ? nothing : html`<p class="permission-note permission-reason" id="reason-${id}">${icon(reasonIcon(this.question))}<span>${visibleProse(reason)}</span></p>`}
        ${this.question.preview?.notes?.map(({ kind, text }) => html`<p class="permission-note ${kind}">${icon(noteIcons[kind])}<span>${text}</span></p>`)}
        ${this.opened === 'edit' ? nothing : html`<div class="permission-choices">${this.#choices()}</div>`}
        ${this.opened === undefined ? nothing : this.#opened(this.opened)}
        ${left === undefined ? nothing : html`<converser-answer-time .left=${left}></converser-answer-time>`}
      </div>
    `;
  }

  #title(): TemplateResult {
    const { id, fullName, preview } = this.question;
    const title =
      preview === undefined
        ? html`Allow <strong>${breakable(visibleLine(fullName))}</strong>?`
        : html`<strong>${preview.title}</strong>`;
    return html`<div class="permission-title">${icon('shield')}<span id="title-${id}">${title}</span>${changeSize(this.question)}${this.#opensDiff()}</div>`;
  }

  #whatItDoes(): TemplateResult {
    const { arguments: args, preview } = this.question;
    if (preview === undefined && this.opened === 'edit') return html``;
    const written = scrolledText(prettyJson(args), 'Arguments');
    if (preview === undefined) return written;
    const { diff } = preview;
    return html`
      ${diff === undefined ? nothing : shownDiff(diff)}
      <details class="raw"><summary>Arguments</summary>${written}</details>
    `;
  }

  #opensDiff(): TemplateResult | typeof nothing {
    const { id, preview } = this.question;
    if (preview?.isChange === undefined) return nothing;
    const act = () => sendToHost(this, { type: 'show-change', questionId: id });
    return iconButton({ icon: 'git-compare', label: 'Open Diff', act });
  }

  #choices(): readonly TemplateResult[] {
    if (this.isListed && !this.isAlone)
      return [this.#button('Answer Separately…', this.#answerAlone, { secondary: true })];
    const mayHold = this.question.scopes.some(scope => scope !== 'once');
    const allow = this.#button('Allow', () => this.#answer(once), { name: 'Allow Once', key: controlEnter });
    const deny = this.#button('Deny', () => this.#answer(denial), { secondary: true });
    return [
      html`<span class="split">${allow}${mayHold ? this.#opener('more', 'Allow More…') : nothing}</span>`,
      html`<span class="split">${deny}${this.#opener('reason', 'Deny with Reason…')}</span>`,
      iconButton({ icon: 'edit', label: 'Edit…', disabled: this.answered, act: () => this.#toggle('edit') }),
    ];
  }

  #answerAlone = async (): Promise<void> => {
    this.isAlone = true;
    await this.updateComplete;
    this.querySelector<HTMLElement>('.split > *')?.focus();
  };

  #button(text: string, act: () => void, { name, key, secondary = false }: Looks = {}): TemplateResult {
    return html`<vscode-button
      ?secondary=${secondary}
      ?disabled=${this.answered}
      aria-label=${name ?? nothing}
      title=${key === undefined ? nothing : `${name ?? text} (${key})`}
      @click=${act}
      >${text}</vscode-button
    >`;
  }

  #toggle(part: Part): void {
    void this.#open(this.opened === part ? undefined : part);
  }

  /** The second half of a button. */
  #opener(part: Part, name: string): TemplateResult {
    return html`<vscode-button
      class="split-more"
      ?secondary=${part !== 'more'}
      ?disabled=${this.answered}
      aria-label=${name}
      aria-expanded=${this.opened === part}
      title=${name}
      @click=${() => this.#toggle(part)}
      >${icon('chevron-down')}</vscode-button
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
    // Its last button, too, which is below what has the focus.
    this.querySelector('.wider-yes, .edit-arguments, .why-not')?.scrollIntoView({ block: 'nearest' });
    this.querySelector<HTMLElement>('.form-control')?.focus({ preventScroll: true });
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

  protected override async updated(changed: PropertyValues<this>): Promise<void> {
    if (!changed.has('question') || changed.get('question')?.id === this.question.id || isTyping()) return;
    // It was one of several and is about to go, or is one of a list, which has the focus.
    if (this.answered || this.isListed) return;
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

/** What is longer waits to be opened, with its size beside the title. */
const mostOpenLines = 60;

export function isShort({ preview, arguments: args }: SidebarQuestion): boolean {
  return (
    (preview?.diff ?? (preview === undefined ? prettyJson(args) : '')).split('\n').length <= mostOpenLines
  );
}

export function changeSize({ preview }: SidebarQuestion): TemplateResult | typeof nothing {
  return preview?.size === undefined ? nothing : html` <span class="change-size">${preview.size}</span>`;
}

function shownDiff(diff: string): TemplateResult {
  const isLong = diff.split('\n').length > mostOpenLines;
  return isLong
    ? html`<details class="raw"><summary>Changes</summary>${diffView(diff)}</details>`
    : diffView(diff);
}

function reasonIcon({ caution, scopes }: SidebarQuestion): string {
  if (caution !== undefined) return 'globe';
  return scopes.every(scope => scope === 'once') ? 'lock' : 'info';
}

const noteIcons = { place: 'folder', safe: 'shield', danger: 'warning', loss: 'discard' } as const;

/** Where it is too long for a line, it ends between two words of it. */
function breakable(name: string): readonly TemplateResult[] {
  return name.split(/(?<=[:_])/).map(word => html`${word}<wbr>`);
}
