import assert from 'node:assert/strict';
import { createKnownSecrets } from '../../../src/converser/ground/secrets/known-secrets.ts';
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

  it('is no failure of the server where llama.cpp will never take the request', () => {
    const codeOf = (message: string) => {
      const thrown = Object.assign(new Error(`500 ${message}`), {
        status: 500,
        type: 'server_error',
        error: { code: 500, message, type: 'server_error' },
      });
      const { code, retryable } = explainError(thrown, {
        connection: { secrets: createKnownSecrets() },
        label: 'Local',
      });
      return [code, retryable];
    };
    const never = [
      'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
      '\n------------\nWhile executing CallExpression at line 48, column 32 in source:\n...\nError: Jinja Exception: After the optional system message, conversation roles must alternate',
    ];
    for (const message of never) assert.deepEqual(codeOf(message), ['model-failed', false]);
    assert.deepEqual(codeOf('Something broke.'), ['model-server-failed', true]);
  });
});
