import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createFramedParser } from '../../../src/providers/wire/framed-json.ts';

interface Said {
  readonly delta?: { readonly text?: unknown };
}

let copies = 0;
const place = {
  mark: /"text":\s*(?=")/,
  textOf: (event: unknown) => (Object(event) as Said).delta?.text,
  withText(event: unknown, text: string) {
    copies++;
    const said = event as Said;
    return { ...said, delta: { ...said.delta, text } };
  },
};

/** What the parser finds or throws in each, beside what `JSON.parse` does, in a reply that is worth a frame. */
function check(events: readonly string[]): void {
  const parse = createFramedParser(place);
  for (let at = 0; at < 31; at++) parse(said('"few"'));
  for (const event of events) {
    const [found, wanted] = [parse, JSON.parse].map(read => {
      try {
        return JSON.stringify(read(event));
      } catch (cause) {
        return cause instanceof SyntaxError ? 'SyntaxError' : assert.fail(String(cause));
      }
    });
    assert.equal(found, wanted, event);
  }
}

const said = (literal: string, { before = '', after = '' } = {}) =>
  `{"type":"delta"${before},"delta":{"type":"text","text":${literal}}${after},"index":0}`;

describe('the parser of events that differ in a text', () => {
  it('finds what JSON.parse does, whatever their texts', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), texts => {
        check(texts.map(text => said(JSON.stringify(text))));
      }),
    );
  });

  it('finds and throws what JSON.parse does, whatever else they are', () => {
    const literals = [
      '"a"',
      '"\\u0041"',
      '"\\n"',
      '"a","b"',
      '"a","text":"b"',
      '"a\n"',
      '"a',
      '7',
      'null',
      ' "a" ',
      '',
    ];
    const others = ['', ',"id":1', ',"text":"x"', ',"delta":{"text":"y"}', ',"delta":null', ',', '}'];
    const event = fc
      .record({
        literal: fc.constantFrom(...literals),
        before: fc.constantFrom(...others),
        after: fc.constantFrom(...others),
      })
      .map(({ literal, ...more }) => said(literal, more));
    const any = fc.oneof({ weight: 5, arbitrary: event }, fc.json(), fc.string());
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), events => check(events)),
      { numRuns: 1_000 },
    );
  });

  it('parses only the text of those that follow each other, and gives up where each differs in more', () => {
    copies = 0;
    check(Array.from({ length: 100 }, (_, at) => said(`"${at}"`)));
    // One to make sure of the place.
    assert.equal(copies, 100);
    copies = 0;
    const thoughts = Array.from({ length: 100 }, (_, at) => `{"type":"thought","thought":"${at}"}`);
    check([...thoughts, ...Array.from({ length: 100 }, (_, at) => said(`"${at}"`))]);
    assert.equal(copies, 100);
    copies = 0;
    check(Array.from({ length: 100 }, (_, at) => said('"a"', { after: `,"random":${at}` })));
    assert.equal(copies, 8);
  });
});
