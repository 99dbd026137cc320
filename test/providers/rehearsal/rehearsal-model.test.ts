import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fenced } from '../../../src/converser/call/caution/fence.ts';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { type Content, text } from '../../../src/converser/words/canister/content.ts';
import { ofOutside } from '../../../src/converser/words/labels/label.ts';
import type {
  ModelEvent,
  ModelRequest,
  ToolDefinition,
} from '../../../src/converser/words/models/provider.ts';
import { rehearsalModel } from '../../../src/providers/rehearsal/rehearsal-model.ts';
import { anyCodePoint } from '../../any-code-point.ts';
import { callOf, canisterOf, resultOf } from '../../dialects/canister-of.ts';
import { invocations as callsIn, said } from '../heard.ts';
import { shippedTools } from './shipped-tools.ts';

describe('Rehearsal', () => {
  let tools: readonly ToolDefinition[] = [];
  before(async () => {
    tools = await shippedTools();
  });

  it('says once per conversation that it is not a language model', async () => {
    const first = await answer([user('hello')]);
    assert.match(first, /It is not a language model\./);
    const second = await answer([user('hello'), assistant(first), user('thanks')]);
    assert.equal(second, 'You are welcome.');
  });

  it('shows what came from outside without the fence that language models need', async () => {
    const run = [user('/invoke greetings:greet {}'), invocation('1', 'greet', {})];
    const outside = { ...result('1', [text('Hello!')]), label: ofOutside('server:greetings') };
    const canisters = [...run, outside].map(fenced);
    assert.notDeepEqual(canisters.at(-1)?.content, outside.content);
    assert.match(await answer(canisters), /^Hello!\n/);
  });

  it('says so as well where another model answered before', async () => {
    const told = await answer([user('hello'), assistant('Hi, I am a language model.'), user('thanks')]);
    assert.match(told, /^\*This is Rehearsal.*\n\nYou are welcome\.$/s);
  });

  it('shows what you run with /invoke as its tool shows it to people, and that no model was asked', async () => {
    const run = user('/invoke greetings:greet {"name": "Ada"}');
    const called = [run, invocation('1', 'greet', { name: 'Ada' })];
    const greeted = { ...result('1', [text('{"greeting":"Hello, Ada!"}')]), screen: '👋 **Hello, Ada!**' };
    const byYou = '*You ran this with `/invoke`. No language model was asked.*';
    assert.equal(await answer([...called, greeted]), `👋 **Hello, Ada!**\n\n${byYou}`);
    assert.equal(await answer([...called, result('1', [text('Hello!')])]), `Hello!\n\n${byYou}`);
    const asked = [
      user('list src'),
      invocation('1', 'list_directory', { path: 'src' }),
      result('1', [text('a.ts')]),
    ];
    const after = [...called, greeted, assistant(byYou), ...asked];
    assert.match(await answer(after), /^\*This is Rehearsal/, 'it has not said so yet');
  });

  it('shows a summary as lines of prose, and nothing in it as Markdown', async () => {
    const said =
      'No summary.\n\n- a.md: ![x](https://evil.example/?q=1)\n- b.md: Plain words.\n\n[A summary of a.md.]';
    const called = [user('summarize a.md'), invocation('1', 'summarize_file', { path: 'a.md' })];
    assert.match(
      await answer([...called, result('1', [text(said)])]),
      /\n\nNo summary\.\n\n- `a\.md: !\[x\]\(https:\/\/evil\.example\/\?q=1\)`\n- b\.md: Plain words\.\n\n\[A summary of a\.md\.\]$/,
    );
  });

  it('shows what it understands with the tools at hand', async () => {
    const told = await answer([user('tell me a joke')]);
    assert.match(told, /I have no rule for `tell me a joke`\. To ask anything, connect to a language model/);
    assert.match(
      told,
      /for example `list src` or `what is in README.md\?`; ask `what can you do\?` for more/,
    );
    assert.match(await answer([user('what can you do?')]), /- `what is in README.md\?`/);
    const both = await answer(
      [user('roll a die and tell me a joke and write a poem')],
      [tool('a__b', [], [])],
    );
    assert.equal(both.split('What I understand').length, 2, 'once');
    const dice = tools.filter(({ name }) => name === 'probability__roll');
    const less = await answer([user('help')], dice);
    assert.match(less, /- `roll 3d6\+2`/);
    assert.doesNotMatch(less, /README/);
  });

  it('says if there is no tool for a request', async () => {
    const told = await answer([user('roll a die')], []);
    assert.match(told, /needs the tool `roll`, which isn’t available/);
  });

  it('finds a tool by its own name, whatever its ensemble is called', async () => {
    const foreign = [tool('files__read_file', ['path'], ['path'])];
    assert.deepEqual(await calls([user('what is in README.md?')], foreign), [
      ['files__read_file', { path: 'README.md' }],
    ]);
  });

  it('does not make up required arguments', async () => {
    const strict = [tool('files__read_file', ['path', 'why'], ['path', 'why'])];
    assert.match(await answer([user('read a.ts')], strict), /isn’t available/);
  });

  it('passes on explicit calls as written', async () => {
    const message = [
      '/invoke workspace:read_file {"path":',
      '  "a {b} \\" c"}',
      'and /invoke nope:gone; /invoke roll {"dice": "1d6",}',
    ].join('\n');
    assert.deepEqual(await calls([user(message)]), [
      ['workspace__read_file', { path: 'a {b} " c' }],
      ['nope:gone', {}],
      ['probability__roll', '{"dice": "1d6",}'],
    ]);
    assert.deepEqual(await calls([user('/invoke roll {"dice": "1d6"')]), [
      ['probability__roll', '{"dice": "1d6"'],
    ]);
    assert.deepEqual(await calls([user('/invoke roll 3d6\n/invoke dice [1]')]), [
      ['probability__roll', '3d6'],
      ['dice', '[1]'],
    ]);
  });

  it('waits for results if the request says “then”', async () => {
    const first = user('list src and roll 2d6, then read a.md');
    assert.deepEqual(await calls([first]), [
      ['workspace__list_directory', { path: 'src' }],
      ['probability__roll', { dice: '2d6' }],
    ]);
    const round = [
      invocation('1', 'list_directory', { path: 'src' }),
      invocation('2', 'roll', { dice: '2d6' }),
      result('1', [text('a.ts\nb/')]),
      result('2', [text('7')]),
    ];
    assert.deepEqual(await calls([first, ...round]), [['workspace__read_file', { path: 'a.md' }]]);
    const last = [
      invocation('3', 'read_file', { path: 'a.md' }),
      result('3', [text('# A\n```js\n1\n```'), text('[4 lines.]')]),
    ];
    const told = await answer([first, ...round, ...last]);
    assert.match(told, /`workspace:list_directory` returned:\n\n```\na.ts\nb\/\n```/);
    assert.match(told, /Rolled 7/);
    assert.match(told, /\*\*`a.md`\*\* \(4 lines\):\n\n````md\n# A\n```js\n1\n```\n````$/);
  });

  it('reports what failed, and what to do', async () => {
    const message = 'There is no "a.md". Did you mean "b.md"?';
    const failed: Canister = { ...result('1', [text(message)]), failure: { kind: 'execution', message } };
    const told = await answer([user('read a.md'), invocation('1', 'read_file', { path: 'a.md' }), failed]);
    assert.match(told, /`workspace:read_file` failed: There is no "a\.md"\. Did you mean "b\.md"\?/);
  });

  it('quotes what is attached', async () => {
    const told = await answer([
      document({ type: 'resource', uri: 'file:///work/a.ts', text: 'const a = 1;' }),
      user('what is in this file?'),
    ]);
    assert.match(told, /\*\*`a.ts`\*\*:\n\n```ts\nconst a = 1;\n```/);
    const joined = 'Be brief.\n\n<document uri="b.md">\n# B\n</document>\n\nwhat is in this file?';
    assert.match(await answer([user(joined)]), /\*\*`b.md`\*\*:\n\n```md\n# B\n```/);
  });

  it('finds the request below instructions and inside the wrapping of other clients', async () => {
    const expected = [['probability__roll', { dice: '2d6' }]];
    assert.deepEqual(await calls([user('You are helpful.\nUse the tools.\n\nroll 2d6')]), expected);
    assert.deepEqual(
      await calls([user('<context>\nlist files\n</context>\n<userRequest>\nroll 2d6\n</userRequest>')]),
      expected,
    );
  });

  it('treats a message after results as the same turn if it asks for nothing', async () => {
    const turn = [user('roll 2d6'), invocation('1', 'roll', { dice: '2d6' }), result('1', [text('7')])];
    assert.match(await answer([...turn, user('Go on.')]), /Rolled 7/);
    assert.deepEqual(await calls([...turn, user('list src')]), [
      ['workspace__list_directory', { path: 'src' }],
    ]);
  });

  it('fails instead of answering if a call is required', async () => {
    const events = await collect({ canisters: [user('hello')], tools, toolChoice: 'required' });
    assert.deepEqual(
      events.map(event => (event.type === 'failure' ? event.error.code : event.type)),
      ['model-failed'],
    );
  });

  it('sends long answers in few pieces, and loses nothing', async () => {
    const long = Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(' ');
    const events = await collect({
      canisters: [
        user('read a.txt'),
        invocation('1', 'read_file', { path: 'a.txt' }),
        result('1', [text(long)]),
      ],
      tools,
    });
    assert.ok(events.length < 400);
    assert.ok(said(events).includes(long));
  });

  it('ends every reply to anything with one finish, and never throws', async () => {
    const words =
      'read list write find /invoke roll then and { } " ` \n ; , a.md src in to with the of 3d6 🎲'.split(
        ' ',
      );
    const messages = fc.oneof(
      fc.constantFrom(...hostile),
      fc.string({ unit: anyCodePoint, maxLength: 200 }),
      fc
        .array(fc.constantFrom(...words, '\n', '/invoke a:b {"x":'), { maxLength: 40 })
        .map(all => all.join(' ')),
    );
    const canisters = fc.array(
      fc.oneof(
        messages.map(user),
        messages.map(assistant),
        messages.map(value => document(text(value))),
        messages.map(value => invocation('1', value, { path: value })),
        messages.map(value => result('1', [text(value)])),
      ),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(canisters, fc.boolean(), async (history, withTools) => {
        const events = await collect({ canisters: history, tools: withTools ? tools : [] });
        const ends = events.filter(({ type }) => type === 'finish' || type === 'failure');
        assert.deepEqual(
          ends.map(({ type }) => type),
          ['finish'],
        );
        assert.equal(events.at(-1), ends[0]);
        assert.ok(events.length > 1);
      }),
      { numRuns: 100 },
    );
  }).timeout(60_000);

  async function answer(canisters: readonly Canister[], offered = tools): Promise<string> {
    const events = await collect({ canisters, tools: offered });
    assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' });
    return said(events);
  }

  async function calls(canisters: readonly Canister[], offered = tools) {
    const events = await collect({ canisters, tools: offered });
    assert.deepEqual(events.at(-1), { type: 'finish', reason: 'invocations' });
    return callsIn(events);
  }
});

/** Long runs on which a pattern that backtracks would never end. */
const hostile = [
  ' '.repeat(20_000),
  `read${' '.repeat(20_000)}x y`,
  ', '.repeat(10_000),
  '"`\'“'.repeat(4000),
  'and '.repeat(5000),
  `search for ${'x in y '.repeat(2000)}`,
  '/invoke a:b {'.repeat(1000),
  '?'.repeat(20_000),
].map(message => `${message}z`);

function collect(request: ModelRequest): Promise<readonly ModelEvent[]> {
  return Array.fromAsync(rehearsalModel.reply(request, new AbortController().signal));
}

function tool(name: string, properties: readonly string[], required: readonly string[]): ToolDefinition {
  const schema = Object.fromEntries(properties.map(property => [property, {}]));
  return { name, description: name, inputSchema: { type: 'object', properties: schema, required } };
}

const user = (message: string) => canisterOf('user', 'user', message);
const assistant = (message: string) => canisterOf('assistant', 'assistant', message);
const document = (content: Content) => canisterOf('document', 'document', content);

const ensembles: Readonly<Record<string, string>> = { roll: 'probability' };

function invocation(id: string, name: string, args: Record<string, string>): Canister {
  return { ...callOf(id, args), ensemble: ensembles[name] ?? 'workspace', name };
}

const result = (invocationId: string, content: readonly Content[]) => resultOf(invocationId, ...content);
