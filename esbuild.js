/**
 * Builds what VS Code loads:
 *
 *     node esbuild.js [--production] [--watch]
 *
 * The extension is split into chunks: `dist/extension.js` and what it imports at once is all that activation
 * pays for, and each `await import(…)` in the source becomes a file that is read on first use.
 */

import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as ajv from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import * as esbuild from 'esbuild';

const root = path.dirname(fileURLToPath(import.meta.url));

/**
 * @typedef {object} BuildOptions
 * @property {boolean} [production] minified, as it ships
 * @property {string} [outdir] dist/ unless something else is said
 */

/**
 * @param {BuildOptions} [options]
 * @returns {Promise<void>}
 */
export async function buildExtension(options = {}) {
  const outdir = options.outdir ?? path.join(root, 'dist');
  // Chunks carry a hash in their names: without this, those of earlier builds would pile up and ship.
  await rm(outdir, { recursive: true, force: true });
  const [extension, sidebar] = await Promise.all([
    esbuild.build(extensionOptions({ ...options, outdir })),
    esbuild.build(sidebarOptions({ ...options, outdir })),
    copyIcons(outdir),
    copyFormulaFonts(outdir),
    ...(await packagesOfEnsembles()).map(({ file, text }) => writeFile(file, text)),
  ]);
  const packages = bundledPackages([extension.metafile, sidebar.metafile]);
  await writeFile(path.join(outdir, 'THIRD-PARTY-NOTICES.txt'), await thirdPartyNotices(packages));
}

/**
 * The folders of all packages that a build has read, and of those that are copied.
 *
 * @param {readonly esbuild.Metafile[]} metafiles
 * @returns {readonly string[]} relative to the root
 */
export function bundledPackages(metafiles) {
  const read = metafiles
    .flatMap(({ inputs }) => Object.keys(inputs))
    .flatMap(file => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set([...read, 'node_modules/@vscode/codicons', 'node_modules/katex'])].sort();
}

/**
 * The licences of packages as their authors wrote them. Rejects if a package ships no text and none is known for it.
 *
 * @param {readonly string[]} packages
 */
export async function thirdPartyNotices(packages) {
  const notices = await Promise.all(
    packages.map(async name => {
      const folder = path.join(root, name);
      const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
      const files = (await readdir(folder)).filter(each => licenseFile.test(each)).sort();
      const texts = await Promise.all(files.map(each => readFile(path.join(folder, each), 'utf8')));
      if (!files.some(each => /^(licen[cs]e|copying)/i.test(each))) texts.push(knownLicense(name, manifest));
      const title = `${manifest.name} ${manifest.version} (${manifest.license ?? 'see its text'})`;
      return [title, ...texts.map(text => text.replaceAll('\r', '').trim())].join('\n\n');
    }),
  );
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `Converser contains the following packages.${line}${notices.join(line)}\n`;
}

const licenseFile = /^(licen[cs]e|copying|notice|copyright|patents)([.-](?!.*\.[cm]?[jt]s$).*)?$/i;

/**
 * @param {string} name
 * @param {{ readonly license?: string, readonly author?: string | { readonly name: string } }} manifest
 */
