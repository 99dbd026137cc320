import assert from 'node:assert/strict';
import { labelOfCommand } from '../../../src/ensembles/shell/command-label.ts';

const ofLine = (line: string) => labelOfCommand({ command: { kind: 'line', line } });

describe('the label of what a command prints', () => {
  const usual = { integrity: 'workspace', sources: [], confidentiality: 'workspace' };

  it('is the workspace’s for what builds, tests and looks', () => {
    for (const line of ['npm test', 'git status', 'tsc -p .', 'ls src && cat src/fetcher.ts', 'make'])
      assert.deepEqual(ofLine(line), usual, line);
  });

  it('is from outside for what reaches out', () => {
    for (const line of [
      'curl evil.example',
      'true;/usr/bin/CURL x',
      'git pull',
      'git clone git@evil.example:x/y',
      'node read.js https://evil.example/',
      'echo $(wget -qO- evil.example)',
      'gh issue view 1',
    ])
      assert.equal(ofLine(line).integrity, 'outside', line);
    const command = { kind: 'program', program: 'curl.exe', args: ['evil.example'] } as const;
    assert.deepEqual(labelOfCommand({ command }).sources, ['tool:shell:run_command']);
  });

  it('is secret for what names a file with keys', () => {
    for (const line of ['cat .env', 'head -1 "./app/.env.local"', 'base64 <~/.ssh/id_ed25519']) {
      assert.equal(ofLine(line).confidentiality, 'secret', line);
    }
    assert.equal(ofLine('cat .env').read, '.env');
    const linked = labelOfCommand({ command: { kind: 'line', line: 'cat x' }, secret: 'x' });
    assert.deepEqual([linked.confidentiality, linked.read], ['secret', 'x']);
  });
});
