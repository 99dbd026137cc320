import assert from 'node:assert/strict';
import { blocksOf, readPage, sectionOf } from './guide-pages.ts';
import { tempRoot } from './terminal/run-converse.ts';
import { runLine, startLine } from './terminal/run-line.ts';

interface Section {
  readonly file: string;
  readonly heading: string;
  /** Its blocks, in order: the language of each, and what is to be seen when it runs. */
  readonly blocks: readonly (readonly [language: string, shows: readonly RegExp[]])[];
}

/** The same line as in the guide. */
const readme: Section = { file: 'README.md', heading: 'Other programs', blocks: [['sh', []]] };

const start: Section = {
  file: 'media/guide/gateway.md',
  heading: 'In a terminal',
  blocks: [
    ['sh', [/"baseUrl":"http:\/\/127\.0\.0\.1:\d+"/, /"models":\["rehearsal\/rehearsal"\]/]],
    [
      'sh',
      [
        /"object":"list"/,
        /"id":"rehearsal\/rehearsal"/,
        /"object":"chat\.completion".*Rehearsal/,
        /"object":"response".*Rehearsal/,
        /"type":"message".*Rehearsal/,
      ],
    ],
    ['sh', [/"tool_calls":\[\{.*"name":"roll","arguments":.*3d6\+2/, /"type":"tool_use",.*"name":"roll"/]],
    ['sh', [/"object":"chat\.completion".*3d6\+2/]],
  ],
};

const python = Array.from({ length: 5 }, () => ['py', []] as const);

const more: Section = {
  file: 'media/guide/gateway.md',
  heading: 'Clients',
  blocks: [
    ['js', [/Rehearsal/]],
    ['js', [/type: 'text'/, /Rehearsal/]],
    ['js', [/3d6\+2 gives 14/]],
    ['js', [/Rehearsal/]],
    // `clients/python.test.ts` installs their packages.
    ...python,
    ['js', [/type: 'text'/, /3d6\+2/]],
    // `terminal/guide.test.ts` starts it.
    ['json', []],
  ],
};

describe('The guide’s clients of the gateway, word for word', () => {
  // The lines are for a POSIX shell.
  if (process.platform !== 'linux') return;

  it('are served by what README and guide start', async () => {
    const [started = '', ...clients] = await codeOf(start);
    const others = (await codeOf(more)).slice(0, -1);
    assert.deepEqual(await codeOf(readme), [started]);
    await using home = await tempRoot();
    assert.match(started, / --port 4100\n$/);
    await using serving = await startLine(started.replace('4100', '0'), { home: home.path });
    const { baseUrl, key } = JSON.parse(serving.firstLine) as {
      readonly baseUrl: string;
      readonly key: string;
    };
    const [first, ...shown] = [...start.blocks, ...more.blocks];
    for (const pattern of first?.[1] ?? []) assert.match(serving.firstLine, pattern);
    for (const [index, code] of [...clients, ...others].entries()) {
      const [language, patterns] = shown[index] ?? ['', []];
      assert.match(code, /127\.0\.0\.1:4100/);
      if (language === 'py') continue;
      const placed = code.replaceAll('http://127.0.0.1:4100', baseUrl);
      const line = language === 'sh' ? placed : '"$NODE" --input-type=module --eval "$PROGRAM"';
      const environment = { NODE: process.execPath, PROGRAM: placed, CONVERSER_KEY: key };
      const ran = await runLine(line, { home: home.path, environment });
      assert.equal(ran.code, 0, ran.shown);
      for (const pattern of patterns) assert.match(ran.shown, pattern);
    }
  });
});

async function codeOf({ file, heading, blocks }: Section): Promise<readonly string[]> {
  const found = blocksOf(sectionOf(await readPage(file), heading));
  assert.deepEqual(
    found.map(({ language }) => language),
    blocks.map(([language]) => language),
    `“${heading}” in ${file} has other code blocks than those that are run here: look through this test.`,
  );
  return found.map(({ content }) => content);
}
