/** Reads which module of src/ imports what, types included, without running or building anything. */

import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export type Import = {
  /** As it is written: `./canister.ts`, `node:fs`, `lit`. */
  readonly specifier: string;
  readonly kind: 'import' | 're-export' | 'side-effect' | 'dynamic';
  /** Gone when the types are stripped. */
  readonly typeOnly: boolean;
};

export type SourceModule = {
  /** Relative to src/, with forward slashes. */
  readonly file: string;
  readonly imports: readonly Import[];
  /** Nothing but re-exports. */
  readonly barrel: boolean;
};

export const source = fileURLToPath(new URL('../src', import.meta.url));

export async function sourceFiles(): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: source })) files.push(file.replaceAll('\\', '/'));
  return files.sort();
}

export async function readSourceModules(): Promise<readonly SourceModule[]> {
  return Promise.all(
    (await sourceFiles()).map(async file =>
      readModule(file, await readFile(path.join(source, file), 'utf8')),
    ),
  );
}

/**
 * Patterns stand in for a parser here. That is enough because the formatter, which is checked, puts every
 * static import and export at the beginning of a line; a statement that is none the less not understood
 * throws, so that nothing goes unread.
 */
export function readModule(file: string, text: string): SourceModule {
  const code = text.replaceAll(/^\s*(\/\/|\/\*|\*).*$/gm, '');
  const statements = [...code.matchAll(importStatement), ...code.matchAll(reExportStatement)];
  const imports = statements.map(readStatement);
  const seen = code.match(/^import\b(?!\()/gm)?.length ?? 0;
  const understood = imports.filter(({ kind }) => kind !== 're-export').length;
  if (seen !== understood) throw new Error(`${file}: of ${seen} imports, ${understood} were understood`);

  const rest = statements.reduce((left, [statement]) => left.replace(statement, ''), code);
  const barrel = understood < imports.length && rest.replaceAll(/[\s;]/g, '') === '';
  return { file, imports: [...imports, ...dynamicImports(code)], barrel };
}

const importStatement = /^(import)\b(\s+type\b)?([^'"()]*?)(?:\bfrom\s+)?'([^']+)'/gm;
const reExportStatement = /^(export)(\s+type)?\s+(\{[^}]*\}|\*(?:\s+as\s+\w+)?)\s+from\s+'([^']+)'/gm;

function readStatement([, keyword, type, names = '', specifier = '']: RegExpMatchArray): Import {
  const typeOnly = type !== undefined || everyNameIsType(names);
  if (keyword === 'export') return { specifier, kind: 're-export', typeOnly };
  return { specifier, kind: names.trim() === '' ? 'side-effect' : 'import', typeOnly };
}

/** `import('x')` loads a module when it is called, and names a type when it stands where a type does. */
function dynamicImports(code: string): readonly Import[] {
  return [...code.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)].map(([, specifier = '']) => ({
    specifier,
    kind: 'dynamic',
    typeOnly: false,
  }));
}

function everyNameIsType(names: string): boolean {
  const braces = /^\s*\{([^}]*)\}\s*$/.exec(names)?.[1];
  if (braces === undefined) return false;
  const each = braces
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');
  return each.length > 0 && each.every(name => name.startsWith('type '));
}
