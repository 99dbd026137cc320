/** Which tests reach a module by imports. */

import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Those that need a VS Code, a browser, other programs or much time. */
const left = /^test\/(?:vscode|e2e|clients|workbench|bench|terminal|mutation)\//;

/** For a module, the tests that reach it, those that import it most directly first. Paths are relative to the root. */
export async function readTestGraph(root: string): Promise<(file: string) => readonly string[]> {
  const imports = new Map<string, readonly string[]>();
  for await (const found of glob('{src,test}/**/*.ts', { cwd: root })) {
    const file = found.replaceAll('\\', '/');
    if (!left.test(file)) imports.set(file, importsOf(file, await readFile(path.join(root, file), 'utf8')));
  }
  const importers = new Map<string, string[]>();
  for (const [file, imported] of imports) {
    for (const one of imported) importers.set(one, [...(importers.get(one) ?? []), file]);
  }
  return file => testsThatReach(file, importers);
}

function importsOf(file: string, source: string): readonly string[] {
  const specifiers = [...source.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, name = '']) => name);
  return specifiers.map(name => path.posix.join(path.posix.dirname(file), name));
}

function testsThatReach(file: string, importers: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const reached = new Set([file]);
  // What is added on the way is visited, too, so that nearer ones come first.
  for (const one of reached) for (const importer of importers.get(one) ?? []) reached.add(importer);
  const own = file.replace(/^src\//, 'test/').replace(/\.ts$/, '.test.ts');
  const tests = [...reached].filter(one => one.endsWith('.test.ts'));
  return tests.includes(own) ? [own, ...tests.filter(one => one !== own)] : tests;
}
