import type { ElicitRequestFormParams, PrimitiveSchemaDefinition } from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { JsonObject } from '../../../converser/ground/json/json.ts';
import { visibleLine, visibleProse } from '../../../converser/ground/wording/visible-text.ts';
import type { FormField, FormOption } from '../../../converser/words/ensemble/form-field.ts';

export type RequestedSchema = ElicitRequestFormParams['requestedSchema'];

/** Texts lose invisible characters; names and values don't. Values of the `former` answer replace the proposed ones. */
export function readForm(
  { properties, required = [] }: RequestedSchema,
  former?: JsonObject,
): readonly FormField[] {
  return Object.entries(properties).map(([name, described]) => {
    const schema =
      former === undefined
        ? described
        : ({ ...described, default: former[name] } as PrimitiveSchemaDefinition);
    const { title = name, description } = schema;
    return {
      name,
      title: visibleLine(title),
      required: required.includes(name),
      ...readKind(schema),
      ...defined({ description: description === undefined ? undefined : visibleProse(description) }),
    };
  });
}

type StringSchema = Extract<PrimitiveSchemaDefinition, { format?: string | undefined }>;

type FieldKind = FormField extends infer Each
  ? Each extends FormField
    ? Omit<Each, 'name' | 'title' | 'description' | 'required'>
    : never
  : never;

function readKind(schema: PrimitiveSchemaDefinition): FieldKind {
  switch (schema.type) {
    case 'boolean':
      return defined({ kind: 'boolean', default: schema.default });
    case 'number':
    case 'integer': {
      const { type: kind, minimum, maximum } = schema;
      return defined({ kind, minimum, maximum, default: schema.default });
    }
    case 'array': {
      const options =
        'anyOf' in schema.items ? titledOptions(schema.items.anyOf) : plainOptions(schema.items.enum);
      const { minItems, maxItems } = schema;
      const proposed = schema.default?.filter(each => isAmong(options, each));
      return defined({ kind: 'choices', options, minItems, maxItems, default: proposed });
    }
    case 'string':
      return readString(schema);
  }
}

function readString(schema: Extract<PrimitiveSchemaDefinition, { type: 'string' }>): FieldKind {
  if ('oneOf' in schema && schema.oneOf !== undefined) {
    return choice(titledOptions(schema.oneOf), schema.default);
  }
  if ('enum' in schema && schema.enum !== undefined) {
    const names = 'enumNames' in schema ? (schema.enumNames ?? []) : [];
    return choice(plainOptions(schema.enum, names), schema.default);
  }
  const { format, minLength, maxLength } = schema as StringSchema;
  return defined({ kind: 'string', format, minLength, maxLength, default: schema.default });
}

/** A default that isn't among the options couldn't be shown, but would be sent. */
function choice(options: readonly FormOption[], proposed: string | undefined): FieldKind {
  const isOption = proposed !== undefined && isAmong(options, proposed);
  return defined({ kind: 'choice', options, default: isOption ? proposed : undefined });
}

function isAmong(options: readonly FormOption[], value: string): boolean {
  return options.some(option => option.value === value);
}

function titledOptions(
  options: readonly { readonly const: string; readonly title: string }[],
): readonly FormOption[] {
  return options.map(({ const: value, title }) => ({ value, title: visibleLine(title) }));
}

function plainOptions(values: readonly string[], names: readonly string[] = []): readonly FormOption[] {
  return values.map((value, at) => ({ value, title: visibleLine(names[at] ?? value) }));
}
