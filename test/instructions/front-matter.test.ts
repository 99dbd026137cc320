import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compileAnchored } from '../../src/ensembles/workspace/search/glob.ts';
import { readFrontMatter } from '../../src/instructions/front-matter.ts';
import { appliesOf, matcherOf } from '../../src/instructions/repository/applies-to.ts';

const folders = { compileGlob: async (glob: string) => (await compileAnchored(glob)).matches };

describe('front matter', () => {
  it('is read as YAML, and is no part of the text', async () => {
    const yaml = `name: a
description: >-
  Two
  lines.
paths:
  - "*.ts"`;
    const { data, body } = await readFrontMatter(`---\n${yaml}\n---\nText.\n`);
    assert.deepEqual(data, { name: 'a', description: 'Two lines.', paths: ['*.ts'] });
    assert.equal(body, 'Text.\n');
  });

  it('is read as lines where it is none, as in many files of the world', async () => {
    const written = `name: SwiftData
description: >-
  Use when: a model
  is named.

# Copilot
applyTo: **/*View.swift, **/*Model.swift
paths:
  - **/*.ts
  - '*.js'`;
    const { data, problem } = await readFrontMatter(`---\n${written}\n---\nText.`);
    assert.deepEqual(data, {
      name: 'SwiftData',
      description: 'Use when: a model is named.',
      applyTo: '**/*View.swift, **/*Model.swift',
      paths: '**/*.ts,*.js',
    });
    assert.equal(problem, undefined);
  });

  it('is not taken for granted', async () => {
    assert.equal((await readFrontMatter('No front matter.')).body, 'No front matter.');
    const rule = '---\n\nA text below a rule.';
    assert.equal((await readFrontMatter(rule)).body, rule);
    assert.deepEqual((await readFrontMatter('---\n---\nText.')).data, {});
    assert.match((await readFrontMatter('---\n[]\n---\n')).problem ?? '', /isn’t valid YAML/);
    const long = `---\n${'a: 1\n'.repeat(10_000)}---\nText.`;
    const { data, body, problem = '' } = await readFrontMatter(long);
    assert.deepEqual([data, body], [{}, 'Text.']);
    assert.match(problem, /more than 16384 characters/);
  });

  it('is found in a fence around the whole file, as assistants write it', async () => {
    const matter = '---\napplyTo: "**"\n---\n';
    const js = '```js\na\n```';
    const cases: readonly (readonly [string, string])[] = [
      [`\`\`\`instructions\n${matter}Text.\n\`\`\`\n`, 'Text.'],
      [`\n\`\`\`\`instructions\n${matter}Text.\n${js}\n\`\`\`\`\n\n`, `Text.\n${js}`],
      [`\`\`\`instructions\n${matter}Text.\n${js}\n`, `Text.\n${js}`],
      [`\`\`\`instructions\n${matter}Text.\n${js}\n\`\`\``, `Text.\n${js}`],
      [`\`\`\`instructions\n${matter}\`\`\`\n\nText.\n`, 'Text.'],
      [`~~~ Instructions\n${matter}Text.\n~~~~`, 'Text.'],
      [`\`\`\`\`skill\n\`\`\`skill\n${matter}Text.\n\`\`\`\n\`\`\`\``, 'Text.'],
    ];
    for (const [written, text] of cases) {
      const { data, body } = await readFrontMatter(written);
      assert.deepEqual([data, body.trim()], [{ applyTo: '**' }, text], written);
    }
    const plain = await readFrontMatter('```instructions\n# Rules\nText.\n```');
    assert.deepEqual(plain, { data: {}, body: '# Rules\nText.' });
    for (const example of [`\`\`\`yaml\n${matter}\`\`\`\nText.`, `${js}\nText.`, '```'])
      assert.deepEqual(await readFrontMatter(example), { data: {}, body: example });
  });

  it('makes nothing large of something small', async () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (const [at, name] of [...'bcdefgh'].entries())
      bomb.push(`${name}: &${name} [${`*${'abcdefg'[at]},`.repeat(9)}x]`);
    const { data } = await readFrontMatter(['---', ...bomb, '---', ''].join('\n'));
    assert.ok(JSON.stringify(data).length < 2_000);
  });

  it('survives any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async text => {
        const { body } = await readFrontMatter(`---\n${text}\n---\nEnd.`);
        assert.ok(body.endsWith('End.'));
      }),
    );
  });
});

