import assert from 'node:assert/strict';
import { programIn } from './described.ts';
import { tempRoot } from './run-converse.ts';

const jsdoc = `
/**
 * Rolls dice.
 *
 * Of any number.
 * @param {string} dice Such as 2d6.
 * @param {integer} [times=1] How often.
 */
export function roll(dice, times, { signal }) { return [dice, times ?? 'once', signal.aborted]; }
/** Adds. @type {never} */
export function add(a = 1, b = 2) { return a + b; }
/** @param {('metric'|'imperial')} unit */
export function measure(unit) { return unit; }
/** @param {string[]} words */
export const join = words => words.join(' ');
/** @param {?string} name */
export const greet = async name => name;
/** @param {{ x: number, y: number }} point */
export function place(point) { return point; }
/** @param {object} options
 * @param {string} options.path Of a file.
 * @param {boolean} [options.deep] */
export function look({ path, deep = false }) { return { path, deep }; }
/** @param {Object<string, number>} prices */
export function total(prices) { return prices; }
/** @param {number=} limit */
function list(limit) { return limit ?? 'all'; }
export { list };
export function now(context) { return context.invoker.name; }
`;
const typescript = `
type Unit = 'metric' | 'imperial';
interface Place { /** Its name. */ name: string; at?: [number, number] }
/** Says how warm it is. */
export function weather(place: Place, unit: Unit = 'metric', days?: number, context?: Context): string {
  return \`\${place.name} \${unit} \${days satisfies number | undefined} \${(context as Context).invoker.name}\`;
}
`;
const exported = [...jsdoc.matchAll(/export (?:const|function) (\w+)/g)].map(
  ([, name]) => `./tools.mjs#${name}`,
);
const named = [...exported, './tools.mjs#list', './typed.ts#weather'];
const descriptor = [
  '[ensemble]\nname = "mine"\nkind = "local"',
  ...named.map(each => `[[invokers]]\nimplementation = "${each}"\npermission = "allow"\n`),
].join('\n');
/** Those that have no description of their own get one. */
const described = descriptor.replace(
  /#(measure|join|greet|place|look|total|list|now)"/g,
  '#$1"\ndescription = "Of a test."',
);

const open = (properties: object, required = Object.keys(properties)) => ({
  ...{ type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false },
});
const number = { type: 'number' };
const text = { type: 'string' };
const schemas: Readonly<Record<string, object>> = {
  roll: open(
    {
      dice: { ...text, description: 'Such as 2d6.' },
      times: { type: 'integer', description: 'How often.', default: 1 },
    },
    ['dice'],
  ),
  add: open({ a: { ...number, default: 1 }, b: { ...number, default: 2 } }, []),
  measure: open({ unit: { ...text, enum: ['metric', 'imperial'] } }),
  join: open({ words: { type: 'array', items: text } }),
  greet: open({ name: { type: ['string', 'null'] } }),
  place: open({ point: open({ x: number, y: number }) }),
  look: open({ path: { ...text, description: 'Of a file.' }, deep: { type: 'boolean', default: false } }, [
    'path',
  ]),
  total: open({ prices: { type: 'object', additionalProperties: number } }),
  list: open({ limit: number }, []),
  now: open({}),
  weather: open(
    {
      place: open(
        {
          name: { ...text, description: 'Its name.' },
          at: { type: 'array', items: number, minItems: 2, maxItems: 2 },
        },
        ['name'],
      ),
      unit: { ...text, enum: ['metric', 'imperial'], default: 'metric' },
      days: number,
    },
    ['place'],
  ),
};

describe('converse tools', () => {
  const files = { 'mine.toml': described, 'tools.mjs': jsdoc, 'typed.ts': typescript };

  it('shows the schemas that come from functions, as a list of OpenAI’s and for one tool', async () => {
    await using root = await tempRoot(files);
    const run = programIn(root);
    const all = await run('tools', 'mine', '--json');
    assert.equal(all.code, 0, all.stderr);
    const list: readonly { function: { name: string; description: string; parameters: object } }[] =
      JSON.parse(all.stdout);
    const parameters = Object.fromEntries(
      list.map(each => [each.function.name.replace('mine__', ''), each.function.parameters]),
    );
    assert.deepEqual(parameters, schemas);
    const one = JSON.parse((await run('tools', 'mine:weather', '--json')).stdout);
    assert.equal(one.name, 'mine:weather');
    assert.equal(one.description, 'Says how warm it is.');
    assert.deepEqual(one.inputSchema, schemas.weather);
    assert.deepEqual(
      one.openai,
      list.find(each => each.function.name === 'mine__weather'),
    );
    const readable = await run('tools', 'mine');
    assert.match(readable.stdout, /^mine:roll: Rolls dice\.$/m);
    assert.match((await run('tools')).stdout, /^probability:roll: /m);
    const missing = await run('tools', 'mine:rol');
    assert.deepEqual([missing.code, missing.stdout], [2, '']);
    assert.match(missing.stderr, /No tool or ensemble that is on is named mine:rol\. See converse tools\./);
  });

  it('names functions that run with their arguments one by one, their defaults, and the context', async () => {
    await using root = await tempRoot(files);
    const run = programIn(root);
    const calls: readonly (readonly [call: string, result: RegExp])[] = [
      ['roll {"dice":"1d6"}', /1d6/],
      ['add {"b":5}', /\b6\b/],
      ['look {"path":"a"}', /"?deep"?: ?false/],
      ['now {}', /\bnow\b/],
      ['weather {"place":{"name":"Bergen"}}', /Bergen metric undefined weather/],
    ];
    for (const [call, result] of calls) {
      const ran = await run(`/invoke mine:${call}`);
      assert.match(ran.stdout, result, `${call}\n${ran.stderr}`);
    }
    const refused = await run('/invoke mine:measure {"unit":"kelvin"}');
    assert.match(refused.stdout + refused.stderr, /unit.*metric/);
  });

  it('tells at which line of the module a type can’t be expressed, and what to do', async () => {
    const broken = typescript.replace('days?: number', 'days?: Date');
    await using root = await tempRoot({ ...files, 'typed.ts': broken });
    const { stderr } = await programIn(root)('tools', 'mine');
    assert.ok(
      stderr.includes(
        `${root.path}/typed.ts:5:69: Date isn’t a type of JSON or of this file. Change this, or write the arguments of weather in mine.toml.`,
      ),
      stderr,
    );
  });
});
