import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

/** It skips the meta-schema, which takes longer to load than to list a server's tools. */
export function isPlainSchema(schema: JsonObject): boolean {
  return Object.entries(schema).every(([keyword, value]) => {
    const allows = Object.hasOwn(usual, keyword) ? usual[keyword] : undefined;
    return allows?.(value) ?? false;
  });
}

type Check = (value: JsonValue) => boolean;

const isAnything: Check = () => true;
const isText: Check = value => typeof value === 'string';
const isFlag: Check = value => typeof value === 'boolean';
const isNumber: Check = value => typeof value === 'number';
const isCount: Check = value => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const isInner: Check = value => typeof value === 'boolean' || (isJsonObject(value) && isPlainSchema(value));
const areInner: Check = value => isList(value) && value.length > 0 && value.every(isInner);
const holdsInner: Check = value => isJsonObject(value) && Object.values(value).every(isInner);
const areNames: Check = value => isList(value) && value.every(isText) && new Set(value).size === value.length;
const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const isType: Check = value => typeof value === 'string' && types.includes(value);

const usual: Readonly<Record<string, Check>> = {
  title: isText,
  description: isText,
  format: isText,
  default: isAnything,
  const: isAnything,
  examples: isList,
  enum: value => areNames(value) && isList(value) && value.length > 0,
  type: value =>
    isType(value) || (areNames(value) && isList(value) && value.length > 0 && value.every(isType)),
  properties: holdsInner,
  $defs: holdsInner,
  definitions: holdsInner,
  required: areNames,
  additionalProperties: isInner,
  items: isInner,
  anyOf: areInner,
  oneOf: areInner,
  allOf: areInner,
  not: isInner,
  $ref: value => typeof value === 'string' && /^#[\w$/-]*$/.test(value),
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: isFlag,
};
