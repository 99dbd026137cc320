import type { InputDefinition, ServerDefinition } from './server-definition.ts';

/** The values of placeholders. None of these methods rejects because a value is missing. */
export interface Values {
  env(name: string): string | undefined;
  secret(key: string): Promise<string | undefined>;
  /** A sentence about how to set a secret. Absent: with the command in VS Code. */
  howToKeep?(key: string): string;
  /** Asks you, unless you have answered before; `undefined` if you dismiss the question. */
  input(input: InputDefinition, asked: InputAsked): Promise<string | undefined>;
  /** A sentence about how to enter an input. Absent: you are asked again. */
  howToGive?(id: string): string;
  /** The opened folders, if they are trusted. Absolute paths. */
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  /** A sentence about what to do if there is no folder. Absent: open one. */
  readonly howToOpen?: string | undefined;
  readonly userHome: string;
  /** A file's text; `undefined` if it cannot be read. Rejects with an error that names the file if it is not text. */
  readText(file: string): Promise<string | undefined>;
}

/** Which server needs an input, and until when. */
export interface InputAsked {
  readonly definition: ServerDefinition;
  readonly signal: AbortSignal;
}

/** Whether you approved that a server's `envFile` sets a variable to this value. */
export type CoversVariable = (
  definition: ServerDefinition,
  variable: { readonly name: string; readonly value: string },
) => boolean;

export interface FillInOptions {
  readonly values: Values;
  /** Absent: you approved nothing. */
  readonly covers?: CoversVariable;
  readonly signal: AbortSignal;
}
