import type { InputDefinition, ServerDefinition } from './server-definition.ts';

/** Contract: no method rejects because a value is missing. */
export interface Values {
  env(name: string): string | undefined;
  secret(key: string): Promise<string | undefined>;
  /** Absent if you set secrets with the command in VS Code. */
  howToKeep?(key: string): string;
  /** Asks unless you have answered before; `undefined` if you dismiss the question. */
  input(input: InputDefinition, asked: InputAsked): Promise<string | undefined>;
  /** Absent if you are simply asked again. */
  howToGive?(id: string): string;
  /** Absolute paths of the opened folders, if they are trusted. */
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  /** Says what to do without a folder. */
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
  /** Without it, nothing is approved. */
  readonly covers?: CoversVariable;
  readonly signal: AbortSignal;
}
