import assert from 'node:assert/strict';
import { createKnownSecrets } from '../../../src/converser/secrets/known-secrets.ts';
import { explainError } from '../../../src/providers/wire/explain-error.ts';

describe('an error of a provider', () => {
  it('shows people its innermost cause, and leaves all of them in the log, without secrets', () => {
    const secrets = createKnownSecrets();
    secrets.learn('a-key-of-some-length');
    const logged: string[] = [];
    const log = { info: (line: string) => void logged.push(line) };
    const refused = Object.assign(new Error('connect ECONNREFUSED with a-key-of-some-length'), {
      code: 'ECONNREFUSED',
    });
    const thrown = new Error('Connection error.', {
      cause: new TypeError('fetch failed', { cause: refused }),
    });
    const { code, message } = explainError(thrown, { connection: { secrets, log }, label: 'Local' });
    assert.equal(code, 'model-unreachable');
    assert.match(message, /connect ECONNREFUSED/);
    assert.doesNotMatch(message, /fetch failed|a-key/);
    assert.deepEqual(logged, [
      'Local failed: Connection error. ← TypeError: fetch failed ← connect ECONNREFUSED with ••••',
    ]);
  });
});
