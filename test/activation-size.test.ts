import assert from 'node:assert/strict';
import { build, type Metafile } from 'esbuild';
import { extensionOptions } from '../esbuild.js';

const limit = 50_000;

describe('activation', () => {
  it('loads less than 50 kB of JavaScript, with the models that VS Code asks for at once', async () => {
    const { metafile } = await build({ ...extensionOptions({ production: true }), write: false });
    const models = Object.keys(metafile.outputs).find(
      output => metafile.outputs[output]?.entryPoint === 'src/composition/compose-models.ts',
    );
    assert.ok(models, 'the models are not a chunk of their own');
    const chunks = [
      ...new Set(['dist/extension.js', models].flatMap(entry => loadedAtOnce(metafile, entry))),
    ];
    const size = chunks.reduce((sum, chunk) => sum + (metafile.outputs[chunk]?.bytes ?? 0), 0);
    assert.ok(size > 0, 'dist/extension.js is not among what was built');
    assert.ok(
      size < limit,
      `${size} bytes in ${chunks.length} chunks, most of it from:\n${heaviest(metafile, chunks)}`,
    );
  });
});

/** A chunk and all that its static imports bring along. What `import()` names is loaded when it is called. */
function loadedAtOnce(metafile: Metafile, entry: string): readonly string[] {
  const loaded = new Set<string>();
  const waiting = [entry];
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (loaded.has(chunk)) continue;
    loaded.add(chunk);
    for (const { path, kind, external } of metafile.outputs[chunk]?.imports ?? []) {
      if (kind === 'import-statement' && !external) waiting.push(path);
    }
  }
  return [...loaded];
}

function heaviest(metafile: Metafile, chunks: readonly string[]): string {
  return chunks
    .flatMap(chunk => Object.entries(metafile.outputs[chunk]?.inputs ?? {}))
    .map(([file, { bytesInOutput }]) => ({ file, bytes: bytesInOutput }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 15)
    .map(({ file, bytes }) => `  ${String(bytes).padStart(7)}  ${file}`)
    .join('\n');
}
