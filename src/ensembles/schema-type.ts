import type { JsonSchema, JsonValue } from '../converser/ground/json/json.ts';

/** json-schema-to-ts makes TypeScript 7 give up ("excessively deep") on the schemas of ordinary tools. */
export type TypeOf<Schema> = Schema extends { readonly const: infer Value }
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
