import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { withSignal } from '../../../src/vscode/common/abort-signal.ts';

describe('a signal made from a token', () => {
  it('aborts when the token is cancelled, before or meanwhile', async () => {
    const source = new vscode.CancellationTokenSource();
    await withSignal(source.token, async signal => {
      assert.equal(signal.aborted, false);
      source.cancel();
      assert.equal(signal.aborted, true);
    });
    assert.equal(await withSignal(source.token, async signal => signal.aborted), true);
  });

  it('leaves no listener behind, also when the work fails', async () => {
    let listening = 0;
    const token: vscode.CancellationToken = {
      isCancellationRequested: false,
      onCancellationRequested: () => {
        listening++;
        return new vscode.Disposable(() => listening--);
      },
    };
    await assert.rejects(withSignal(token, () => Promise.reject(new Error('no'))));
    assert.equal(listening, 0);
  });
});
