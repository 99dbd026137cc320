import type { JsonObject } from '../../../converser/ground/json/json.ts';

/** Where a key stands in a document: names of tables and keys, and indices of lists. */
export type KeyPath = readonly (string | number)[];

/** A TOML file as it was read. */
export interface TomlDocument {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
  readonly table: JsonObject;
}

export interface Place {
  readonly document: Pick<TomlDocument, 'file' | 'text'>;
  readonly path: KeyPath;
}

/** Something that is wrong in a document, before it is known in which line. */
export interface Mistake {
  readonly place: Place;
  /** Whether the key itself is wrong, or what it is set to. */
  readonly at: 'key' | 'value';
  /** A sentence that says what was expected. */
  readonly message: string;
}

/** A mistake as people are shown it. */
export interface Diagnostic {
  /** Absolute path. */
  readonly file: string;
  readonly start: Position;
  /** Exclusive. */
  readonly end: Position;
  /** For example `invokers[1].timeout`; empty where the whole file is meant. */
  readonly key: string;
  readonly message: string;
  /** Absent: what it is about does not count. A warning is about something that counts all the same. */
  readonly severity?: 'warning';
}

/** By absolute path of the file, each in the order of the lines. Files without a mistake are absent. */
export type Diagnostics = ReadonlyMap<string, readonly Diagnostic[]>;

/** Line and column as people count them, from 1; a column is one UTF-16 code unit. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function inside(place: Place, ...path: KeyPath): Place {
  return { ...place, path: [...place.path, ...path] };
}

export function mistake(place: Place, at: Mistake['at'], message: string): Mistake {
  return { place, at, message };
}

export function dottedKey(path: KeyPath): string {
  return path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      const written = /^[A-Za-z0-9_-]+$/.test(step) ? step : JSON.stringify(step);
      return index === 0 ? written : `.${written}`;
    })
    .join('');
}

/** `file:line:column: message (key)`, the form that terminals and editors make a link of. */
export function formatDiagnostic({ file, start, key, message }: Diagnostic): string {
  return `${file}:${start.line}:${start.column}: ${message}${key === '' ? '' : ` (${key})`}`;
}

/** Groups diagnostics by their files; of equal ones one stays. */
export function byFile(diagnostics: readonly Diagnostic[]): Diagnostics {
  const different = new Map(diagnostics.map(diagnostic => [JSON.stringify(diagnostic), diagnostic]));
  const sorted = [...different.values()].sort((a, b) =>
    a.file === b.file
      ? a.start.line - b.start.line || a.start.column - b.start.column
      : a.file < b.file
        ? -1
        : 1,
  );
  return Map.groupBy(sorted, ({ file }) => file);
}
