import assert from 'node:assert/strict';
import { ordinaryMarks } from '../../../../src/converser/words/canister/canister.ts';
import { type Exposure, unexposed } from '../../../../src/converser/words/labels/exposure.ts';
import { joinAll, ofOutside, ofWorkspace } from '../../../../src/converser/words/labels/label.ts';
import { argumentsText } from '../../../../src/converser/words/texts/arguments-text.ts';
import { exposureLines, exposureText, labelText } from '../../../../src/converser/words/texts/label-text.ts';
import { savedText, savingsIn, savingsText } from '../../../../src/converser/words/texts/saving-texts.ts';
import { canisterMaker } from '../../../sidebar/canisters.ts';

const make = canisterMaker();
const result = (more: Parameters<typeof make.result>[2]) => make.result('c', '', more);
const compaction = make.compaction({ tokens: { before: 400, after: 300 } });

describe('what was saved', () => {
  it('is summed up over calls, and over results that were left out', () => {
    const canisters = [
      result({}),
      result({ repeats: 'a' }),
      result({ repeats: 'a', saved: { tokens: 4000, time: 0 } }),
      result({ repeats: 'a', saved: { tokens: 20, time: 1200 } }),
      compaction,
      { ...compaction, marks: { ...ordinaryMarks, active: false } },
    ];
    const savings = savingsIn(canisters);
    assert.deepEqual(savings, { calls: 2, tokens: 4120, time: 1200 });
    assert.equal(savings && savingsText(savings), 'saved 2 calls, 4,120 tokens, 1.2 s');
  });

  it('is not there where nothing was', () => {
    assert.equal(savingsIn([]), undefined);
    assert.equal(savingsIn([result({ repeats: 'a' })]), undefined);
    assert.equal(savedText(undefined), '');
  });

  it('is said without what is nothing', () => {
    assert.equal(savingsText({ calls: 1, tokens: 0, time: 20 }), 'saved 1 call, 20 ms');
    assert.equal(savingsText({ calls: 0, tokens: 300, time: 0 }), 'saved 300 tokens');
    assert.equal(savedText({ tokens: 1, time: 0 }), '1 token');
  });
});

const ofSecret = { ...ofWorkspace, confidentiality: 'secret' } as const;

function read(outside: readonly `web:${string}`[], secrets: readonly string[] = []): Exposure {
  return {
    ...unexposed,
    outside: new Map(outside.map(source => [source, { text: `${source.slice(4)} was read` }])),
    secrets: new Map(secrets.map(name => [name, { text: `${name} was read` }])),
  };
}

describe('a label, in words', () => {
  it('says who wrote the content, and that it is secret', () => {
    assert.equal(labelText(ofWorkspace), undefined);
    assert.equal(labelText(ofOutside('web:example.org')), 'from outside: example.org');
    assert.equal(labelText(ofSecret), 'holds secrets');
    const both = labelText(joinAll([ofOutside('server:tracker', 'tool:mine:look'), ofSecret]));
    assert.equal(both, 'from outside: the MCP server tracker and the tool mine:look; holds secrets');
  });

  it('shows no characters of a source that could pass for others', () => {
    assert.equal(labelText(ofOutside('web:exa\u202emple.org')), 'from outside: exa\\u202emple.org');
  });
});

describe('what a conversation has read, in words', () => {
  it('names sources and secrets in a line of bounded length', () => {
    assert.equal(exposureText(unexposed), undefined);
    assert.equal(exposureText(read(['web:a.org'])), 'from outside: a.org');
    assert.equal(exposureText(read([], ['.env'])), 'secrets: .env');
    assert.equal(
      exposureText(read(['web:a.org', 'web:b.org'], ['.env', 'a.pem', 'b.pem', 'c.pem', 'd\n'.repeat(999)])),
      'from outside: a.org and b.org; secrets: .env, a.pem, b.pem and 2 more',
    );
  });

  it('does not count what only describes tools as content', () => {
    const described = { ...unexposed, described: new Map([['server:x', { text: 'x describes' }] as const]) };
    assert.equal(exposureText(described), undefined);
    assert.deepEqual(exposureLines(described), ['x describes']);
  });

  it('lists each source with what happened, and not too many', () => {
    assert.deepEqual(exposureLines(unexposed), []);
    assert.deepEqual(exposureLines(read(['web:a.org'], ['.env'])), [
      'a.org was read',
      '.env was read (secret)',
    ]);
    const many = Array.from({ length: 30 }, (_, at) => `web:${at}.org` as const);
    const lines = exposureLines(read(many, ['.env']));
    assert.deepEqual([lines.length, lines.at(-1)], [8, 'and 24 more']);
  });
});

describe('The arguments of a call in words', () => {
  it('are on one line, with nothing invisible in it', () => {
    assert.equal(argumentsText({}), '');
    assert.equal(argumentsText({ path: 'README.md' }), 'README.md');
    const several = argumentsText({ path: 'a', lines: [1, 2], deep: { x: true } });
    assert.equal(several, 'path: a, lines: [1,2], deep: {"x":true}');
    assert.equal(argumentsText({ text: 'two\n  lines' }), 'two lines');
    assert.equal(argumentsText({ text: 'x'.repeat(500) }).length, 120);
    assert.equal(argumentsText({ path: 'a\u202eb\u200b' }), 'a\\u202eb\\u200b');
    assert.equal(argumentsText({ text: '\u200b'.repeat(50) }).length, 120);
  });
});