describe('what instructions hold for', () => {
  const globsOf = (value: unknown) => {
    const applies = appliesOf({ applyTo: value }, 'applyTo');
    return applies.kind === 'globs' ? applies.globs : applies.kind;
  };

  it('is written in many ways', () => {
    assert.deepEqual(globsOf('**/*.ts,**/*.tsx'), ['**/*.ts', '**/*.tsx']);
    assert.deepEqual(globsOf(' src/**/*.{ts,tsx} , docs/[a,b].md, '), ['src/**/*.{ts,tsx}', 'docs/[a,b].md']);
    assert.deepEqual(globsOf(['tests/**/*.py', 'src/**/*.py', 3]), ['tests/**/*.py', 'src/**/*.py']);
    assert.deepEqual(globsOf({ 'src/**': null, 'lib/**': null }), ['src/**', 'lib/**']);
    for (const several of ['"**/*.ts", "**/*.tsx"', "'**/*.ts','**/*.tsx'", '"**/*.ts", **/*.tsx'])
      assert.deepEqual(globsOf(several), ['**/*.ts', '**/*.tsx']);
    for (const every of ['**', '**/*', '*', 'src/**,**']) assert.equal(globsOf(every), 'everything');
    for (const none of [undefined, '', ' , ', 7, [], {}]) assert.equal(globsOf(none), 'nothing');
    assert.equal(appliesOf({}, 'paths').kind, 'everything');
  });

  it('is several globs where quotes stand around each, though YAML has no such value', async () => {
    for (const [written, ...globs] of [
      ['"**/*.ts", "**/*.tsx"', '**/*.ts', '**/*.tsx'],
      ["'src/{a,b}/**' , 'docs/**'", 'src/{a,b}/**', 'docs/**'],
      ['"a.ts", b.ts,"c.ts"', 'a.ts', 'b.ts', 'c.ts'],
      ['"a.ts" ,"b.ts",', 'a.ts', 'b.ts'],
      ['"a.ts,b.ts"', 'a.ts', 'b.ts'],
    ] as const) {
      const { data } = await readFrontMatter(`---\napplyTo: ${written}\ndescription: x\n---\nText.`);
      assert.deepEqual(globsOf(data.applyTo), globs, written);
    }
  });

  it('begins in any folder unless it says otherwise', async () => {
    const held = async (glob: string, ...paths: readonly string[]) => {
      const matches = await matcherOf([glob], folders);
      return paths.filter(matches);
    };
    const paths = ['a.ts', 'src/a.ts', 'lib/src/a.ts', 'src/ui/a.ts'];
    assert.deepEqual(await held('*.ts', ...paths), paths);
    assert.deepEqual(await held('src/*.ts', ...paths), ['src/a.ts', 'lib/src/a.ts']);
    assert.deepEqual(await held('/src/*.ts', ...paths), ['src/a.ts']);
    assert.deepEqual(await held('./src/', ...paths), ['src/a.ts', 'lib/src/a.ts', 'src/ui/a.ts']);
    assert.deepEqual(await held('src\\ui\\*.ts', ...paths), ['src/ui/a.ts']);
    for (const [glob, path] of [
      ['app/(x)/**', 'web/app/(x)/a.ts'],
      ['[[...o]]/*', 'app/[[...o]]/a.ts'],
      ['\\[id\\]/*', 'app/[id]/a.ts'],
      ['.\\app\\(x)\\', 'app/(x)/a.ts'],
      ['/plan (copy).*', 'plan (copy).md'],
    ] as const)
      assert.deepEqual(await held(glob, path, 'app/x.md'), [path], glob);
    assert.deepEqual(await held('.env*', '.env', 'app/.env.local'), ['.env', 'app/.env.local']);
  });
});
