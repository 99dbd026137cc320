import type { InputDefinition, ServerDefinition } from './server-definition.ts';

/** Contract: no method rejects because a value is missing. */
export interface Values {
  env(name: string): string | undefined;
  secret(key: string): Promise<string | undefined>;
  howToKeep?(key: string): string;
  input(input: InputDefinition, asked: InputAsked): Promise<string | undefined>;
  howToGive?(id: string): string;
  /** Absolute paths of the opened folders, if they are trusted. */
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  readonly howToOpen?: string | undefined;
  readonly userHome: string;
  /** Resolves to `undefined` if the file can't be read, and rejects with an error that names it if it isn't text. */
  readText(file: string): Promise<string | undefined>;
}

export interface InputAsked {
  readonly definition: ServerDefinition;
  readonly signal: AbortSignal;
}

/** Answers whether you approved that a server's `envFile` sets a variable to this value. */
export type CoversVariable = (
  definition: ServerDefinition,
  variable: { readonly name: string; readonly value: string },
) => boolean;

export interface FillInOptions {
  readonly values: Values;
  readonly covers?: CoversVariable;
  readonly signal: AbortSignal;
}
