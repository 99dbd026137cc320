import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { extensionOptions } from '../../../esbuild.js';
import { checkDescriptor } from '../../../src/ensembles/descriptors/mistakes/check-descriptor.ts';
import { parseToml } from '../../../src/ensembles/descriptors/mistakes/parse-toml.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const head = '[ensemble]\nname = "a"\nkind = "local"\n';

const documents: readonly (readonly [shape: 'descriptor' | 'invoker' | 'mode', text: string])[] = [
  ['descriptor', `${head}[[invokers]]\nimplementation = "greet"\n`],
  ['descriptor', ''],
  ['descriptor', '[ensemble]\nname = "A b"\nkind = 1\nenabeld = true\n'],
  ['descriptor', '[ensemble]\nname = "a"\nkind = "mcp"\n[server]\ntransport = "http"\ncommand = "npx"\n'],
  ['descriptor', `${head}[defaults]\ntimeout = -1\nmax_retries = 1.5\non_failure = "stop"\n`],
  ['descriptor', `${head}[[invokers]]\naliases = ["é", "", "a", "a"]\npermission = 7\noutput = {}\n`],
  ['invoker', 'implementation = ""\nannotations = { readOnly = "yes", hasOwnProperty = true }\n'],
  ['mode', 'name = ""\ninstructions = 3\ntools = [1]\n'],
];

describe('the checks of descriptors that a bundle has compiled', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(root, 'dist-test', 'checks-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('find what the schemas find, with the same words', async () => {
    const entry = path.join(root, 'src/ensembles/descriptors/mistakes/check-descriptor.ts');
    await esbuild.build({ ...extensionOptions({ outdir: folder }), entryPoints: { checks: entry } });
    const { checkDescriptor: compiled }: { readonly checkDescriptor: typeof checkDescriptor } = await import(
      pathToFileURL(path.join(folder, 'checks.js')).href
    );
    for (const [shape, text] of documents) {
      const parsed = await parseToml('a.toml', text);
      assert.ok(parsed.kind !== 'broken', text);
      const found = await compiled(parsed.document, shape);
      assert.deepEqual(found, await checkDescriptor(parsed.document, shape));
      assert.equal(found.length === 0, text === documents[0]?.[1], text);
    }
  });
});
