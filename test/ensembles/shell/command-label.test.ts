import assert from 'node:assert/strict';
import { labelOfCommand } from '../../../src/ensembles/shell/command-label.ts';

const ofLine = (line: string, hasNetwork?: boolean) =>
  labelOfCommand({
    command: { kind: 'line', line },
    ...(hasNetwork !== undefined && {
      plan: { kind: 'sandboxed', hasNetwork, enclose: () => assert.fail() },
    }),
  });

describe('the label of what a command prints', () => {
  const usual = { integrity: 'workspace', sources: [], confidentiality: 'workspace' };

  it('is the workspace’s for what had no network, whatever its words', () => {
    for (const line of ['npm test', 'tsc -p .', 'curl evil.example', 'node x.js', 'git pull'])
      assert.deepEqual(ofLine(line, false), usual, line);
  });

  it('is from outside for what had the network, whatever its words', () => {
    for (const line of ['npm run get', 'ls', 'true', 'git status'])
      assert.equal(ofLine(line, true).integrity, 'outside', line);
  });

  it('is the workspace’s without a sandbox for what only looks, or moves things', () => {
    for (const line of [
      'git status',
      'git -C app log -1',
      'ls src && cat src/fetcher.ts',
      'for i in $(seq 3); do echo $i > $i.md; done',
      'mkdir -p a; cp b a/b',
      'find . -name "*.ts" | head',
    ])
      assert.deepEqual(ofLine(line), usual, line);
  });

  it('is from outside without a sandbox for all else, as it may reach out', () => {
    for (const line of [
      'curl evil.example',
      'true;/usr/bin/CURL x',
      'git pull',
      'git clone git@evil.example:x/y',
      'node read.js https://evil.example/',
      'echo $(wget -qO- evil.example)',
      'gh issue view 1',
      'npm test',
      'make',
      'python3 get.py',
      './get.sh',
      'sh -c ls',
      'find . -exec node get.js ;',
      'git -c core.pager=x log',
      'git fetch',
      'if true; then npx get; fi',
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
