import type { ElicitRequestFormParams, PrimitiveSchemaDefinition } from '@modelcontextprotocol/client';
import { defined } from '../../../converser/json/defined.ts';

/** A field of a form, whichever of the several ways of describing it the server chose. */
export type FormField = CommonField &
  (
    | {
        readonly kind: 'text';
        readonly format?: 'email' | 'uri' | 'date' | 'date-time';
        readonly minLength?: number;
        readonly maxLength?: number;
        readonly default?: string;
      }
    | {
        readonly kind: 'number';
        readonly isWhole: boolean;
        readonly minimum?: number;
        readonly maximum?: number;
        readonly default?: number;
      }
    | { readonly kind: 'yes-no'; readonly default?: boolean }
    | { readonly kind: 'choice'; readonly options: readonly FormOption[]; readonly default?: string }
    | {
        readonly kind: 'choices';
        readonly options: readonly FormOption[];
        readonly fewest?: number;
        readonly most?: number;
        readonly default?: readonly string[];
      }
  );

interface CommonField {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly isRequired: boolean;
}

export interface FormOption {
  readonly value: string;
  readonly title: string;
}

/** The fields of a form, in the server's order. */
export function readForm({ properties, required = [] }: RequestedSchema): readonly FormField[] {
  return Object.entries(properties).map(([name, schema]) => {
    const common = defined({
      name,
      title: schema.title ?? name,
      isRequired: required.includes(name),
      description: schema.description,
    });
    return { ...common, ...kindOf(schema) } as FormField;
  });
}

export type RequestedSchema = ElicitRequestFormParams['requestedSchema'];

/** A field without what is common to all. */
type Kind = FormField extends infer Each ? Omit<Each, keyof CommonField> : never;

function kindOf(schema: PrimitiveSchemaDefinition): Kind | object {
  switch (schema.type) {
    case 'boolean':
      return given({ kind: 'yes-no', default: schema.default });
    case 'number':
    case 'integer': {
      const { minimum, maximum } = schema;
      return given({
        kind: 'number',
        isWhole: schema.type === 'integer',
        minimum,
        maximum,
        default: schema.default,
      });
    }
    case 'array': {
      const options = 'anyOf' in schema.items ? titled(schema.items.anyOf) : plain(schema.items.enum);
      const { minItems: fewest, maxItems: most } = schema;
      const proposed = schema.default?.filter(each => isAmong(options, each));
      return given({ kind: 'choices', options, fewest, most, default: proposed });
    }
    case 'string':
      return textOrChoice(schema);
  }
}

function textOrChoice(schema: Extract<PrimitiveSchemaDefinition, { type: 'string' }>): object {
  if ('oneOf' in schema && schema.oneOf !== undefined) {
    return choice(titled(schema.oneOf), schema.default);
  }
  if ('enum' in schema && schema.enum !== undefined) {
    const names = 'enumNames' in schema ? (schema.enumNames ?? []) : [];
    return choice(plain(schema.enum, names), schema.default);
  }
  const { format, minLength, maxLength } = schema as Readonly<Record<string, unknown>>;
  return given({ kind: 'text', format, minLength, maxLength, default: schema.default });
}

/** A proposal that is no option could not be shown, and would be sent unseen. */
function choice(options: readonly FormOption[], proposed: string | undefined): object {
  const isOption = proposed !== undefined && isAmong(options, proposed);
  return given({ kind: 'choice', options, default: isOption ? proposed : undefined });
}

function isAmong(options: readonly FormOption[], value: string): boolean {
  return options.some(option => option.value === value);
}

function titled(
  options: readonly { readonly const: string; readonly title: string }[],
): readonly FormOption[] {
  return options.map(({ const: value, title }) => ({ value, title }));
}

function plain(values: readonly string[], names: readonly string[] = []): readonly FormOption[] {
  return values.map((value, at) => ({ value, title: names[at] ?? value }));
}

function given(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
