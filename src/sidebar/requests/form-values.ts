import type { ChoicesField, FormField, NumberField, StringField } from '../../converser/forms/form-field.ts';
import type { JsonObject, JsonValue } from '../../converser/json/json.ts';
import type { Draft, Drafts } from '../page/form-drafts.ts';

/** What stands in a form that nobody has touched. */
export function draftsOf(fields: readonly FormField[]): Drafts {
  return Object.fromEntries(fields.map(field => [field.name, draftOf(field)]));
}

/** What is wrong, by the name of the field. */
export function complaintsAbout(
  fields: readonly FormField[],
  drafts: Drafts,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap(field => {
      const complaint = complaintAbout(field, keptFor(drafts, field.name) ?? draftOf(field));
      return complaint === undefined ? [] : [[field.name, complaint]];
    }),
  );
}

/** The values of a form about which there is no complaint. What was left empty is left out. */
export function valuesOf(fields: readonly FormField[], drafts: Drafts): JsonObject {
  return Object.fromEntries(
    fields.flatMap(field => {
      const value = fieldValue(field, keptFor(drafts, field.name) ?? draftOf(field));
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** What is kept under the name of a field. Servers choose the names, and `constructor` is one. */
export function keptFor<T>(kept: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(kept, name) ? kept[name] : undefined;
}

function draftOf(field: FormField): Draft {
  switch (field.kind) {
    case 'string':
      return field.format === 'date-time' ? localTime(field.default) : (field.default ?? '');
    case 'number':
    case 'integer':
      return field.default === undefined ? '' : String(field.default);
    case 'boolean':
      return field.default ?? false;
    case 'choice':
      return field.default ?? '';
    case 'choices':
      return field.default ?? [];
  }
}

function fieldValue(field: FormField, draft: Draft): JsonValue | undefined {
  switch (field.kind) {
    case 'boolean':
      return draft === true;
    case 'choices':
      return Array.isArray(draft) && (draft.length > 0 || field.required) ? draft : undefined;
    case 'number':
    case 'integer':
      return typeof draft === 'string' && draft.trim() !== '' ? Number(draft) : undefined;
    case 'string':
      if (typeof draft !== 'string' || draft === '') return undefined;
      return field.format === 'date-time' ? new Date(draft).toISOString() : draft;
    case 'choice':
      return typeof draft === 'string' && draft !== '' ? draft : undefined;
  }
}

function complaintAbout(field: FormField, draft: Draft): string | undefined {
  switch (field.kind) {
    case 'boolean':
      return undefined;
    case 'choices':
      return aboutChoices(field, Array.isArray(draft) ? draft : []);
    case 'number':
    case 'integer':
      return aboutNumber(field, String(draft).trim());
    case 'string':
      return aboutText(field, String(draft));
    case 'choice':
      return field.required && draft === '' ? 'Choose one.' : undefined;
  }
}

function aboutChoices({ minItems = 0, maxItems, required }: ChoicesField, chosen: readonly string[]) {
  // What may be left out altogether is held to its limits only when something is chosen.
  if (chosen.length === 0 && !required) return undefined;
  if (chosen.length < minItems) return `Choose at least ${minItems}.`;
  return maxItems !== undefined && chosen.length > maxItems ? `Choose at most ${maxItems}.` : undefined;
}

function aboutNumber({ required, kind, minimum, maximum }: NumberField, text: string): string | undefined {
  if (text === '') return required ? 'Enter a number.' : undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return 'This is no number.';
  if (kind === 'integer' && !Number.isInteger(value)) return 'Enter a whole number.';
  if (minimum !== undefined && value < minimum) return `Enter ${minimum} or more.`;
  return maximum !== undefined && value > maximum ? `Enter ${maximum} or less.` : undefined;
}

function aboutText({ required, minLength = 0, maxLength, format }: StringField, text: string) {
  if (text === '') return required ? 'Fill this in.' : undefined;
  const { length } = [...text];
  if (length < minLength) return `Enter at least ${minLength} characters; these are ${length}.`;
  if (maxLength !== undefined && length > maxLength)
    return `Enter at most ${maxLength} characters; these are ${length}.`;
  return format === undefined || fits(text, format) ? undefined : expectations[format];
}

const expectations: Readonly<Record<NonNullable<StringField['format']>, string>> = {
  email: 'Enter an e-mail address, such as ada@example.org.',
  uri: 'Enter a whole address, such as https://example.org/.',
  date: 'Enter a date.',
  'date-time': 'Enter a date and a time.',
};

function fits(text: string, format: NonNullable<StringField['format']>): boolean {
  switch (format) {
    case 'email':
      return /^[^\s@]+@[^\s@]+$/.test(text);
    case 'uri':
      return URL.canParse(text);
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
    case 'date-time':
      return !Number.isNaN(Date.parse(text));
  }
}

/** As a field for date and time wants it: where the person is, without a zone. */
function localTime(text: string | undefined): string {
  const time = Date.parse(text ?? '');
  if (Number.isNaN(time)) return '';
  const there = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return there.toISOString().slice(0, 19);
}
