import assert from 'node:assert/strict';
import { createServerQuestions } from '../../../src/vscode/questions/open-questions.ts';

describe('open questions of MCP servers', () => {
  const form = { kind: 'form', server: 'S', message: '', fields: [] } as const;

  it('are answered once, and cancelled when the call that needs them ends', async () => {
    let id = 0;
    const requests = createServerQuestions(() => `r${++id}`);
    const stop = new AbortController();
    const first = requests.open(form, stop.signal).answer;
    const second = requests.open(form, new AbortController().signal).answer;
    stop.abort();
    assert.deepEqual(await first, { action: 'cancel' });
    assert.deepEqual(
      requests.all.map(request => request.id),
      ['r2'],
    );
    assert.equal(requests.answer('r2', { action: 'decline' }), true);
    assert.equal(requests.answer('r2', { action: 'accept' }), false);
    assert.deepEqual(await second, { action: 'decline' });
    assert.deepEqual(await requests.open(form, stop.signal).answer, { action: 'cancel' });
    assert.deepEqual(requests.all, []);
  });
});
