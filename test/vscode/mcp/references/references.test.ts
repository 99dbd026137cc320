import assert from 'node:assert/strict';
import type { CompleteRequestParams } from '@modelcontextprotocol/client';
import { createEnsembleRoster } from '../../../../src/converser/words/ensemble/ensemble-roster.ts';
import { meantBy, resourceReference } from '../../../../src/ensembles/mcp/references/resource-reference.ts';
import {
  promptArguments,
  promptMeantBy,
  promptReference,
  usage,
  writeArguments,
  writtenPrompt,
} from '../../../../src/ensembles/mcp/references/written-prompt.ts';
import { completions } from '../../../../src/vscode/mcp/references/completions.ts';
import { createFakeMcpEnsemble } from '../../../fakes/fake-mcp-ensemble.ts';

const rename = { name: 'rename it', arguments: [{ name: 'file name', required: true }, { name: 'tone' }] };
const greet = { name: 'greet', arguments: [{ name: 'name', required: true }, { name: 'tone' }] };

function read(message: string, declared: typeof rename) {
  const written = writtenPrompt(message);
  assert.ok(written, message);
  assert.equal(promptMeantBy(written.prompt, [declared]), declared, message);
  return promptArguments(written, declared);
}

function refuses(message: string, declared: typeof rename, told = /./): void {
  assert.throws(() => read(message, declared), { code: 'bad-arguments', message: told });
}

describe('a prompt of a server whose names have spaces', () => {
  it('is read again as it was written, whatever it and its arguments are called', () => {
    for (const name of ['file name', 'a=b', 'say "so"', '{', 'tone', '']) {
      for (const prompt of ['rename it', 'one\u00a0two', 'tab\there', 'plain', '50%20']) {
        const declared = { name: prompt, arguments: [{ name, required: true }] };
        for (const value of ['a', 'two words', '"', `${name}=a`, '{']) {
          const message = `${promptReference('s', prompt)} ${writeArguments({ [name]: value })}`;
          assert.deepEqual(read(message, declared), { [name]: value }, message);
        }
      }
    }
  });

  it('is one word in a message, with its spaces as in an address', () => {
    assert.equal(promptReference('s', 'rename it'), '/s:rename%20it');
    assert.equal(writeArguments({ 'file name': 'a', tone: 'kind' }), '{"file name":"a","tone":"kind"}');
    assert.deepEqual(read('/s:rename%20it of the year', rename), { 'file name': 'of the year' });
  });

  it('says how it is written rather than take a name for a part of what is meant', () => {
    refuses('/s:rename%20it file name=a', rename, /\/s:rename%20it \{"file name": "…", "tone": "…"\}/);
    refuses('/s:greet name=Ada Lovelace', greet, /\/s:greet name=… \[tone=…\].*quotes/);
    assert.deepEqual(read('/s:greet name, please', greet), { name: 'name, please' });
  });
});

describe('a prompt of an MCP server in a message', () => {
  it('takes pairs, JSON, and the plain text where one argument is needed', () => {
    assert.deepEqual(read('/s:greet name=Ada tone="very kind"', greet), { name: 'Ada', tone: 'very kind' });
    assert.deepEqual(read('/s:greet {"name": "Ada", "tone": 3}', greet), { name: 'Ada', tone: '3' });
    assert.deepEqual(read('/s:greet Ada Lovelace, of course', greet), { name: 'Ada Lovelace, of course' });
  });

  it('says what is expected if something is missing or unknown', () => {
    refuses('/s:greet tone=kind', greet, /name=… \[tone=…\]/);
    refuses('/s:greet name=Ada age=36', greet);
    refuses('/s:greet {"name": ', greet);
    assert.equal(usage(greet.arguments), 'name=… [tone=…]');
  });

  it('is read again as it was written', () => {
    const args = { name: 'Ada "the first"\nof all', tone: 'kind' };
    assert.deepEqual(read(`/s:greet ${writeArguments(args)}`, greet), args);
  });

  it('is not confused with a path or another command', () => {
    for (const message of ['/invoke a:b {}', 'see /s:greet', '/usr/bin', '/S:greet', 's:greet'])
      assert.equal(writtenPrompt(message), undefined, message);
  });
});

describe('a resource of a server in a message', () => {
  it('is one word, whatever its address is, and means that address', () => {
    for (const uri of ['file:///a/b.md', 'note:///My Notes/to do.md', 'note:///a%20b', 'x:tab\there']) {
      const reference = resourceReference('notes', uri);
      const [, written = ''] = /^@notes:(\S+)$/.exec(reference) ?? [];
      assert.ok(meantBy(written).includes(uri), `${reference} should mean ${uri}`);
    }
  });

  it('means the written address first, then the one without punctuation', () => {
    assert.deepEqual(meantBy('note://a%20b).'), [
      'note://a%20b).',
      'note://a%20b',
      'note://a b).',
      'note://a b',
    ]);
    assert.deepEqual(meantBy('note://a'), ['note://a']);
    assert.deepEqual(meantBy('...'), ['...']);
  });
});

const prompts = [
  { name: 'team', arguments: [{ name: 'department' }, { name: 'name' }] },
  { name: 'my prompt', arguments: [{ name: 'file name' }, { name: 'tone' }] },
];

async function createAsking() {
  const asked: CompleteRequestParams[] = [];
  const server = createFakeMcpEnsemble('s', {
    library: {
      prompts: async () => prompts,
      complete: async params => {
        asked.push(params);
        return { values: ['Ada', 'Bob the Builder'] };
      },
    },
  });
  const roster = createEnsembleRoster();
  await roster.set(server);
  const inserts = async (before: string) => {
    const { items } = await completions(before, { roster }, new AbortController().signal);
    return items.map(({ insert }) => insert);
  };
  return { asked, inserts };
}

describe('what is proposed in a message for the arguments of a prompt', () => {
  it('may depend on earlier arguments, which the server gets', async () => {
    const { asked, inserts } = await createAsking();
    assert.deepEqual(await inserts('/s:team department="Human Resources" name=A'), [
      'name=Ada ',
      'name="Bob the Builder" ',
    ]);
    assert.deepEqual(asked, [
      {
        ref: { type: 'ref/prompt', name: 'team' },
        argument: { name: 'name', value: 'A' },
        context: { arguments: { department: 'Human Resources' } },
      },
    ]);
    await inserts('/s:team name=');
    assert.deepEqual(asked.at(-1)?.context, { arguments: {} });
  });

  it('is a name that is still missing, and nothing inside quotes or other text', async () => {
    const { asked, inserts } = await createAsking();
    assert.deepEqual(await inserts('/s:team '), ['department=', 'name=']);
    assert.deepEqual(await inserts('/s:team name="a department=b" '), ['department=']);
    assert.deepEqual(await inserts('/s:team department="all of them n'), []);
    assert.deepEqual(await inserts('/s:team department="all name=A'), []);
    assert.deepEqual(await inserts('/s:team tell of n'), []);
    assert.deepEqual(asked, []);
  });

  it('names a prompt as one word, and no argument that cannot stand before its value', async () => {
    const { inserts } = await createAsking();
    assert.deepEqual(await inserts('/s:my'), ['/s:my%20prompt ']);
    assert.deepEqual(await inserts('/s:my%20prompt '), ['tone=']);
    assert.deepEqual(await inserts('/s:my%20prompt tone='), ['tone=Ada ', 'tone="Bob the Builder" ']);
  });
});