function knownLicense(name, { license, author }) {
  if (license !== 'MIT' || author === undefined)
    throw new Error(`${name} ships no licence text. Add its text to esbuild.js, or leave the package out.`);
  return `Copyright (c) ${typeof author === 'string' ? author : author.name}\n\n${mit}`;
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/**
 * The copies of packages in ensembles/packages: as a user's modules, Converser's own may import only what lies beside
 * them. A `.d.mts` there says which exports its `.mjs` holds.
 *
 * @returns {Promise<readonly { readonly file: string, readonly text: string }[]>}
 */
export async function packagesOfEnsembles() {
  const folder = path.join(root, 'ensembles', 'packages');
  const entries = (await readdir(folder)).filter(name => name.endsWith('.d.mts'));
  return Promise.all(
    entries.map(async name => {
      const contents = await readFile(path.join(folder, name), 'utf8');
      const from = path.join(root, 'node_modules', /from '(.+)'/.exec(contents)?.[1] ?? '');
      const license = (await readdir(from)).find(each => /^licen[cs]e/i.test(each)) ?? '';
      const { outputFiles } = await esbuild.build({
        stdin: { contents, resolveDir: root },
        bundle: true,
        format: 'esm',
        minify: true,
        legalComments: 'none',
        banner: {
          js: `/*\n${(await readFile(path.join(from, license), 'utf8')).replaceAll('\r', '').trim()}\n*/`,
        },
        write: false,
      });
      return { file: path.join(folder, name.replace('.d.mts', '.mjs')), text: outputFiles[0]?.text ?? '' };
    }),
  );
}

/**
 * @param {BuildOptions} options
 * @returns {esbuild.BuildOptions & { metafile: true }}
 */
export function extensionOptions({ production = false, outdir = path.join(root, 'dist') }) {
  return {
    ...commonOptions(production),
    entryPoints: { extension: path.join(root, 'src', 'extension.ts') },
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    platform: 'node',
    // The extension host of the oldest VS Code in our range, 1.106, runs Node 22.
    target: 'node22',
    external: ['vscode'],
    plugins: [descriptorChecks],
    // Its first choice is a module that finds its own parts in a way no bundler sees through.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    // Packages that are still CommonJS call `require` for Node's own modules, which an ES module lacks.
    banner: {
      js: "import { createRequire as converserCreateRequire } from 'node:module';const require = converserCreateRequire(import.meta.url);",
    },
  };
}

/**
 * Bundles the program of the terminal, for this clone: it finds what lies beside its sources by their place.
 *
 * @param {string} outdir
 * @returns {Promise<readonly string[]>} the files it was made from, relative to the root; the lock file stands for packages
 */
export async function bundleTerminal(outdir) {
  // It finds its program from where its package lies.
  const ripgrep = path.join(root, 'node_modules', '@vscode', 'ripgrep', 'lib', 'index.js');
  const options = terminalOptions(outdir);
  const { metafile } = await esbuild.build({
    ...options,
    entryPoints: [path.join(root, 'src', 'terminal', 'main.ts')],
    define: { 'import.meta.dirname': JSON.stringify(path.join(root, 'src', 'terminal')) },
    alias: { ...options.alias, '@vscode/ripgrep': ripgrep },
    external: [ripgrep],
  });
  await joinChunks(metafile.outputs, outdir);
  const own = Object.keys(metafile.inputs).filter(file => !file.startsWith('node_modules/'));
  return [...own, ...schemaFiles, 'esbuild.js', 'tsconfig.json', 'package-lock.json'];
}

/** @param {string} outdir */
function terminalOptions(outdir) {
  return { ...extensionOptions({ outdir }), chunkNames: '[name]-[hash]' };
}

/** What every question loads. */
const early = [
  'src/terminal/main.ts',
  'src/terminal/open-terminal.ts',
  'src/terminal/conversation/run-question.ts',
  'src/ensembles/descriptors/mistakes/descriptor-checks.ts',
  'src/providers/wrappers/with-recovery.ts',
  'node_modules/smol-toml/dist/index.js',
];

/**
 * Joins the chunks that every start loads, because to load one of a hundred takes half a millisecond. In their places
 * are left modules that hand on what the joined ones export.
 *
 * @param {esbuild.Metafile['outputs']} outputs
 * @param {string} outdir
 */
async function joinChunks(outputs, outdir) {
  const entries = Object.keys(outputs).filter(file => early.includes(outputs[file]?.entryPoint ?? ''));
  if (entries.length < early.length) throw new Error(`a module of every start is missing: ${entries.join()}`);
  const joined = new Set(entries);
  for (const file of joined)
    for (const { path: to, kind } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && to in outputs) joined.add(to);
  const main = path.join(outdir, 'main.js');
  const start = path.join(outdir, 'start.js');
  const chunks = [...joined]
    .map((file, at) => ({
      file: path.resolve(root, file),
      names: (outputs[file]?.exports ?? []).map(name => ({ name, unique: `${name}_${at}` })),
    }))
    .filter(({ file }) => file !== main);
  const lines = chunks.map(({ file, names }) => {
    const renamed = names.map(({ name, unique }) => `${name} as ${unique}`);
    return `export { ${renamed} } from './${path.basename(file)}';`;
  });
  await writeFile(start, lines.join('\n'));
  const files = new Set(chunks.map(({ file }) => file));
  await esbuild.build({
    ...terminalOptions(outdir),
    entryPoints: [main, start],
    allowOverwrite: true,
    banner: {},
    plugins: [
      {
        name: 'joined-chunks',
        setup(build) {
          build.onResolve({ filter: /^\.\// }, ({ path: to, kind }) => {
            const file = path.join(outdir, to);
            return kind !== 'dynamic-import' && files.has(file)
              ? { path: file }
              : { path: to, external: true };
          });
        },
      },
    ],
  });
  for (const { file, names } of chunks) {
    const renamed = names.map(({ name, unique }) => `${unique} as ${name}`);
    await writeFile(file, `export { ${renamed} } from './start.js';\n`);
  }
}

const schemaFiles = ['ensembles/descriptor.schema.json', 'ensembles/mode.schema.json'];

/**
 * Puts compiled code in the place of descriptor-checks.ts: to compile the schemas takes longer than all else at a start.
 *
 * @type {esbuild.Plugin}
 */
const descriptorChecks = {
  name: 'descriptor-checks',
  setup(build) {
    build.onLoad({ filter: /[\\/]mistakes[\\/]descriptor-checks\.ts$/ }, async ({ path: file }) => {
      const schemas = ['descriptor', 'mode'].map(name => path.join(root, 'ensembles', `${name}.schema.json`));
      const [descriptor, mode] = await Promise.all(
        schemas.map(async each => JSON.parse(await readFile(each, 'utf8'))),
      );
      const contents = compiledChecks({
        descriptor,
        mode,
        invoker: { definitions: descriptor.definitions, $ref: '#/definitions/invoker' },
      });
      return { contents, loader: 'js', resolveDir: path.dirname(file), watchFiles: schemas };
    });
  },
};

/**
 * @param {Readonly<Record<string, object>>} schemas
 * @returns {string} a module that exports `checkOf`, as descriptor-checks.ts does
 */
function compiledChecks(schemas) {
  // As `compileSchema` makes them.
  const checker = new ajv.Ajv({
    allErrors: true,
    strict: false,
    verbose: true,
    logger: false,
    ownProperties: true,
    validateSchema: false,
    inlineRefs: false,
    code: { source: true, esm: true },
  });
  const names = Object.keys(schemas);
  for (const name of names) checker.addSchema({ ...schemas[name], $id: name });
  const code = standalone.default(checker, Object.fromEntries(names.map(name => [`check_${name}`, name])));
  return `${code}\nconst checks = { ${names.map(name => `${name}: check_${name}`)} };\nexport const checkOf = async shape => checks[shape];`;
}

/**
 * @param {BuildOptions} options
 * @returns {esbuild.BuildOptions & { metafile: true }}
 */
export function sidebarOptions({ production = false, outdir = path.join(root, 'dist') }) {
  return {
    ...commonOptions(production),
    entryPoints: {
      sidebar: path.join(root, 'src', 'sidebar', 'main.ts'),
      diagram: path.join(root, 'src', 'sidebar', 'diagram-page.ts'),
      report: path.join(root, 'src', 'sidebar', 'report-page.ts'),
    },
    outdir,
    // What only some answers need, such as the colours of code, is read when the first of them is shown.
    chunkNames: 'chunks/page-[name]-[hash]',
    splitting: true,
    platform: 'browser',
    target: 'es2022',
    // Lit ships a build that warns and checks, behind this condition; a page for users takes the other one.
    conditions: production ? [] : ['development'],
  };
}

/**
 * @param {boolean} production
 * @returns {esbuild.BuildOptions & { metafile: true }}
 */
function commonOptions(production) {
  return {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    metafile: true,
    minify: production,
    sourcemap: 'linked',
    // The sources are not shipped twice; a debugger in the repository finds them by their paths.
    sourcesContent: false,
    legalComments: 'linked',
    logLevel: 'silent',
  };
}

/**
 * The page's icon font: the webview can read only what lies in the extension's folder, and node_modules
 * is not shipped.
 *
 * @param {string} outdir
 */
async function copyIcons(outdir) {
  await mkdir(outdir, { recursive: true });
  const icons = path.join(root, 'node_modules', '@vscode', 'codicons', 'dist');
  await Promise.all(
    ['codicon.css', 'codicon.ttf'].map(name => cp(path.join(icons, name), path.join(outdir, name))),
  );
}

/**
 * The style sheet of formulas, and its fonts in the one format that VS Code's browser prefers.
 *
 * @param {string} outdir
 */
export async function copyFormulaFonts(outdir) {
  const from = path.join(root, 'node_modules', 'katex', 'dist');
  const to = path.join(outdir, 'katex');
  await mkdir(path.join(to, 'fonts'), { recursive: true });
  const fonts = (await readdir(path.join(from, 'fonts'))).filter(name => name.endsWith('.woff2'));
  const css = await readFile(path.join(from, 'katex.min.css'), 'utf8');
  await Promise.all([
    writeFile(
      path.join(to, 'katex.min.css'),
      css.replace(/,url\([^)]*\.(?:woff|ttf)\) format\("\w+"\)/g, ''),
    ),
    ...fonts.map(name => cp(path.join(from, 'fonts', name), path.join(to, 'fonts', name))),
  ]);
}

