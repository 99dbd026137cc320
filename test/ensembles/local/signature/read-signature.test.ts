import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import { readSignature } from '../../../../src/ensembles/local/signature/read-signature.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const closed = (properties: JsonObject, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});
const types = `
type integer = number;
type Unit = 'metric' | 'imperial';
export interface Place { /** Its name. */ name: string; readonly country?: string }
type Point = { x: number; y: number };
type Doubled<T> = T[];
interface Named extends Place { id: string }
type Tree = { children: Tree[] };
interface Twice { a: string }
interface Twice { b: string }
`;

/** What stands between the brackets of a function in TypeScript, and the schema of its property \`a\`. */
const annotated: readonly (readonly [string, JsonObject | boolean, isOptional?: true])[] = [
  ['a: string', text],
  ['a: number', number],
  ['a: boolean', { type: 'boolean' }],
  ['a: integer', { type: 'integer' }],
  ['a: unknown', {}],
  ['a: object', { type: 'object' }],
  ['a?: string', text, true],
  ['a: string | undefined', text, true],
  ["a = 'x'", { ...text, default: 'x' }, true],
  ['a = -1', { ...number, default: -1 }, true],
  ['a: boolean = false', { type: 'boolean', default: false }, true],
  ["a: string[] = ['x']", { type: 'array', items: text, default: ['x'] }, true],
  ['a: number = Date.now()', number, true],
  ['a: string[]', { type: 'array', items: text }],
  ['a: readonly Array<number>[]', { type: 'array', items: { type: 'array', items: number } }],
  ['a: [number, number]', { type: 'array', items: number, minItems: 2, maxItems: 2 }],
  [
    'a: [x: string, y: number]',
    { type: 'array', prefixItems: [text, number], items: false, minItems: 2, maxItems: 2 },
  ],
  ["a: 'x' | 'y'", { ...text, enum: ['x', 'y'] }],
  ['a: 1 | 2 | -3', { ...number, enum: [1, 2, -3] }],
  ["a: 'x' | 2 | null", { type: ['string', 'number', 'null'], enum: ['x', 2, null] }],
  ['a: `x`', { ...text, enum: ['x'] }],
  ['a: string | null', { type: ['string', 'null'] }],
  ['a: string | number', { anyOf: [text, number] }],
  ["a: (number | 'auto')", { anyOf: [{ ...text, enum: ['auto'] }, number] }],
  ['a: string[] | null', { type: ['array', 'null'], items: text }],
  ['a: Record<string, number>', { type: 'object', additionalProperties: number }],
  ['a: { [key: string]: string }', { type: 'object', properties: {}, additionalProperties: text }],
  ["a: { 'x-y'?: string; b: { c: number } }", closed({ 'x-y': text, b: closed({ c: number }) }, ['b'])],
  ['a: Unit', { ...text, enum: ['metric', 'imperial'] }],
  ['a: Place', closed({ name: { ...text, description: 'Its name.' }, country: text }, ['name'])],
  ['a: Point[]', { type: 'array', items: closed({ x: number, y: number }) }],
  ['this: void, a: string', text],
  ['a: []', { type: 'array', items: {}, minItems: 0, maxItems: 0 }],
];

/** JSDoc above a function of the parameters that follow. */
const documented: readonly (readonly [
  doc: string,
  parameters: string,
  JsonObject,
  required?: readonly string[],
])[] = [
  ['@param {string} a The text.', 'a', { a: { ...text, description: 'The text.' } }],
  [
    '@param {integer} [a=1] - How\n * often.',
    'a',
    { a: { type: 'integer', default: 1, description: 'How often.' } },
    [],
  ],
  ['@param {string} [a=metric]', 'a', { a: text }, []],
  ["@param {('x'|'y')=} a", 'a', { a: { ...text, enum: ['x', 'y'] } }, []],
  [
    '@param {?string} a\n * @param {Array.<number>} b',
    'a, b',
    { a: { type: ['string', 'null'] }, b: { type: 'array', items: number } },
  ],
  [
    '@param {*} a\n * @param {Object<string, number>} b',
    'a, b',
    { a: {}, b: { type: 'object', additionalProperties: number } },
  ],
  [
    '@param {object} a Of it.\n * @param {string} a.x One.\n * @param {number} [a.y]',
    'a',
    { a: { ...closed({ x: { ...text, description: 'One.' }, y: number }, ['x']), description: 'Of it.' } },
  ],
  [
    '@param {{ x: string,\n *   y?: number }} o',
    '{ x, y = 2 }',
    { x: text, y: { ...number, default: 2 } },
    ['x'],
  ],
  [
    '@param {object} o\n * @param {string} o.x One.',
    '{ x }, { signal }',
    { x: { ...text, description: 'One.' } },
  ],
  ['Adds.', 'a = 1, b = "x", context', { a: { ...number, default: 1 }, b: { ...text, default: 'x' } }, []],
];

