import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type {
  ChoiceField,
  ChoicesField,
  FormField,
  NumberField,
  StringField,
} from '../../converser/words/ensemble/form-field.ts';
import { icon } from '../page/icon.ts';
import { isChecked } from '../page/is-checked.ts';
import type { Draft } from '../page/page-memory.ts';

export interface ShownField {
  readonly id: string;
  readonly draft: Draft;
  readonly complaint: string | undefined;
  readonly disabled: boolean;
  /** Whether it says so where an answer is optional: to the model, all are. */
  readonly marksOptional: boolean;
  readonly change: (draft: Draft) => void;
}

export function formField(field: FormField, shown: ShownField): TemplateResult {
  const { id, complaint } = shown;
  const isGroup = field.kind === 'boolean' || field.kind === 'choices' || isShort(field);
  return html`<div class="form-field">
    ${isGroup ? nothing : html`<label class="form-label" for=${id}>${labelOf(field, shown)}</label>`}
    ${field.description === undefined || isGroup ? nothing : html`<p class="hint" id="${id}-hint">${field.description}</p>`}
    ${control(field, shown)}
    ${complaint === undefined ? nothing : html`<p class="form-complaint failure" id="${id}-complaint">${icon('error')}<span>${complaint}</span></p>`}
  </div>`;
}

function labelOf({ title, required }: FormField, { marksOptional }: ShownField): TemplateResult {
  return html`${title}${required || !marksOptional ? nothing : html` <span class="hint">(optional)</span>`}`;
}

function control(field: FormField, shown: ShownField): TemplateResult {
  switch (field.kind) {
    case 'string':
      return input(field, shown, field.format === undefined ? 'text' : inputTypes[field.format]);
    case 'number':
    case 'integer':
      return input(field, shown, 'text');
    case 'boolean':
      return html`<vscode-checkbox
          id=${shown.id}
          class="form-control"
          .checked=${live(shown.draft === true)}
          ?disabled=${shown.disabled}
          @change=${(event: Event) => shown.change(isChecked(event))}
          >${field.title}</vscode-checkbox
        >${field.description === undefined ? nothing : html`<p class="hint">${field.description}</p>`}`;
    case 'choice':
      return choice(field, shown);
    case 'choices':
      return choices(field, shown);
  }
}

const inputTypes = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' } as const;

/** Numbers are entered as text: a number field would hide what it cannot parse, and so what is wrong with it. */
function input(field: StringField | NumberField, shown: ShownField, type: string): TemplateResult {
  const { id, draft, complaint, disabled, change } = shown;
  return html`<input
    id=${id}
    class="form-control"
    type=${type}
    inputmode=${field.kind === 'string' ? nothing : 'decimal'}
    step=${type === 'datetime-local' ? '1' : nothing}
    autocomplete="off"
    spellcheck="false"
    .value=${live(String(draft))}
    ?disabled=${disabled}
    aria-required=${field.required}
    aria-invalid=${complaint !== undefined}
    aria-describedby=${describedBy(field, shown)}
    @input=${(event: Event) => change((event.currentTarget as HTMLInputElement).value)}
  />`;
}

/** Longer lists are easier to look through when they are closed. */
const mostRadios = 10;

function isShort(field: FormField): boolean {
  return field.kind === 'choice' && field.options.length <= mostRadios;
}

function radios(field: ChoiceField, shown: ShownField): TemplateResult {
  const { id, draft, complaint, disabled, change } = shown;
  const none = { value: '', title: 'None of these' };
  const offered = field.required ? field.options : [...field.options, none];
  return html`<fieldset id=${id} class="form-group" role="radiogroup" tabindex="-1" aria-required=${field.required} aria-invalid=${complaint !== undefined} aria-describedby=${describedBy(field, shown)}>
    <legend class="form-label">${labelOf(field, shown)}</legend>
    ${field.description === undefined ? nothing : html`<p class="hint" id="${id}-hint">${field.description}</p>`}
    ${offered.map(
      ({ value, title }) => html`<label class="radio">
        <input
          type="radio"
          name=${id}
          .checked=${live(value !== '' && draft === value)}
          ?disabled=${disabled}
          @change=${() => change(value)}
        /><span>${title}</span>
      </label>`,
    )}
  </fieldset>`;
}

function choice(field: ChoiceField, shown: ShownField): TemplateResult {
  if (isShort(field)) return radios(field, shown);
  const { id, draft, complaint, disabled, change } = shown;
  return html`<select
    id=${id}
    class="form-control"
    ?disabled=${disabled}
    aria-required=${field.required}
    aria-invalid=${complaint !== undefined}
    aria-describedby=${describedBy(field, shown)}
    @change=${(event: Event) => change((event.currentTarget as HTMLSelectElement).value)}
  >
    ${field.default === undefined || !field.required ? html`<option value="" ?selected=${draft === ''}>–</option>` : nothing}
    ${field.options.map(({ value, title }) => html`<option value=${value} ?selected=${draft === value}>${title}</option>`)}
  </select>`;
}

function choices(field: ChoicesField, shown: ShownField): TemplateResult {
  const { id, draft, disabled, change } = shown;
  const chosen = Array.isArray(draft) ? draft : [];
  const toggle = (value: string, on: boolean) =>
    // In the order in which the server offers them.
    change(
      field.options.map(option => option.value).filter(each => (each === value ? on : chosen.includes(each))),
    );
  return html`<fieldset id=${id} class="form-group" tabindex="-1" aria-describedby=${describedBy(field, shown)}>
    <legend class="form-label">${labelOf(field, shown)}</legend>
    ${field.description === undefined ? nothing : html`<p class="hint" id="${id}-hint">${field.description}</p>`}
    ${field.options.map(
      ({ value, title }) => html`<vscode-checkbox
        .checked=${live(chosen.includes(value))}
        ?disabled=${disabled}
        @change=${(event: Event) => toggle(value, isChecked(event))}
        >${title}</vscode-checkbox
      >`,
    )}
  </fieldset>`;
}

function describedBy(field: FormField, { id, complaint }: ShownField): string | typeof nothing {
  const ids = [
    ...(field.description === undefined ? [] : [`${id}-hint`]),
    ...(complaint === undefined ? [] : [`${id}-complaint`]),
  ];
  return ids.length === 0 ? nothing : ids.join(' ');
}
