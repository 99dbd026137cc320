import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { readObject } from '../../converser/ground/json/read-object.ts';
import { visibleProse } from '../../converser/ground/wording/visible-text.ts';
import { LightElement } from '../page/light-element.ts';
import { prettyJson } from '../page/wording.ts';
import type { SidebarQuestion } from '../protocol.ts';

/** Fires `edit` with the changed arguments, and `cancel`. */
export class EditArguments extends LightElement {
  static override properties = {
    question: { attribute: false },
    disabled: { type: Boolean },
    mistake: { state: true },
  };
  declare question: SidebarQuestion;
  declare disabled: boolean;
  declare mistake: string | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('question') && changed.get('question')?.id !== this.question.id)
      this.mistake = this.question.mistake;
  }

  protected override render(): TemplateResult {
    const { mistake } = this;
    const { id, draft, arguments: args } = this.question;
    const written = prettyJson(draft ?? args);
    return html`
      <form class="edit-arguments" @submit=${this.#onSubmit} @keydown=${this.#onKeydown}>
        <label class="form-label" for="edit-${id}">Arguments, as JSON</label>
        <textarea class="form-control" id="edit-${id}" spellcheck="false" rows=${rowsFor(written)}
          aria-invalid=${mistake !== undefined} aria-describedby=${mistake === undefined ? nothing : `mistake-${id}`}
          ?disabled=${this.disabled} .value=${written}
        ></textarea>
        ${mistake === undefined ? nothing : html`<p class="form-mistake" id="mistake-${id}" role="alert">${visibleProse(mistake)}</p>`}
        <div class="permission-choices">
          <vscode-button ?disabled=${this.disabled} title="You are asked again, about what this would do" @click=${() => this.#submit()}>Review Changes</vscode-button>
          <vscode-button secondary ?disabled=${this.disabled} @click=${() => this.#cancel()}>Cancel</vscode-button>
        </div>
      </form>
    `;
  }

  #onSubmit = (event: Event): void => {
    event.preventDefault();
    this.#submit();
  };

  /** Here the keys that would allow the call review it, and Escape does not stop the turn. */
  #onKeydown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const reviews = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!reviews && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (reviews) this.#submit();
    else this.#cancel();
  };

  #submit(): void {
    const read = readObject(this.querySelector('textarea')?.value ?? '');
    this.mistake = 'mistake' in read ? read.mistake : undefined;
    if ('value' in read) this.dispatchEvent(new CustomEvent('edit', { detail: read.value }));
    else this.querySelector('textarea')?.focus();
  }

  #cancel(): void {
    this.dispatchEvent(new CustomEvent('cancel'));
  }
}

const fewestRows = 3;
const mostRows = 16;

function rowsFor(text: string): number {
  return Math.min(mostRows, Math.max(fewestRows, text.split('\n').length));
}
