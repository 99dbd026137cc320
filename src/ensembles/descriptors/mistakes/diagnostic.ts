import type { JsonObject } from '../../../converser/ground/json/json.ts';

export type KeyPath = readonly (string | number)[];

export interface TomlDocument {
  readonly file: string;
  readonly text: string;
  readonly table: JsonObject;
}

export interface Place {
  readonly document: Pick<TomlDocument, 'file' | 'text'>;
  readonly path: KeyPath;
  /** These keys of the place stand at the top of the document instead. */
  readonly outside?: ReadonlySet<string>;
}

export interface Mistake {
  readonly place: Place;
  readonly at: 'key' | 'value';
  readonly message: string;
  /** Where it is shown instead, if it is in the code of a tool. */
  readonly module?: Pick<Diagnostic, 'file' | 'start' | 'end' | 'key'>;
  readonly severity?: Diagnostic['severity'];
}

export interface Diagnostic {
  readonly file: string;
  readonly start: Position;
  /** The end is exclusive. */
  readonly end: Position;
  /** Empty stands for the whole file; otherwise it reads like `invokers[1].timeout`. */
  readonly key: string;
  readonly message: string;
  /** What has a warning still counts; what has another mistake is ignored. */
  readonly severity?: 'warning';
}

export type Diagnostics = ReadonlyMap<string, readonly Diagnostic[]>;

/** Both count from 1; a column is one UTF-16 code unit. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export function inside({ document, path, outside }: Place, ...steps: KeyPath): Place {
  const [first] = steps;
  const isOutside = typeof first === 'string' && outside?.has(first);
  return { document, path: isOutside ? steps : [...path, ...steps] };
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

/** Terminals and editors make a link of this form. */
export function formatDiagnostic({ file, start, key, message }: Diagnostic): string {
  return `${file}:${start.line}:${start.column}: ${message}${key === '' ? '' : ` (${key})`}`;
}

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
