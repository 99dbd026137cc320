import * as vscode from 'vscode';
import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
} from '../../converser/ground/json/json.ts';
import { valueText } from '../../converser/words/texts/arguments-text.ts';
import { withoutLinks } from '../common/markdown.ts';

/** If more optional arguments exist, you are asked whether to set them. */
const fewOptional = 2;

/** Asks for required arguments first. Resolves to `undefined` if the user cancels. */
export async function askForArguments(title: string, schema: JsonSchema): Promise<JsonObject | undefined> {
  const fields = fieldsOf(schema);
  const required = fields.filter(field => field.required);
  const optional = fields.filter(field => !field.required);
  if (optional.length <= fewOptional) return askForFields(title, [...required, ...optional]);
  const args = await askForFields(title, required);
  const wanted = args && (await chooseFields(title, optional));
  const more = wanted && (await askForFields(title, wanted));
  return args && more && { ...args, ...more };
}

function fieldsOf({ properties, required }: JsonSchema): readonly Field[] {
  const names = Array.isArray(required) ? required : [];
  return Object.entries(isJsonObject(properties) ? properties : {}).map(([name, property]) => ({
    name,
    schema: isJsonObject(property) ? property : {},
    required: names.includes(name),
  }));
}

async function askForFields(title: string, fields: readonly Field[]): Promise<JsonObject | undefined> {
  const args: Record<string, JsonValue> = {};
  for (const [index, field] of fields.entries()) {
    const answer = await askForField(`${title} (${index + 1}/${fields.length})`, field);
    if (answer === undefined) return undefined;
    if (answer.value !== undefined) args[field.name] = answer.value;
  }
  return args;
}

async function chooseFields(title: string, fields: readonly Field[]): Promise<readonly Field[] | undefined> {
  const items = fields.map(field => ({
    label: field.name,
    ...(typeof field.schema.description === 'string' ? { detail: field.schema.description } : {}),
    field,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: 'Select the optional arguments to set, or press Enter for none',
    canPickMany: true,
    ignoreFocusOut: true,
  });
  return picked?.map(({ field }) => field);
}

interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

type Answer = { readonly value: JsonValue | undefined };

async function askForField(title: string, field: Field): Promise<Answer | undefined> {
  const choices = choicesOf(field.schema);
  return choices === undefined ? askForText(title, field) : askForChoice(title, field, choices);
}

function choicesOf({ enum: values, type }: JsonSchema): readonly JsonValue[] | undefined {
  if (Array.isArray(values)) return values;
  return type === 'boolean' ? [true, false] : undefined;
}

async function askForChoice(
  title: string,
  field: Field,
  choices: readonly JsonValue[],
): Promise<Answer | undefined> {
  const items: {
    readonly label: string;
    readonly description?: string;
    readonly value: JsonValue | undefined;
  }[] = choices.map(value => ({ label: valueText(value), value }));
  if (!field.required) items.unshift({ label: '$(dash)', description: 'Skip', value: undefined });
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: describe(field),
    ignoreFocusOut: true,
  });
  return picked === undefined ? undefined : { value: picked.value };
}

async function askForText(title: string, field: Field): Promise<Answer | undefined> {
  const written = await vscode.window.showInputBox({
    title,
    prompt: withoutLinks(describe(field)),
    placeHolder: placeHolder(field.schema),
    ignoreFocusOut: true,
    ...(field.schema.default === undefined ? {} : { value: valueText(field.schema.default) }),
    validateInput: value => withoutLinks(complaint(value, field) ?? ''),
  });
  if (written === undefined) return undefined;
  return { value: written === '' && !field.required ? undefined : parse(written, field.schema) };
}

function describe({ name, schema, required }: Field): string {
  const description = typeof schema.description === 'string' ? `: ${schema.description}` : '';
  return `${name}${required ? '' : ' (optional)'}${description}`;
}

function placeHolder({ type }: JsonSchema): string {
  return type === 'array' || type === 'object' ? 'JSON' : typeof type === 'string' ? type : '';
}

const complaints: Readonly<Record<string, string>> = {
  integer: 'Enter a whole number.',
  number: 'Enter a number.',
  array: 'Enter a JSON array.',
  object: 'Enter a JSON object.',
};

function complaint(value: string, field: Field): string | undefined {
  if (value === '')
    return field.required && field.schema.type !== 'string' ? `Enter a value for ${field.name}.` : undefined;
  return parse(value, field.schema) === undefined
    ? (complaints[String(field.schema.type)] ?? 'Enter valid JSON.')
    : undefined;
}

/** Returns `undefined` if the text does not fit the schema. */
function parse(value: string, { type }: JsonSchema): JsonValue | undefined {
  if (type === 'string') return value;
  let parsed: JsonValue;
  try {
    parsed = JSON.parse(value) as JsonValue;
  } catch {
    return type === undefined ? value : undefined;
  }
  return type === undefined || fits(parsed, type) ? parsed : undefined;
}

function fits(value: JsonValue, type: JsonValue): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'number':
      return typeof value === 'number';
    default:
      return true;
  }
}
