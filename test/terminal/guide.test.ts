import assert from 'node:assert/strict';
import { defined } from '../../src/converser/ground/json/defined.ts';
import { blocksOf, quotedIn, readPage, typedIn } from '../guide-pages.ts';
import { tempRoot } from './run-converse.ts';
import { runLine } from './run-line.ts';

const prefix = 'npm run -s converse -- ';

describe('What README and guide tell people to type in a terminal, word for word', () => {
  // The lines are for a POSIX shell.
  if (process.platform !== 'linux') return;

  it('works in a fresh home, where no model is connected', async () => {
    const pages = await Promise.all([readPage('README.md'), readPage('media/guide/terminal.md')]);
    const typed = [...pages.flatMap(typedIn), ...pages.flatMap(quotedIn)].filter(line =>
      `${line} -- `.startsWith(prefix),
    );
    const runs = new Set(typed.filter(line => !/--provider|-- serve|replay FILE/.test(line)));
    assert.ok(runs.size >= 9, [...runs].join('\n'));
    await using home = await tempRoot();
    for (const line of runs) {
      // A conversation waits for a message, and ends with Ctrl+D.
      const answers = /converse(?: -- --continue)?$/.test(line) ? [{ to: '> ', keys: '\x04' }] : undefined;
      const { code, shown } = await runLine(line, defined({ home: home.path, answers }));
      const hasNothing = / undo/.test(line) && /There is nothing to undo/.test(shown);
      assert.ok(code === 0 || (hasNothing && code === 2), `${line}\n${code}: ${shown}`);
    }
  });

  it('calls the first tool, and the one that runs git', async () => {
    const blocks = blocksOf(await readPage('media/guide/tools.md'));
    const named = (name: string) =>
      blocks.find(({ content }) => content.includes(`name = "${name}"`))?.content ?? '';
    const code = blocks.find(({ language }) => language === 'js')?.content ?? '';
    await using dir = await tempRoot({
      'greetings.toml': named('greetings'),
      'greet.mjs': code,
      'history.toml': named('history'),
      'dice.toml': named('dice'),
      'dice.ts': blocks.find(({ language }) => language === 'ts')?.content ?? '',
    });
    await using home = await tempRoot();
    const call = (message: string) =>
      runLine(`${prefix}--ensembles ${dir.path} '${message}'`, { home: home.path });
    const greeted = await call('/invoke greetings:greet {"name": "Ada"}');
    assert.match(greeted.shown, /👋 \*\*Hello, Ada!\*\*/);
    const rolled = await call('/invoke dice:roll {"sides": 6, "mood": "lucky"}');
    assert.match(rolled.shown, /✓ dice:roll .*\b6\b/);
    const changes = await call('/invoke history:changes_of {"path": "package.json", "count": 1}');
    assert.match(changes.shown, /✓ history:changes_of/);
  });

  it('starts the server for one MCP client as its entry says, until the input ends', async () => {
    const block = blocksOf(await readPage('media/guide/gateway.md')).find(
      ({ language }) => language === 'json',
    );
    const entry = JSON.parse(block?.content ?? '') as Entry;
    const { command, args } = entry.mcpServers.converser;
    await using project = await tempRoot();
    await using home = await tempRoot();
    const line = [command, ...args]
      .join(' ')
      .replace('/path/to/converser', process.cwd())
      .replace('/path/to/project', project.path);
    const { code, shown } = await runLine(line, { home: home.path });
    assert.equal(code, 0, shown);
  });
});

interface Entry {
  readonly mcpServers: { readonly converser: { readonly command: string; readonly args: readonly string[] } };
}
