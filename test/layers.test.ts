/** Keeps the table "Who may know whom" of the code: see "Map of the code" in .github/CONTRIBUTING.md. */

import assert from 'node:assert/strict';
import path from 'node:path';
import {
  type Import,
  readModule,
  readSourceModules,
  type SourceModule,
  sourceFiles,
} from './source-modules.ts';

type Rule = {
  /** Folders of src/, or single modules in them, that may be imported besides the folder's own modules. */
  readonly folders: readonly string[];
  /** Folders of which only types may be imported. */
  readonly types?: readonly string[];
  /** What may be imported from outside src/. */
  readonly outside: (specifier: string, typeOnly: boolean) => boolean;
};

const isNode = (specifier: string) => specifier.startsWith('node:');
const isPackage = (specifier: string) => !isNode(specifier) && specifier !== 'vscode';
const isNetwork = (specifier: string) => /^node:(https?|http2|net|tls|stream|zlib)(\/|$)/.test(specifier);
const isSchemaTool = (specifier: string) => /^(ajv|ajv-formats|re2js)(\/|$)/.test(specifier);
const everyFolder = [
  'converser',
  'dialects',
  'providers',
  'ensembles',
  'store',
  'gateway',
  'files',
  'instructions',
  'sidebar',
  'house',
  'vscode',
  'terminal',
];

const rules: Readonly<Record<string, Rule>> = {
  converser: {
    folders: [],
    outside: (name, typeOnly) => isSchemaTool(name) || (typeOnly && isPackage(name)),
  },
  dialects: { folders: ['converser'], outside: (name, typeOnly) => typeOnly && isPackage(name) },
  providers: { folders: ['converser', 'dialects'], outside: name => isPackage(name) || isNetwork(name) },
  // Nothing but the disk, for all that keep files there.
  files: { folders: [], outside: isNode },
  ensembles: { folders: ['converser', 'files'], outside: name => isPackage(name) || isNode(name) },
  store: { folders: ['converser', 'files'], outside: name => isPackage(name) || isNode(name) },
  instructions: { folders: ['converser'], outside: isPackage },
  gateway: { folders: ['converser', 'dialects'], outside: name => isPackage(name) || isNode(name) },
  house: {
    folders: everyFolder.filter(folder => folder !== 'vscode' && folder !== 'terminal'),
    outside: name => isPackage(name) || isNode(name),
  },
  // Numbers, costs and permissions read the same everywhere.
  sidebar: {
    folders: [
      'converser/words/spending/spending-text.ts',
      // What you are writing is measured as you write it.
      'converser/words/spending/estimate-tokens.ts',
      'converser/words/permission/scope-texts.ts',
      'converser/words/context-window/window-measure.ts',
      'converser/words/context-window/window-texts.ts',
      'converser/ground/wording',
      'converser/words/texts',
      // The page finds what a message mentions, as the extension does.
      'converser/turn/attachments/mention.ts',
      'converser/ground/json/defined.ts',
      'converser/ground/json/read-object.ts',
    ],
    types: ['converser'],
    outside: isPackage,
  },
  vscode: {
    // Behind VS Code's models are the same servers as behind the wires, and they refuse the same.
    folders: [
      'converser',
      'store',
      'sidebar/protocol.ts',
      'sidebar/composer/completion-place.ts',
      // The extension searches the text that the page shows.
      'sidebar/find/find-pattern.ts',
      'sidebar/find/searched-texts.ts',
      'ensembles/mcp/ensemble/is-mcp-ensemble.ts',
      'ensembles/mcp/ensemble/mcp-ensembles.ts',
      'ensembles/mcp/references',
      // A server that is added is described, and its keys are kept, as those that are imported.
      'ensembles/mcp/import/hide-secrets.ts',
      'ensembles/mcp/import/server-table.ts',
      'ensembles/mcp/definition/named-values.ts',
      'ensembles/mcp/process/missing-variable.ts',
      'ensembles/workspace/journal/undo-note.ts',
      // An undo tells single changes apart as the editor does.
      'ensembles/workspace/edit/line-changes.ts',
      'dialects/call-id.ts',
      'dialects/history-as-text.ts',
      'dialects/late-instructions.ts',
      'dialects/options/efforts-of.ts',
      'dialects/options/options-for.ts',
      'dialects/tool-schemas/fit-schema.ts',
      'dialects/well-formed.ts',
      // Settings mean the same for every host.
      'house/settings.ts',
    ],
    types: ['providers', 'ensembles', 'gateway', 'instructions', 'house'],
    outside: name => !isNode(name),
  },
  terminal: {
    folders: everyFolder.filter(folder => folder !== 'vscode'),
    outside: name => isPackage(name) || isNode(name),
  },
  // These connect all the others: extension.ts is what activation loads, composition what the first use builds.
  'extension.ts': { folders: [...everyFolder, 'composition'], outside: () => true },
  composition: { folders: everyFolder, outside: () => true },
};

