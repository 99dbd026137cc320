import assert from 'node:assert/strict';
import { eventsOf, runConverse, tempRoot } from './run-converse.ts';

describe('npm run converse, in a folder with instructions', () => {
  const files = {
    'AGENTS.md': 'Use tabs.\n',
    'CLAUDE.md': '@AGENTS.md\n',
    'src/AGENTS.md': 'Of src.\n',
    'src/a.ts': 'export {};\n',
    '.agents/skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies: notes.\n---\nTidy up.\n',
  };
  // Whoever runs the tests may have skills of their own.
  const environment = { HOME: '/nowhere' };

  it('lists what guides models there, and why nothing does', async () => {
    await using root = await tempRoot(files);
    const listed = await runConverse(['instructions', '--trust', '--root', root.path], { environment });
    assert.equal(listed.code, 0, listed.stderr);
    assert.deepEqual(listed.stdout.trim().split('\n'), [
      'AGENTS.md: for everything, 3 tokens',
      'src/AGENTS.md: for what is in src, 3 tokens',
      '/tidy: Tidies: notes. (.agents/skills/tidy/SKILL.md, 3 tokens)',
    ]);
    const json = await runConverse(['instructions', '--json', '--root', root.path], { environment });
    const { instructions, remarks } = JSON.parse(json.stdout);
    assert.deepEqual(instructions, []);
    assert.match(remarks.join(), /aren’t trusted/);
  });

  it('follows them with --trust, reads a skill that is named, and ignores both with --no-instructions', async () => {
    await using root = await tempRoot(files);
    const ask = (...options: readonly string[]) =>
      runConverse(['--json', '--root', root.path, ...options, '/tidy and what is in src/a.ts?'], {
        environment,
      });
    const documents = (ran: Awaited<ReturnType<typeof ask>>) =>
      eventsOf(ran).flatMap(event =>
        event.type === 'message-added'
          ? event.canisters.map(({ content: [part] }) => (part?.type === 'resource' ? part.uri : ''))
          : [],
      );
    const trusted = await ask('--trust');
    assert.deepEqual(documents(trusted), ['.agents/skills/tidy/SKILL.md', 'src/AGENTS.md']);
    assert.match(trusted.stdout, /"type":"notice","message":"Instructions: AGENTS\.md"/);
    const untrusted = await ask();
    assert.deepEqual(documents(untrusted), []);
    assert.match(untrusted.stderr, /AGENTS\.md isn’t followed\. To follow .* use --trust/);
    const ignoring = await ask('--trust', '--no-instructions');
    assert.deepEqual(documents(ignoring), []);
    assert.doesNotMatch(ignoring.stdout, /Instructions:/);
  });
});
