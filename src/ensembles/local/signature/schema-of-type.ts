import type {
  Node,
  TSInterfaceBody,
  TSNamedTupleMember,
  TSType,
  TSTypeLiteral,
  TSTypeReference,
} from '@babel/types';
import type { JsonObject, JsonValue } from '../../../converser/ground/json/json.ts';
import { docBefore, type Span } from './doc-comment.ts';

/** What is known while a signature is read. */
export interface Reading {
  readonly types: ReadonlyMap<string, Declared>;
  /** Says why something can’t be expressed, where it stands. What is returned doesn’t count. */
  readonly refuse: (at: Placed, reason: string) => JsonObject;
  readonly sourceOf: (node: Node) => string;
  /** How many types may still be read: aliases can double one another. */
  readonly left: { types: number };
}

export interface Placed {
  readonly loc?: Span | null;
}

export type Declared = TSType | TSInterfaceBody | 'open';

export interface Property {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isOptional: boolean;
}

export function schemaOf(type: TSType | TSInterfaceBody | TSNamedTupleMember, reading: Reading): JsonObject {
  const left = --reading.left.types;
  if (left <= 0)
    return left < 0
      ? {}
      : reading.refuse(type, 'Types that contain themselves, or are this large, have no schema.');
  switch (type.type) {
    case 'TSStringKeyword':
    case 'TSNumberKeyword':
    case 'TSBooleanKeyword':
    case 'TSNullKeyword':
    case 'TSObjectKeyword':
      return { type: type.type.slice('TS'.length, -'Keyword'.length).toLowerCase() };
    case 'TSAnyKeyword':
    case 'TSUnknownKeyword':
      return {};
    case 'TSParenthesizedType':
      return schemaOf(type.typeAnnotation, reading);
    case 'TSLiteralType': {
      const value = literalOf(type.literal);
      return value === undefined ? foreign(type, reading) : enumOf([value]);
    }
    case 'TSUnionType': {
      const defined = type.types.filter(each => each.type !== 'TSUndefinedKeyword');
      return unionOf(defined.map(each => schemaOf(each, reading)));
    }
    case 'TSArrayType':
      return { type: 'array', items: schemaOf(type.elementType, reading) };
    case 'TSTypeOperator':
      return type.operator === 'readonly' ? schemaOf(type.typeAnnotation, reading) : foreign(type, reading);
    case 'TSTupleType':
      return tupleOf(type.elementTypes.map(each => schemaOf(each, reading)));
    case 'TSNamedTupleMember':
      return schemaOf(type.elementType, reading);
    case 'TSTypeLiteral':
      return objectOf(type.members, reading);
    case 'TSInterfaceBody':
      return objectOf(type.body, reading);
    case 'TSTypeReference':
      return referred(type, reading);
    default:
      return foreign(type, reading);
  }
}

export function allowsUndefined(type: TSType): boolean {
  return type.type === 'TSUnionType' && type.types.some(each => each.type === 'TSUndefinedKeyword');
}

export function closedObject(properties: readonly Property[], rest: JsonValue = false): JsonObject {
  const required = properties.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
    additionalProperties: rest,
  };
}

export function withMore(
  schema: JsonObject,
  description: string | undefined,
  otherwise?: JsonValue,
): JsonObject {
  return {
    ...schema,
    ...(description && { description }),
    ...(otherwise !== undefined && { default: otherwise }),
  };
}

/** Absent for everything but a value that is written out. */
export function literalOf(node: Node): JsonValue | undefined {
  if (node.type === 'NumericLiteral') return Number.isFinite(node.value) ? node.value : undefined;
  if (node.type === 'StringLiteral' || node.type === 'BooleanLiteral') return node.value;
  if (node.type === 'NullLiteral') return null;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? '';
  if (node.type === 'UnaryExpression' && node.operator === '-') {
    const value = literalOf(node.argument);
    return typeof value === 'number' ? -value : undefined;
  }
  if (node.type === 'ObjectExpression') return node.properties.length === 0 ? {} : undefined;
  if (node.type !== 'ArrayExpression') return undefined;
  const values = node.elements.map(each => (each === null ? undefined : literalOf(each)));
  return values.every(value => value !== undefined) ? values : undefined;
}

export function keyOf(key: Node): string {
  return key.type === 'Identifier' ? key.name : String(literalOf(key));
}

function foreign(type: Node, { refuse, sourceOf }: Reading): JsonObject {
  return refuse(type, `${sourceOf(type)} isn’t a type of JSON or of this file.`);
}

function enumOf(values: readonly JsonValue[]): JsonObject {
  const kinds = [...new Set(values.map(value => (value === null ? 'null' : typeof value)))];
  return { type: kinds.length === 1 ? (kinds[0] ?? '') : kinds, enum: [...new Set(values)] };
}

function unionOf(options: readonly JsonObject[]): JsonObject {
  const nulls = options.filter(({ type }) => type === 'null').slice(0, 1);
  const values = options.flatMap(each => (each.enum ?? []) as readonly JsonValue[]);
  const others = options.filter(each => each.enum === undefined && each.type !== 'null');
  if (values.length > 0) return anyOf([enumOf([...values, ...nulls.map(() => null)]), ...others]);
  const [only, more] = others;
  if (nulls.length > 0 && more === undefined && typeof only?.type === 'string')
    return { ...only, type: [only.type, 'null'] };
  return anyOf([...others, ...nulls]);
}

function anyOf(options: readonly JsonObject[]): JsonObject {
  return options.length === 1 ? (options[0] ?? {}) : { anyOf: options };
}

/** Not every model provider knows `prefixItems`. */
function tupleOf(items: readonly JsonObject[]): JsonObject {
  const isUniform = new Set(items.map(each => JSON.stringify(each))).size <= 1;
  const elements = isUniform ? { items: items[0] ?? {} } : { prefixItems: items, items: false };
  return { type: 'array', ...elements, minItems: items.length, maxItems: items.length };
}

function objectOf(members: TSTypeLiteral['members'], reading: Reading): JsonObject {
  const properties: Property[] = [];
  let rest: JsonValue = false;
  for (const member of members) {
    const type = 'typeAnnotation' in member ? member.typeAnnotation?.typeAnnotation : undefined;
    if (type && member.type === 'TSIndexSignature') rest = schemaOf(type, reading);
    else if (type && member.type === 'TSPropertySignature' && !member.computed) {
      const schema = withMore(schemaOf(type, reading), docBefore(member).text);
      const isOptional = member.optional === true || allowsUndefined(type);
      properties.push({ name: keyOf(member.key), schema, isOptional });
    } else foreign(member, reading);
  }
  return closedObject(properties, rest);
}

function referred(type: TSTypeReference, reading: Reading): JsonObject {
  const name = reading.sourceOf(type.typeName);
  const [first, second] = type.typeParameters?.params ?? [];
  const known = reading.types.get(name);
  // TypeScript has no integers: `type integer = number` beside the function says so.
  if (first === undefined && /^(integer|String|Number|Boolean|Object|Array)$/.test(name))
    return { type: name.toLowerCase() };
  if (first !== undefined && /^(Readonly)?Array$/.test(name))
    return { type: 'array', items: schemaOf(first, reading) };
  if (second !== undefined && /^(Record|Object)$/.test(name) && first?.type === 'TSStringKeyword')
    return { type: 'object', additionalProperties: schemaOf(second, reading) };
  if (known === 'open')
    return reading.refuse(type, `${name} is generic, extends another type, or is declared twice.`);
  return known === undefined ? foreign(type, reading) : schemaOf(known, reading);
}
