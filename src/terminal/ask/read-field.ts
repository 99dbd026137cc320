import type { JsonValue } from '../../converser/ground/json/json.ts';
import type { FormField, FormOption } from '../../converser/words/ensemble/form-field.ts';
import { inOneLine } from '../render/printable.ts';

export type ReadField =
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly expected: string };

/** The field's limits are checked later, with the whole form. */
export function readField(field: FormField, line: string): ReadField {
  if (line === nothing && canBeLeftOut(field)) return { kind: 'empty' };
  if (line === '') {
    if (field.default !== undefined) return { kind: 'value', value: field.default };
    return field.required ? wrong('a value: this field is required') : { kind: 'empty' };
  }
  switch (field.kind) {
    case 'string':
      return { kind: 'value', value: line };
    case 'number':
    case 'integer': {
      const value = Number(line);
      const isRight = Number.isFinite(value) && (field.kind === 'number' || Number.isInteger(value));
      return isRight
        ? { kind: 'value', value }
        : wrong(field.kind === 'integer' ? 'a whole number' : 'a number');
    }
    case 'boolean':
      if (!/^(y|yes|n|no)$/i.test(line)) return wrong('yes or no');
      return { kind: 'value', value: /^y/i.test(line) };
    case 'choice': {
      const value = chosen(field.options, line);
      return value === undefined ? wrong('one of the numbers above') : { kind: 'value', value };
    }
    case 'choices': {
      const values = line.split(',').map(each => chosen(field.options, each.trim()));
      const all = values.filter(value => value !== undefined);
      const isRight = all.length === values.length;
      return isRight ? { kind: 'value', value: [...new Set(all)] } : wrong('numbers separated by commas');
    }
  }
}

/** An empty line takes the MCP server's default, so "no value" is written as in a shell. */
const nothing = '""';

function canBeLeftOut({ required, default: proposed }: FormField): boolean {
  return !required && proposed !== undefined;
}

function chosen(options: readonly FormOption[], written: string): string | undefined {
  const byNumber = /^\d+$/.test(written) ? options[Number(written) - 1] : undefined;
  return (byNumber ?? options.find(({ value, title }) => written === value || written === title))?.value;
}

function wrong(expected: string): ReadField {
  return { kind: 'wrong', expected };
}

export function fieldPrompt(field: FormField): string {
  const { title, description, required } = field;
  const lines = [
    `  ${inOneLine(title)}${required ? '' : ' (optional)'}`,
    ...(description === undefined ? [] : [`    ${inOneLine(description)}`]),
    ...('options' in field
      ? field.options.map(({ title: name }, at) => `    ${at + 1}. ${inOneLine(name)}`)
      : []),
  ];
  return `${lines.join('\n')}${usual(field)}: `;
}

function usual(field: FormField): string {
  if (field.default === undefined) return field.kind === 'boolean' ? ' [yes/no]' : '';
  const orNothing = canBeLeftOut(field) ? `, or ${nothing} to skip it` : '';
  return ` [${inOneLine(defaultText(field))}${orNothing}]`;
}

function defaultText(field: FormField): string {
  if (field.kind === 'boolean') return field.default ? 'yes' : 'no';
  const values = Array.isArray(field.default) ? field.default : [field.default];
  const texts = values.map(value =>
    'options' in field ? titleOf(field.options, String(value)) : String(value),
  );
  return texts.join(', ') || 'empty';
}

function titleOf(options: readonly FormOption[], value: string): string {
  return options.find(option => option.value === value)?.title ?? value;
}
