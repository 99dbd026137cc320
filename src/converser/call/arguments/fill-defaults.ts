import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from '../../ground/json/json.ts';
import { perObject } from '../../ground/object-memory.ts';
import type { Invoker } from '../../words/ensemble/invoker.ts';

/** An MCP server fills in its own defaults. */
export function withDefaults(
  args: JsonObject,
  { arguments: schema, describedBy }: Pick<Invoker, 'arguments' | 'describedBy'>,
): JsonObject {
  return describedBy === undefined ? fillDefaults(args, schema) : args;
}

/** Also fills in objects and lists within, and returns the same object if nothing is left out. */
export function fillDefaults(args: JsonObject, schema: JsonSchema): JsonObject {
  if (!mayHaveDefaults(schema)) return args;
  const budget = { left: mostFilled };
  const filled = fillObject(args, schema, budget);
  return budget.left < 0 ? args : filled;
}

/** A list of the model's, each item with a default of a foreign schema, could grow without end. */
const mostFilled = 1_000;

interface Budget {
  left: number;
}

const mayHaveDefaults = perObject((schema: JsonSchema) => JSON.stringify(schema).includes('"default":'));

function fill(value: JsonValue, schema: JsonValue | undefined, budget: Budget): JsonValue {
  if (!isJsonObject(schema)) return value;
  if (isJsonObject(value)) return fillObject(value, schema, budget);
  if (!Array.isArray(value) || !isJsonObject(schema.items)) return value;
  const filled = value.map(item => fill(item, schema.items, budget));
  return filled.some((item, at) => item !== value[at]) ? filled : value;
}

function fillObject(value: JsonObject, schema: JsonSchema, budget: Budget): JsonObject {
  const { properties } = schema;
  if (!isJsonObject(properties)) return value;
  const added = Object.entries(properties).flatMap(([name, property]): [string, JsonValue][] => {
    const given = Object.hasOwn(value, name) ? value[name] : defaultOf(name, property, schema);
    if (given === undefined) return [];
    if (!Object.hasOwn(value, name)) budget.left--;
    const filled = budget.left < 0 ? given : fill(given, property, budget);
    return filled === value[name] && Object.hasOwn(value, name) ? [] : [[name, filled]];
  });
  return added.length === 0 ? value : Object.fromEntries([...Object.entries(value), ...added]);
}

function defaultOf(name: string, property: JsonValue, schema: JsonSchema): JsonValue | undefined {
  return isJsonObject(property) && !mayMatter(name, schema) ? property.default : undefined;
}

/** Whether a name is there may decide what else must or must not be. Then only the model can add it. */
function mayMatter(name: string, schema: JsonSchema): boolean {
  if (schema.maxProperties !== undefined) return true;
  const rules = rulesIn(schema);
  return rules !== '' && (rules.includes('"$ref"') || rules.includes(JSON.stringify(name)));
}

const ruling = [
  ...['not', 'if', 'then', 'else', 'oneOf', 'anyOf', 'allOf'],
  ...['dependencies', 'dependentRequired', 'dependentSchemas'],
];

const rulesIn = perObject((schema: JsonSchema): string => {
  const found = ruling.flatMap(key => schema[key] ?? []);
  return found.length === 0 ? '' : JSON.stringify(found);
});
