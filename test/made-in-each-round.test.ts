import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { source, sourceFiles } from './source-modules.ts';

/** Made once for a window, a server or a model, or only where somebody is asked something. */
const longLived: ReadonlySet<string> = new Set([
  'converser/ground/async/breaker.ts',
  'converser/words/ensemble/ensemble-roster.ts',
  'converser/words/ensemble/roster-members.ts',
  'converser/call/invocation/invoker-breakers.ts',
  'converser/call/invocation/user-time.ts',
  'converser/words/models/with-model-options.ts',
  'converser/words/models/with-pdf-text.ts',
  'converser/turn/converse-on-trial.ts',
  'providers/check/card-view.ts',
]);

const getter = /^\s+get \w+\(\)/m;

describe('What is made for each turn, round or call', () => {
  it('has no getters, with which V8 keeps all that they see until its next full collection', async () => {
    const files = (await sourceFiles()).filter(file => /^(converser|dialects|providers)\//.test(file));
    const found = await Promise.all(
      files.map(async file => (getter.test(await readFile(path.join(source, file), 'utf8')) ? [file] : [])),
    );
    assert.deepEqual(new Set(found.flat()), longLived);
  });
});