describe('the layers of src/', () => {
  let modules: readonly SourceModule[] = [];
  before(async () => {
    modules = await readSourceModules();
  });

  it('are read completely', async () => {
    const files = await sourceFiles();
    assert.ok(files.length > 0);
    assert.equal(modules.length, files.length);
    assert.ok(modules.flatMap(({ imports }) => imports).length > modules.length / 2);
  });

  it('have a rule for every folder', () => {
    const folders = new Set(modules.map(({ file }) => folderOf(file)));
    assert.deepEqual(
      [...folders].filter(folder => !rules[folder]),
      [],
    );
  });

  it('import only what the table allows', () => {
    const broken = modules.flatMap(({ file, imports }) =>
      imports
        .filter(found => !isAllowed(file, found))
        .map(({ specifier, typeOnly }) => `${file} imports ${typeOnly ? 'types of ' : ''}${specifier}`),
    );
    assert.deepEqual(broken, []);
  });

  it('name files that exist', () => {
    const files = new Set(modules.map(({ file }) => file));
    const missing = modules.flatMap(({ file, imports }) =>
      imports
        .filter(isInside)
        .map(found => `${file} → ${targetOf(file, found)}`)
        .filter(line => !files.has(line.split(' → ')[1] ?? '')),
    );
    assert.deepEqual(missing, []);
  });

  it('have no cycles, of types neither', () => {
    assert.deepEqual(findCycles(modules), []);
  });

  it('have no circles of folders either, at any level', () => {
    assert.deepEqual(findFolderCircles(modules), []);
  });

  it('have 20 files or fewer in each folder, beside its own folders', () => {
    const sizes = Map.groupBy(modules, ({ file }) => path.posix.dirname(file));
    const crowded = [...sizes].filter(([, files]) => files.length > 20).map(([folder]) => folder);
    assert.deepEqual(crowded, []);
  });

  it('have no barrels', () => {
    assert.deepEqual(
      modules.filter(({ barrel }) => barrel).map(({ file }) => file),
      [],
    );
  });

  it('import nothing for its side effects, except the custom elements of the page', () => {
    const found = modules.flatMap(({ file, imports }) =>
      imports
        .filter(({ kind }) => kind === 'side-effect')
        .filter(each => folderOf(file) !== 'sidebar' || isInside(each))
        .map(({ specifier }) => `${file} imports ${specifier}`),
    );
    assert.deepEqual(found, []);
  });
});

