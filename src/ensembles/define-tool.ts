import { fillDefaults } from '../converser/call/arguments/fill-defaults.ts';
import { defined } from '../converser/ground/json/defined.ts';
import type { JsonObject, JsonSchema, JsonValue } from '../converser/ground/json/json.ts';
import type {
  Annotations,
  Context,
  Excerpt,
  Invocable,
  Invoker,
  Output,
  Returned,
  Review,
} from '../converser/words/ensemble/invoker.ts';

/** A descriptor refers to a tool as `implementation`, and may override everything here but the function. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly arguments: JsonSchema;
  readonly annotations: Annotations;
  readonly aliases?: readonly string[];
  readonly deduplication?: Invoker['deduplication'];
  readonly reads?: NonNullable<Invoker['reads']>;
  readonly writes?: NonNullable<Invoker['writes']>;
  readonly excerpt?: Excerpt;
  /** Holds where neither the descriptor nor a rule says anything. */
  readonly permission?: NonNullable<Invoker['permission']>;
  readonly output?: Output;
  readonly adapt?: NonNullable<Invoker['adapt']>;
  readonly review?: NonNullable<Invoker['review']>;
  readonly recordsChanges?: true;
  readonly isEdit?: true;
  readonly inProposal?: NonNullable<Invoker['inProposal']>;
  readonly findsTools?: true;
  readonly invocable: Invocable;
}

export interface ToolDefinition<Schema extends JsonSchema>
  extends Omit<Tool, 'arguments' | 'invocable' | 'review'> {
  /** Others than these are refused, unless it says otherwise. */
  readonly arguments: Schema;
  readonly invoke: (args: TypeOf<Schema>, context: Context) => Promise<Returned> | Returned;
  readonly review?: (args: TypeOf<Schema>) => Review;
}

export function defineTool<const Schema extends JsonSchema>(definition: ToolDefinition<Schema>): Tool {
  const { invoke, review, arguments: written, ...rest } = definition;
  const schema: JsonSchema = { ...written, additionalProperties: written.additionalProperties ?? false };
  // The cast is safe: the processor has checked the arguments against this schema.
  const complete = (args: JsonObject) => fillDefaults(args, schema) as TypeOf<Schema>;
  return {
    ...rest,
    arguments: schema,
    invocable: (args, context) => invoke(complete(args), context),
    ...defined({ review: review && ((args: JsonObject) => review(complete(args))) }),
  };
}

/** json-schema-to-ts makes TypeScript 7 give up ("excessively deep") on the schemas of ordinary tools. */
type TypeOf<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly oneOf: readonly (infer Option)[] }
      ? TypeOf<Option>
      : Schema extends { readonly anyOf: readonly (infer Option)[] }
        ? TypeOf<Option>
        : Schema extends { readonly type: infer Type }
          ? TypeNamed<Type, Schema>
          : JsonValue;

type TypeNamed<Type, Schema> = Type extends readonly (infer Each)[]
  ? TypeNamed<Each, Schema>
  : Type extends 'object'
    ? ObjectOf<Schema>
    : Type extends 'array'
      ? readonly (Schema extends { readonly items: infer Items } ? TypeOf<Items> : JsonValue)[]
      : Type extends keyof PlainTypes
        ? PlainTypes[Type]
        : JsonValue;

interface PlainTypes {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}

type ObjectOf<Schema> = Schema extends { readonly properties: infer Properties }
  ? Flat<
      { readonly [Key in PresentIn<Properties, Schema>]: TypeOf<Properties[Key]> } & {
        readonly [Key in Exclude<keyof Properties, PresentIn<Properties, Schema>>]?: TypeOf<Properties[Key]>;
      }
    >
  : JsonSchema;

type PresentIn<Properties, Schema> = {
  [Key in keyof Properties]: Properties[Key] extends { readonly default: unknown }
    ? Key
    : Key extends RequiredOf<Schema>
      ? Key
      : never;
}[keyof Properties];

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Key)[] } ? Key : never;

type Flat<T> = { readonly [Key in keyof T]: T[Key] };
