import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { hidingLog } from '../../../src/converser/ground/secrets/hiding-log.ts';
import { createKnownSecrets } from '../../../src/converser/ground/secrets/known-secrets.ts';
import { createLog } from '../../../src/vscode/common/vscode-host.ts';

describe('the log of VS Code', () => {
  it('takes what programs ask only while its level is Trace, and without secrets', () => {
    const written: string[] = [];
    let logLevel = vscode.LogLevel.Debug;
    const channel: Parameters<typeof createLog>[0] = {
      get logLevel() {
        return logLevel;
      },
      trace: message => void written.push(message),
      debug() {},
      info() {},
      warn() {},
      error() {},
    };
    const secrets = createKnownSecrets();
    secrets.learn('a-very-secret-key');
    const log = hidingLog(createLog(channel), secrets);
    log.tracer?.()?.('not at this level');
    logLevel = vscode.LogLevel.Trace;
    log.tracer?.()?.('with a-very-secret-key');
    logLevel = vscode.LogLevel.Info;
    log.tracer?.()?.('no longer');
    assert.equal(written.length, 1);
    assert.match(written[0] ?? '', /^with (?!a-very-secret-key)/);
  });
});
