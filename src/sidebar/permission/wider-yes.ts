import { html, nothing, type TemplateResult } from 'lit';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import type {
  PermissionAnswer,
  PermissionScope,
} from '../../converser/words/permission/permission-question.ts';
import { scopeTexts } from '../../converser/words/permission/scope-texts.ts';
import { LightElement } from '../page/light-element.ts';
import type { SidebarQuestion } from '../protocol.ts';

export class WiderYes extends LightElement {
  static override properties = {
    question: { attribute: false },
    disabled: { type: Boolean },
    pattern: { state: true },
    scope: { state: true },
  };
  declare question: SidebarQuestion;
  declare disabled: boolean;
  /** Empty: every call of the tool. `undefined`: not chosen yet. */
  declare pattern: string | undefined;
  declare scope: PermissionScope | undefined;

  protected override render(): TemplateResult {
    const { id, fullName, patterns, scopes } = this.question;
    const wider = scopes.filter(scope => scope !== 'once');
    const pattern = this.pattern ?? patterns[0] ?? '';
    const scope = this.scope ?? wider.find(each => each === 'conversation') ?? wider[0];
    const every = `Every call of ${visibleLine(fullName)}`;
    return html`
      <div class="wider-yes" role="group" aria-label="Allow more than this call">
        ${
          patterns.length === 0
            ? nothing
            : html`<label class="form-label" for="pattern-${id}">Which calls</label>
          <select class="form-control" id="pattern-${id}" ?disabled=${this.disabled} @change=${this.#onPattern}>
            ${patterns.map(each => html`<option value=${each} ?selected=${each === pattern}>${visibleLine(each)}</option>`)}
            <option value="" ?selected=${pattern === ''}>${every}</option>
          </select>`
        }
        <label class="form-label" for="scope-${id}">For how long</label>
        <select class="form-control" id="scope-${id}" ?disabled=${this.disabled} @change=${this.#onScope}>
          ${wider.map(each => html`<option value=${each} ?selected=${each === scope}>${scopeTexts[each]}</option>`)}
        </select>
        <vscode-button ?disabled=${this.disabled} @click=${() => this.#answer(scope, pattern)}>Allow</vscode-button>
        ${this.#vouchings()}
      </div>
    `;
  }

  #vouchings(): TemplateResult | typeof nothing {
    const { caution } = this.question;
    if (caution === undefined) return nothing;
    const vouch = (text: string, vouches: 'clean' | 'trusted') =>
      html`<vscode-button secondary ?disabled=${this.disabled} @click=${() => this.#send({ kind: 'allow', scope: 'once', vouches })}>${text}</vscode-button>`;
    return html`
      ${vouch('Allow, Conversation Is Clean', 'clean')}
      ${caution.trusts === undefined ? nothing : vouch(`Allow, Trust ${caution.trusts}`, 'trusted')}
    `;
  }

  #onPattern = (event: Event): void => {
    this.pattern = (event.currentTarget as HTMLSelectElement).value;
  };

  #onScope = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement;
    this.scope = this.question.scopes.find(scope => scope === value);
  };

  #answer(scope: PermissionScope | undefined, pattern: string): void {
    if (scope === undefined) return;
    this.#send({ kind: 'allow', scope, ...(pattern === '' ? {} : { pattern }) });
  }

  #send(detail: PermissionAnswer): void {
    this.dispatchEvent(new CustomEvent('answer', { detail }));
  }
}
