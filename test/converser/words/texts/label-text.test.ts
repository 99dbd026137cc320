import assert from 'node:assert/strict';
import { type Exposure, unexposed } from '../../../../src/converser/words/labels/exposure.ts';
import { joinAll, ofOutside, ofWorkspace } from '../../../../src/converser/words/labels/label.ts';
import { exposureLines, exposureText, labelText } from '../../../../src/converser/words/texts/label-text.ts';

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
    assert.equal(
      labelText(joinAll([ofOutside('server:tracker', 'tool:mine:look'), ofSecret])),
      'from outside: the MCP server tracker and the tool mine:look; holds secrets',
    );
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
