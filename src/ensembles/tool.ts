import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type {
  Annotations,
  Context,
  Invocable,
  Invoker,
  OutputTemplates,
  Returned,
} from '../converser/invoker.ts';
import type { JsonSchema } from '../converser/json.ts';

/**
 * A tool as code defines it: what a descriptor refers to as `implementation`. The descriptor may say otherwise
 * about everything here but the function.
 */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly arguments: JsonSchema;
  readonly annotations: Annotations;
  readonly aliases?: readonly string[];
  readonly deduplication?: Invoker['deduplication'];
  readonly output?: OutputTemplates;
  readonly readOn?: string;
  readonly alwaysAsk?: NonNullable<Invoker['alwaysAsk']>;
  readonly invocable: Invocable;
}

/** A tool whose function takes what its schema describes: the type of its arguments follows from the schema. */
export interface ToolDefinition<Schema extends JSONSchema>
  extends Omit<Tool, 'arguments' | 'invocable' | 'alwaysAsk'> {
  readonly arguments: Schema;
  readonly invoke: (args: FromSchema<Schema>, context: Context) => Promise<Returned> | Returned;
  readonly alwaysAsk?: (args: FromSchema<Schema>) => Promise<string | undefined>;
}

/** Makes a tool from name, schema and async function. */
export function defineTool<const Schema extends JSONSchema>(definition: ToolDefinition<Schema>): Tool {
  const { invoke, alwaysAsk, arguments: schema, ...rest } = definition;
  // The processor has held the arguments against this very schema, which is what the casts rest on.
  return {
    ...rest,
    arguments: schema as JsonSchema,
    invocable: invoke as unknown as Invocable,
    ...(alwaysAsk === undefined ? {} : { alwaysAsk: alwaysAsk as unknown as NonNullable<Tool['alwaysAsk']> }),
  };
}