/** The parameters in line 2 can't be expressed, because of this. */
const inexpressible: readonly (readonly [parameters: string, reason: RegExp, doc?: string])[] = [
  ['a', /^a has no type\.$/],
  ['a: Date', /^Date isn’t a type of JSON or of this file\.$/],
  ['a: Map<string, string>', /^Map<string, string> isn’t/],
  ['a: () => void', /^\(\) => void isn’t/],
  ['a: bigint', /^bigint isn’t/],
  ['a: symbol', /^symbol isn’t/],
  ['a: 12n', /^12n isn’t/],
  ['a: Promise<string>', /isn’t a type of JSON/],
  ['a: Imported', /^Imported isn’t/],
  ['a: Point & Place', /^Point & Place isn’t/],
  ['a: keyof Point', /^keyof Point isn’t/],
  ["a: Point['x']", /^Point\['x'\] isn’t/],
  ['a: typeof process', /^typeof process isn’t/],
  ['a: { run(): void }', /^run\(\): void isn’t/],
  ['a: Doubled<string>', /^Doubled is generic, extends/],
  ['a: Named', /^Named is generic, extends/],
  ['a: Twice', /^Twice .* declared twice/],
  ['a: Tree', /contain themselves/],
  ['...a: string[]', /^This parameter has no name/],
  ['a: string, [b]: string[]', /^This parameter has no name/],
  ['{ a }: { a: string }, b: string', /^Only the context may follow/],
  ['{ a }: string', /^What takes all arguments must be an object/],
  ['{ a }', /^a has no type/],
  ['a = new Date()', /^a has no type/],
];
const inexpressibleDocs: readonly (readonly [doc: string, reason: RegExp])[] = [
  ['@param {Date} a', /^Date isn’t/],
  ['@param {string} a[].x\n * @param {object[]} a', /^a\[\]\.x can’t be read/],
  ['@param {string or number} a', /^string or number isn’t a type that Converser can read/],
];

function readOne(module: string, isTyped = true) {
  return readSignature(module, { exportName: 'f', isTyped, time: { left: 1_000 } });
}

describe('the signature of a function', () => {
  it('gives each type of TypeScript the schema that one would write by hand', () => {
    for (const [parameters, schema, isOptional] of annotated) {
      const { signature, faults } = readOne(`${types}export function f(${parameters}, context: Context) {}`);
      assert.deepEqual(faults, [], parameters);
      assert.deepEqual(signature?.parameters, ['a'], parameters);
      assert.deepEqual(
        signature?.arguments,
        closed({ a: schema as JsonObject }, isOptional ? [] : ['a']),
        parameters,
      );
    }
  });

  it('gives JSDoc the same', () => {
    for (const [doc, parameters, properties, required] of documented) {
      const { signature, faults } = readOne(
        `/**\n * Does it.\n *\n * At length.\n * ${doc}\n */\nexport function f(${parameters}) {}`,
        false,
      );
      assert.deepEqual(faults, [], doc);
      assert.deepEqual(signature?.arguments, closed(properties, required), doc);
      assert.equal(signature?.description, 'Does it.');
    }
  });

  it('says at the line what can’t be expressed', () => {
    const start = types.split('\n').length;
    for (const [parameters, reason] of inexpressible) {
      const [fault, ...others] = readOne(`${types}export function f(\n${parameters}) {}`).faults;
      assert.match(fault?.message ?? '', reason, parameters);
      assert.equal(others.length, 0, parameters);
      assert.equal(fault?.start.line, /Tree/.test(parameters) ? fault?.start.line : start + 1, parameters);
    }
    for (const [doc, reason] of inexpressibleDocs) {
      const [fault, ...others] = readOne(
        `/**\n * Does.\n * ${doc}\n */\nexport function f(a) {}`,
        false,
      ).faults;
      assert.match(fault?.message ?? '', reason, doc);
      assert.deepEqual([others.length, fault?.start.line], [0, 3], doc);
    }
  });

  it('is found wherever the function is written out, and nowhere else', () => {
    const found = [
      'export const f = async (a: string) => a;',
      'export const f = function (a: string) {};',
      'function g(a: string) {} export { g as f };',
      'const f = (a: string) => a; export { f };',
    ];
    for (const module of found) assert.deepEqual(readOne(module).signature?.parameters, ['a'], module);
    const byDefault = readSignature('export default function (a: string) {}', {
      exportName: 'default',
      isTyped: true,
      time: { left: 1_000 },
    });
    assert.deepEqual(byDefault.signature?.parameters, ['a']);
    const others = [
      'export const f = { invoke(a) {} };',
      "export { f } from './x.ts';",
      'export const f = wrap(a => a);',
      'export const g = 1;',
      'export const f = (;',
    ];
    for (const module of others) assert.deepEqual(readOne(module), { faults: [] }, module);
  });

  it('leaves the object of today as it is, and knows the context', () => {
    for (const parameters of [
      '',
      '{}',
      'args',
      '_, { configuration }',
      'args, { signal }',
      'context',
      '{ progress }',
      '_args, _context',
    ])
      assert.deepEqual(
        readOne(`export function f(${parameters}) {}`).signature?.arguments,
        closed({}),
        parameters,
      );
    const whole = readOne(
      'export function f({ a, b = 1 }: { a: string; b?: number }, { signal }: Context) {}',
    );
    assert.deepEqual(whole.signature, {
      description: '',
      arguments: closed({ a: text, b: { ...number, default: 1 } }, ['a']),
    });
  });

  it('is given up soon where reading it would take for ever', () => {
    const nested = `export function f(a = ${'async <a>(b = '.repeat(24)}c${')'.repeat(24)}) {}`;
    assert.match(readOne(nested).faults[0]?.message ?? '', /takes too long to read/);
    const doubling = Array.from({ length: 60 }, (_, at) => `type T${at} = [T${at + 1}, T${at + 1}];`).join(
      '\n',
    );
    assert.match(
      readOne(`${doubling}\ntype T60 = string;\nexport function f(a: T0) {}`).faults[0]?.message ?? '',
      /this large/,
    );
  });
});