describe('the reader of imports', () => {
  it('sees every form of import', () => {
    const { imports } = readModule(
      'example.ts',
      [
        "import { a, type B } from './a.ts';",
        "import { type C } from './c.ts';",
        "import type { D } from './d.ts';",
        "import * as e from 'node:e';",
        "import {\n  f,\n  g,\n} from './f.ts';",
        "import './h.ts';",
        "export { i } from './i.ts';",
        "export type { J } from './j.ts';",
        "export * from './k.ts';",
        "const l = await import('./l.ts');",
        "export const text = 'import x from nowhere';",
        "export type Kind = 'one' | 'two';",
        "// import './comment.ts';",
      ].join('\n'),
    );
    const values = imports.filter(({ typeOnly }) => !typeOnly).map(({ specifier }) => specifier);
    const types = imports.filter(({ typeOnly }) => typeOnly).map(({ specifier }) => specifier);
    assert.deepEqual(values, ['./a.ts', 'node:e', './f.ts', './h.ts', './i.ts', './k.ts', './l.ts']);
    assert.deepEqual(types, ['./c.ts', './d.ts', './j.ts']);
  });

  it('sees a circle of folders in which no file needs itself', () => {
    const read = (file: string, target: string) => readModule(file, `import { x } from '${target}';`);
    const back = read('a/y/two.ts', '../x/three.ts');
    assert.deepEqual(findFolderCircles([read('a/x/one.ts', '../y/two.ts')]), []);
    assert.deepEqual(findFolderCircles([read('a/x/one.ts', '../y/two.ts'), back]), ['in src/a: x → y → x']);
  });

  it('tells a barrel from a module that also exports its own', () => {
    assert.equal(readModule('a.ts', "export { a } from './a.ts';\nexport * from './b.ts';\n").barrel, true);
    assert.equal(readModule('a.ts', "export { a } from './a.ts';\nexport const b = 1;\n").barrel, false);
  });
});

function isAllowed(file: string, found: Import): boolean {
  const own = folderOf(file);
  const rule = rules[own];
  if (!rule) return false;
  if (!isInside(found)) return rule.outside(found.specifier, found.typeOnly);
  const target = targetOf(file, found);
  const within = (place: string) => target === place || target.startsWith(`${place}/`);
  if (within(own) || rule.folders.some(within)) return true;
  return found.typeOnly && (rule.types ?? []).some(within);
}

function isInside({ specifier }: Import): boolean {
  return specifier.startsWith('.');
}

function targetOf(file: string, { specifier }: Import): string {
  return path.posix.join(path.posix.dirname(file), specifier);
}

function folderOf(file: string): string {
  return file.split('/')[0] ?? file;
}

/** Gives each cycle once, as the way around it. */
function findCycles(modules: readonly SourceModule[]): readonly string[] {
  return cyclesOf(
    new Map(
      modules.map(({ file, imports }) => [
        file,
        imports.filter(isInside).map(found => targetOf(file, found)),
      ]),
    ),
  );
}

/**
 * Siblings that need each other, each circle once. An import counts in the folder that holds both ends: one from
 * `a/b/c.ts` to `a/d/e.ts` is an arrow from `b` to `d` in the folder `a`.
 */
function findFolderCircles(modules: readonly SourceModule[]): readonly string[] {
  const arrows = new Map<string, Map<string, Set<string>>>();
  for (const { file, imports } of modules) {
    for (const found of imports.filter(isInside)) {
      const from = file.split('/');
      const to = targetOf(file, found).split('/');
      const depth = from.findIndex((name, at) => name !== to[at]);
      const [source, target] = [from[depth], to[depth]];
      if (source === undefined || target === undefined) continue;
      const folder = from.slice(0, depth).join('/');
      const siblings = arrows.get(folder) ?? new Map<string, Set<string>>();
      arrows.set(folder, siblings.set(source, (siblings.get(source) ?? new Set()).add(target)));
    }
  }
  return [...arrows].flatMap(([folder, siblings]) =>
    cyclesOf(siblings).map(circle => `in src/${folder}: ${circle}`),
  );
}

function cyclesOf(targets: ReadonlyMap<string, Iterable<string>>): readonly string[] {
  const finished = new Set<string>();
  const cycles: string[] = [];
  const visit = (from: string, trail: readonly string[]) => {
    if (trail.includes(from)) cycles.push([...trail.slice(trail.indexOf(from)), from].join(' → '));
    if (trail.includes(from) || finished.has(from)) return;
    for (const target of targets.get(from) ?? []) visit(target, [...trail, from]);
    finished.add(from);
  };
  for (const from of targets.keys()) visit(from, []);
  return cycles;
}
