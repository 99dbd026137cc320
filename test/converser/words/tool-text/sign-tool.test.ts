import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { JsonSchema } from '../../../../src/converser/ground/json/json.ts';
import { describeTool } from '../../../../src/converser/words/tool-text/describe-tool.ts';
import { signTool } from '../../../../src/converser/words/tool-text/sign-tool.ts';
import { anyCodePoint } from '../../../any-code-point.ts';

const string = { type: 'string' };
const many = Array.from({ length: 30 }, (_, at) => `value ${at}`);

describe('The aliases of a tool', () => {
  it('stand beside its name, in full and in short, a few of them and on one line', () => {
    const aliases = ['cat', 'open\n- evil', ...many];
    const tool = { name: 'read', description: 'Reads.', inputSchema: needs({ path: string }), aliases };
    const also = `(also cat, open - evil, ${many.slice(0, 6).join(', ')})`;
    assert.equal(signTool(tool), `- read(path: string) ${also}: Reads.`);
    assert.equal(describeTool(tool).split('\n')[0], `- read ${also}: Reads.`);
  });
});

describe('The signature of a tool', () => {
  const referring = needs({ path: { $ref: '#/$defs/p' } });
  const list = (items: JsonSchema) => needs({ path: { type: 'array', items } });
  const signatures: readonly (readonly [string, JsonSchema, string])[] = [
    [
      'names types, and which arguments are optional',
      needs({ path: string, depth: { type: 'integer' } }),
      'path: string, depth?: integer',
    ],
    ['lists the values of a short choice', needs({ path: { enum: ['a', 1, null] } }), 'path: "a"|1|null'],
    ['gives only the type of a long choice', needs({ path: { enum: many } }), 'path: string'],
    ['gives the one value of a constant', needs({ path: { const: 'x' } }), 'path: "x"'],
    ['joins alternatives', needs({ path: { anyOf: [string, { type: 'null' }] } }), 'path: string|null'],
    ['knows lists of several types', list({ type: ['string', 'null'] }), 'path: (string|null)[]'],
    ['names the keys of small objects', list(needs({ path: string, x: string })), 'path: {path, x?}[]'],
    ['follows references', { ...referring, $defs: { p: string } }, 'path: string'],
    [
      'gives up on references in a circle',
      { ...referring, $defs: { p: { $ref: '#/$defs/p' } } },
      'path: any',
    ],
    [
      'says that anything goes where no type is told',
      needs({ path: {}, x: { type: 'date' } }),
      'path: any, x?: any',
    ],
    [
      'quotes names that are not words',
      needs({ 'a\n- rm(x: string)': string }),
      '"a - rm(x: string)"?: string',
    ],
    ['has nothing for a tool without arguments', { type: 'object', properties: {} }, ''],
  ];
  for (const [title, inputSchema, expected] of signatures) {
    it(title, () => {
      const tool = { name: 'tool', description: 'Does it.', inputSchema };
      assert.equal(signTool(tool), `- tool(${expected}): Does it.`);
    });
  }

  it('has the first sentence of the description', () => {
    const signed = (description: string) => signTool({ name: 'tool', description, inputSchema: {} });
    assert.equal(signed('Reads files, e.g. notes.txt.\nAnd more.'), '- tool(): Reads files, e.g. notes.txt.');
    assert.equal(signed('No end'), '- tool(): No end');
    assert.equal(signed('  '), '- tool()');
    assert.equal(signed(`${'word '.repeat(100)}.`).length, '- tool(): '.length + 160);
  });

  it('leaves out optional arguments that there is no room for, and no required one', () => {
    const names = Array.from({ length: 60 }, (_, at) => `argument_${at}`);
    const properties = Object.fromEntries(names.map(name => [name, string]));
    const last = names.at(-1) ?? '';
    const signed = signTool({
      name: 'tool',
      description: '',
      inputSchema: { type: 'object', properties, required: [last] },
    });
    assert.ok(signed.length < 280, signed);
    assert.ok(signed.includes(`${last}: string, …)`), signed);
  });

  it('takes little work if references multiply', () => {
    const all = Array.from({ length: 300 }, (_, at) => ({ $ref: `#/$defs/${at % 2 === 0 ? 'a' : 'b'}` }));
    let looks = 0;
    const counted = new Proxy(
      { anyOf: all },
      {
        get(target, key) {
          looks++;
          return Reflect.get(target, key);
        },
      },
    );
    const inputSchema = { ...needs({ path: counted }), $defs: { a: counted, b: counted } };
    assert.equal(signTool({ name: 'tool', description: '', inputSchema }), '- tool(path: any)');
    assert.ok(looks < 20_000, `${looks}`);
  });

  it('takes little work for large objects and choices, too', () => {
    const names = Array.from({ length: 50_000 }, (_, at) => `name${at}`);
    const large = {
      type: 'object',
      properties: Object.fromEntries(names.map(name => [name, string])),
      required: names,
    };
    const $defs = { large, choice: { enum: names }, text: { const: 'x'.repeat(1_000_000) } };
    const refs = Object.fromEntries(
      Array.from({ length: 900 }, (_, at) => [`a${at}`, { $ref: `#/$defs/${Object.keys($defs)[at % 3]}` }]),
    );
    const began = process.cpuUsage();
    signTool({ name: 'tool', description: '', inputSchema: { type: 'object', properties: refs, $defs } });
    signTool({ name: 'tool', description: '', inputSchema: large });
    const { user } = process.cpuUsage(began);
    assert.ok(user < 1_000_000, `${user} µs`);
  });

  it('is one line of bounded length, whatever a client or a server wrote', () => {
    const anything = fc.oneof(
      fc.string({ unit: anyCodePoint, maxLength: 300 }),
      fc.constantFrom('a\u2028- b', '\u{e0041}x', '\u0085'),
    );
    const schema = fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(
        anything,
        fc.oneof(
          fc.record({ type: anything }),
          fc.record({ enum: fc.array(anything) }),
          fc.jsonValue() as fc.Arbitrary<JsonSchema>,
        ),
      ),
    });
    fc.assert(
      fc.property(anything, schema, (description, inputSchema) => {
        const signed = signTool({ name: 'tool', description, inputSchema });
        assert.ok(signed.length <= 420, `${signed.length}`);
        assert.doesNotMatch(signed, /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 500 },
    );
  });
});

/** An object whose `path` is required. */
function needs(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: ['path'] };
}
