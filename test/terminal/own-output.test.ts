import assert from 'node:assert/strict';
import { describedTool } from './described.ts';
import { eventsOf, runConverse, tempRoot } from './run-converse.ts';

/** What libraries and tools print while they load and run. */
const noisy = `console.log('loading');
export const say = () => {
  console.log({ a: 1 });
  console.debug(5);
  console.info('[info] Client.listTools() called');
  process.stdout.write('progress 50 %\\n');
  process.stdout.write(Buffer.from('done'));
  return 'Hello.';
};
`;

describe('the standard output with --json', () => {
  for (const args of [['/invoke own:say {}'], ['tools'], ['doctor'], ['instructions']]) {
    it(`holds nothing but JSON, whatever a tool prints: ${args.join(' ')}`, async () => {
      await using root = await tempRoot({
        'own.toml': describedTool('own', ['own', 'say'], 'permission = "allow"\n'),
        'own.mjs': noisy,
      });
      const folders = [
        '--root',
        root.path,
        ...(args[0] === 'instructions' ? [] : ['--ensembles', root.path]),
      ];
      const ran = await runConverse([...args, '--json', ...folders]);
      const lines = ran.stdout.split('\n').filter(Boolean);
      assert.ok(lines.length > 0, ran.stderr);
      for (const line of lines) assert.equal(typeof JSON.parse(line), 'object', line);
      if (args.length === 1 && args[0]?.startsWith('/')) {
        assert.equal(eventsOf(ran).at(-1)?.type, 'turn-end');
        for (const printed of ['loading', '{ a: 1 }', '\n5\n', '[info]', 'progress 50 %', 'done'])
          assert.ok(ran.stderr.includes(printed), printed);
      }
    });
  }

  it('is the answer alone without it', async () => {
    await using root = await tempRoot({
      'own.toml': describedTool('own', ['own', 'say'], 'permission = "allow"\n'),
      'own.mjs': noisy.replaceAll(/ {2}process.*\n/g, ''),
    });
    const ran = await runConverse(['/invoke own:say {}', '--root', root.path, '--ensembles', root.path]);
    assert.match(ran.stdout, /^Hello\.\n/);
    assert.match(ran.stderr, /loading/);
  });
});
