import assert from 'node:assert/strict';
import { readRedirect } from '../../../../src/vscode/mcp/questions/read-redirect.ts';

describe('What a browser brings back from signing in', () => {
  const sent = { code: 'a+b&c%d=/ä', state: 's-1', iss: 'https://sign.example/in?x=1' };

  it('is parsed as usual in a browser’s workbench', () => {
    const query = new URLSearchParams(sent).toString();
    assert.deepEqual(Object.fromEntries(readRedirect(query, true)), sent);
  });

  it('is taken literally on a desktop, which has decoded it', () => {
    const decoded = Object.entries(sent).map(([name, value]) => `${name}=${value}`);
    for (const query of [
      decoded.join('&'),
      decoded.toReversed().join('&'),
      `session_state=x&${decoded.join('&')}`,
    ]) {
      const { session_state: _, ...read } = Object.fromEntries(readRedirect(query, false));
      assert.deepEqual(read, sent);
    }
    const refused = 'error=access_denied&error_description=Not today & not tomorrow&state=s-1';
    assert.deepEqual(Object.fromEntries(readRedirect(refused, false)), {
      error: 'access_denied',
      error_description: 'Not today & not tomorrow',
      state: 's-1',
    });
  });

  it('may be nothing', () => {
    assert.equal(readRedirect('', false).size, 0);
  });
});
