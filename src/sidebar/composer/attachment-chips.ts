import {
  html,
  nothing,
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { countText, shortText } from '../../converser/ground/wording/numbers.ts';
import type { AttachmentKind } from '../../converser/turn/attachments/attachment.ts';
import { mentionsIn } from '../../converser/turn/attachments/mention.ts';
import { icon } from '../page/icon.ts';
import { iconButton } from '../page/icon-button.ts';
import { sendToHost } from '../page/send-to-host.ts';
import type { SidebarAttachment, ToPage } from '../protocol.ts';
import { type Room, tokensOf, warningsAbout } from './attachment-warnings.ts';

type Host = ReactiveControllerHost & HTMLElement;

export interface AttachmentChipsOptions {
  readonly field: () => HTMLTextAreaElement | null;
  readonly room: () => Room | undefined;
  readonly changed: () => void;
  /** The mention of the file in the editor. */
  readonly editor: () => string | undefined;
  readonly insert: (mention: string) => void;
}

/** Milliseconds after the last key before what is mentioned is looked at. */
const pause = 150;

/** Invariant: the message says what is attached, so drafts keep it. A chip only shows it. */
export class AttachmentChips implements ReactiveController {
  readonly #host: Host;
  readonly #options: AttachmentChipsOptions;
  #request = 0;
  #mentioned = '';
  #due: ReturnType<typeof setTimeout> | undefined;
  #items: readonly SidebarAttachment[] = [];

  constructor(host: Host, options: AttachmentChipsOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.addEventListener('focusin', this.#onFocusin);
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('focusin', this.#onFocusin);
    clearTimeout(this.#due);
  }

  get tokens(): number {
    return tokensOf(this.#items);
  }

  look(): void {
    const text = this.#options.field()?.value ?? '';
    const mentioned = mentionsIn(text)
      .map(([longest]) => text.slice(longest?.start, longest?.end))
      .join('\n');
    if (mentioned === this.#mentioned) return;
    this.#mentioned = mentioned;
    this.#ask(mentioned === '' ? 0 : pause);
  }

  take({ request, items }: ToPage & { readonly type: 'attachments' }): void {
    if (request !== this.#request) return;
    // What is wrong must not be out of sight.
    this.#items = items.toSorted((a, b) => Number(b.problem !== undefined) - Number(a.problem !== undefined));
    this.#host.requestUpdate();
  }

  #ask(after: number): void {
    clearTimeout(this.#due);
    this.#request++;
    if (this.#mentioned === '') {
      this.#items = [];
      this.#host.requestUpdate();
      return;
    }
    this.#due = setTimeout(() => {
      const text = this.#options.field()?.value ?? '';
      sendToHost(this.#host, { type: 'read-attachments', request: this.#request, text });
    }, after);
  }

  /** What you did elsewhere may have changed what is there. */
  #onFocusin = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget === null && this.#mentioned !== '') this.#ask(pause);
  };

  render(): TemplateResult {
    const room = this.#options.room();
    const warnings = this.#items.length === 0 || !room ? [] : warningsAbout(this.#items, room);
    return html`
      ${this.#offer()}
      ${
        this.#items.length === 0
          ? nothing
          : html`<ul class="attachments" aria-label="Attachments">
              ${repeat(
                this.#items,
                ({ written }) => written,
                item => this.#chip(item),
              )}
            </ul>
            ${this.#items.filter(({ tokens }) => tokens !== undefined).length > 1 ? html`<p class="attachment-sum">Together ${sumText(this.#items)}</p>` : nothing}`
      }
      ${warnings.map(warning => html`<p class="attachment-warning">${icon('warning')}<span>${warning}</span></p>`)}
      <div class="visually-hidden" aria-live="polite">${announced(this.#items, warnings)}</div>
    `;
  }

  /** The file that you look at is a press away; nothing is sent of it without. */
  #offer(): TemplateResult | typeof nothing {
    const mention = this.#options.editor();
    const isThere = (each: string) => each === mention || each.startsWith(`${mention}:`);
    if (mention === undefined || this.#mentioned.split('\n').some(isThere)) return nothing;
    const path = mention.slice(1).replaceAll('"', '');
    return html`<button
      type="button"
      class="attachment offered"
      title="Attach ${path}"
      aria-label="Attach ${path}"
      @click=${() => this.#options.insert(mention)}
    >
      ${icon('add')}<span class="attachment-title">${path.split('/').at(-1)}</span>
    </button>`;
  }

  #chip(item: SidebarAttachment): TemplateResult {
    const { title, kind, problem, thumbnail, isSecret, isOutside } = item;
    const remove = iconButton({
      icon: 'close',
      label: `Remove ${title}`,
      act: () => this.#remove(item),
    });
    return html`<li class="attachment ${problem === undefined ? '' : 'failed'}" title=${describe(item)}>
      ${
        thumbnail === undefined
          ? icon(kind === undefined ? 'error' : icons[kind])
          : html`<img class="attachment-picture" src=${thumbnail} alt="" />`
      }
      ${isSecret ? icon('key') : nothing}${isOutside ? icon('globe') : nothing}
      <span class="attachment-title">${title}</span>
      <span class="attachment-cost">${problem ?? costText(item)}</span>
      ${remove}
    </li>`;
  }

  #remove({ written }: SidebarAttachment): void {
    const field = this.#options.field();
    if (field === null) return;
    const text = field.value;
    const all = mentionsIn(text)
      .flat()
      .filter(({ start, end }) => text.slice(start, end) === written);
    // From the end, so that the places of the others stay the same.
    for (const { start, end } of all.toReversed()) {
      const isSpaced = start === 0 || /\s/.test(text[start - 1] ?? '');
      field.setRangeText('', start, isSpaced && text[end] === ' ' ? end + 1 : end, 'end');
    }
    this.#items = this.#items.filter(each => each.written !== written);
    this.#host.requestUpdate();
    this.#options.changed();
    field.focus();
  }
}

const icons: Readonly<Record<AttachmentKind, string>> = {
  file: 'file',
  folder: 'folder',
  image: 'file-media',
  pdf: 'file-pdf',
  selection: 'selection',
  problems: 'warning',
  terminal: 'terminal',
  'git-diff': 'git-compare',
};

function costText({ tokens = 0 }: SidebarAttachment): string {
  return shortText(tokens);
}

function describe({ title, tokens, note, problem, isSecret, isOutside }: SidebarAttachment): string {
  return [
    title,
    problem,
    tokens === undefined ? undefined : `about ${countText(tokens, 'token')} in each request`,
    note,
    isSecret && 'holds keys: whatever could send it asks you',
    isOutside && 'others may have written it',
  ]
    .filter(Boolean)
    .join('\n');
}

function sumText(items: readonly SidebarAttachment[]): string {
  return `${shortText(tokensOf(items))} tokens`;
}

function announced(items: readonly SidebarAttachment[], warnings: readonly string[]): string {
  if (items.length === 0) return '';
  const each = items.map(({ title, problem, tokens = 0 }) =>
    problem === undefined
      ? `${title}, ${countText(tokens, 'token')}`
      : `${title} can’t be attached: ${problem}`,
  );
  return [`Attached: ${each.join('; ')}.`, ...warnings].join(' ');
}