/** @param {BuildOptions} options */
async function watch(options) {
  await copyIcons(path.join(root, 'dist'));
  await copyFormulaFonts(path.join(root, 'dist'));
  const plugins = [reporter()];
  for (const target of [extensionOptions(options), sidebarOptions(options)]) {
    const context = await esbuild.context({ ...target, plugins });
    await context.watch();
  }
}

/**
 * Prints a line when the first of the targets starts to build, one for each problem, and a line when the last
 * is done, in the shapes that the matcher in .vscode/tasks.json waits for.
 *
 * @returns {esbuild.Plugin}
 */
function reporter() {
  let building = 0;
  let started = 0;
  return {
    name: 'reporter',
    setup(build) {
      build.onStart(() => {
        if (building++ > 0) return;
        started = Date.now();
        console.log('[watch] build started');
      });
      build.onEnd(({ errors, warnings }) => {
        for (const error of errors) console.log(problemLine('error', error));
        for (const warning of warnings) console.log(problemLine('warning', warning));
        if (--building === 0) console.log(`[watch] build finished in ${Date.now() - started} ms`);
      });
    },
  };
}

/**
 * @param {'error' | 'warning'} severity
 * @param {esbuild.Message} message
 */
function problemLine(severity, { text, location }) {
  const place = location ? `${location.file}:${location.line}:${location.column + 1}` : 'esbuild.js:1:1';
  return `${place}: ${severity}: ${text}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = { production: process.argv.includes('--production') };
  try {
    await (process.argv.includes('--watch') ? watch(options) : buildExtension(options));
  } catch (error) {
    const failure = /** @type {Partial<esbuild.BuildFailure>} */ (error);
    if (!failure.errors) throw error;
    for (const problem of failure.errors) console.error(problemLine('error', problem));
    process.exitCode = 1;
  }
}
