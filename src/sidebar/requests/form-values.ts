import type { JsonObject, JsonValue } from '../../converser/ground/json/json.ts';
import type {
  ChoicesField,
  FormField,
  NumberField,
  StringField,
} from '../../converser/words/ensemble/form-field.ts';
import type { Draft, Drafts } from '../page/page-memory.ts';

export function draftsOf(fields: readonly FormField[]): Drafts {
  return Object.fromEntries(fields.map(field => [field.name, draftOf(field)]));
}

export function complaintsOf(fields: readonly FormField[], drafts: Drafts): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap(field => {
      const complaint = complaintAbout(field, valueFor(drafts, field.name) ?? draftOf(field));
      return complaint === undefined ? [] : [[field.name, complaint]];
    }),
  );
}

export function valuesOf(fields: readonly FormField[], drafts: Drafts): JsonObject {
  return Object.fromEntries(
    fields.flatMap(field => {
      const value = fieldValue(field, valueFor(drafts, field.name) ?? draftOf(field));
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
}

/** The entry of a field. MCP servers choose the names of fields, and `constructor` is a possible one. */
export function valueFor<T>(kept: Readonly<Record<string, T>>, name: string): T | undefined {
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
  // An optional field may stay empty, whatever its minimum.
  if (chosen.length === 0 && !required) return undefined;
  if (chosen.length < minItems) return `Choose at least ${minItems}.`;
  return maxItems !== undefined && chosen.length > maxItems ? `Choose at most ${maxItems}.` : undefined;
}

function aboutNumber({ required, kind, minimum, maximum }: NumberField, text: string): string | undefined {
  if (text === '') return required ? 'Enter a number.' : undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) return 'Enter a number.';
  if (kind === 'integer' && !Number.isInteger(value)) return 'Enter a whole number.';
  if (minimum !== undefined && value < minimum) return `Enter ${minimum} or more.`;
  return maximum !== undefined && value > maximum ? `Enter ${maximum} or less.` : undefined;
}

function aboutText({ required, minLength = 0, maxLength, format }: StringField, text: string) {
  if (text === '') return required ? 'Fill in this field.' : undefined;
  const { length } = [...text];
  if (length < minLength) return `Enter at least ${minLength} characters (now ${length}).`;
  if (maxLength !== undefined && length > maxLength)
    return `Enter at most ${maxLength} characters (now ${length}).`;
  return format === undefined || fits(text, format) ? undefined : expectations[format];
}

const expectations: Readonly<Record<NonNullable<StringField['format']>, string>> = {
  email: 'Enter an e-mail address, such as ada@example.org.',
  uri: 'Enter a full address, such as https://example.org/.',
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

/** Local time without a zone, as an input of type datetime-local expects it. */
function localTime(text: string | undefined): string {
  const time = Date.parse(text ?? '');
  if (Number.isNaN(time)) return '';
  const there = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return there.toISOString().slice(0, 19);
}
