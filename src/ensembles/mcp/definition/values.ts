import type { InputDefinition, ServerDefinition } from './server-definition.ts';

/** Where the values come from that a definition only names. Nothing here rejects because there is no value. */
export interface Values {
  env(name: string): string | undefined;
  secret(key: string): Promise<string | undefined>;
  /** A sentence on how to keep a secret. Absent: with the command that VS Code has for it. */
  howToKeep?(key: string): string;
  /** Asks you, unless you have answered before; `undefined` when you dismissed the question. */
  input(input: InputDefinition, asked: InputAsked): Promise<string | undefined>;
  /** A sentence on how to give an input. Absent: by being asked again. */
  howToGive?(id: string): string;
  /** The opened folders that are trusted, absolute. */
  readonly folders: readonly { readonly name: string; readonly path: string }[];
  /** A sentence on how to come by one where there is none. Absent: by opening it. */
  readonly howToOpen?: string | undefined;
  readonly userHome: string;
  /** A file's text; `undefined` when it is not there or cannot be read. */
  readText(file: string): Promise<string | undefined>;
}

/** Whose input it is, and until when an answer is of use. */
export interface InputAsked {
  readonly definition: ServerDefinition;
  readonly signal: AbortSignal;
}

export interface FillInOptions {
  readonly values: Values;
  readonly signal: AbortSignal;
}
