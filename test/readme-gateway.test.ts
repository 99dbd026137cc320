import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import createMarkdownIt from 'markdown-it';
import { tempRoot } from './terminal/run-converse.ts';
import { runLine, startLine } from './terminal/run-line.ts';

const checkout = path.resolve(import.meta.dirname, '..');

/** What each block shows when it runs, in order: its language, and every line of that. */
const blocks: readonly (readonly [language: string, shows: readonly RegExp[]])[] = [
  ['sh', [/"baseUrl":"http:\/\/127\.0\.0\.1:\d+"/, /"models":\["rehearsal\/rehearsal"\]/]],
  ['sh', [/"object":"list"/, /"id":"rehearsal\/rehearsal"/, /"object":"chat\.completion".*Rehearsal/]],
  ['js', [/Rehearsal/]],
  ['js', [/type: 'text'/, /3d6\+2/]],
];

describe('The README’s section “Use it from other programs”, word for word', () => {
  // The lines are for a POSIX shell.
  if (process.platform !== 'linux') return;

  it('starts, and serves every client that it shows', async () => {
    const found = await readBlocks();
    assert.deepEqual(
      found.map(({ language }) => language),
      blocks.map(([language]) => language),
      'The section has other code blocks than those that are run here: look through this test.',
    );
    const [start = { code: '' }, ...clients] = found;
    await using home = await tempRoot();
    assert.match(start.code, / --port 4100\n$/);
    await using serving = await startLine(start.code.replace('4100', '0'), { home: home.path });
    const { baseUrl, key } = JSON.parse(serving.firstLine) as {
      readonly baseUrl: string;
      readonly key: string;
    };
    for (const pattern of blocks[0]?.[1] ?? []) assert.match(serving.firstLine, pattern);
    for (const [index, { language, code }] of clients.entries()) {
      assert.match(code, /127\.0\.0\.1:4100/);
      const placed = code.replaceAll('http://127.0.0.1:4100', baseUrl);
      const line = language === 'sh' ? placed : `"$NODE" --input-type=module --eval "$PROGRAM"`;
      const environment = { NODE: process.execPath, PROGRAM: placed, CONVERSER_KEY: key };
      const ran = await runLine(line, { home: home.path, environment });
      assert.equal(ran.code, 0, ran.shown);
      for (const pattern of blocks[index + 1]?.[1] ?? []) assert.match(ran.shown, pattern);
    }
  });
});

async function readBlocks() {
  const readme = await readFile(path.join(checkout, 'README.md'), 'utf8');
  const section = /^## Use it from other programs\n(.*?)^## /ms.exec(readme)?.[1];
  assert.ok(section !== undefined, 'The README has no section “Use it from other programs” any more.');
  return createMarkdownIt()
    .parse(section, {})
    .filter(({ type }) => type === 'fence')
    .map(({ info, content }) => ({ language: info, code: content }));
}
