import assert from 'node:assert/strict';
import {
  promptArguments,
  promptMeantBy,
  promptReference,
  usage,
  writeArguments,
  writtenPrompt,
} from '../../../../src/vscode/mcp/references/written-prompt.ts';

const rename = { name: 'rename it', arguments: [{ name: 'file name', required: true }, { name: 'tone' }] };
const greet = { name: 'greet', arguments: [{ name: 'name', required: true }, { name: 'tone' }] };

function read(message: string, declared: typeof rename) {
  const written = writtenPrompt(message);
  assert.ok(written, message);
  assert.equal(promptMeantBy(written.prompt, [declared]), declared, message);
  return promptArguments(written, declared);
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
    assert.throws(() => read('/s:rename%20it file name=a', rename), {
      code: 'bad-arguments',
      message: /\/s:rename%20it \{"file name": "…", "tone": "…"\}/,
    });
    assert.throws(() => read('/s:greet name=Ada Lovelace', greet), {
      code: 'bad-arguments',
      message: /\/s:greet name=… \[tone=…\].*quotes/,
    });
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
    assert.throws(() => read('/s:greet tone=kind', greet), {
      code: 'bad-arguments',
      message: /name=… \[tone=…\]/,
    });
    assert.throws(() => read('/s:greet name=Ada age=36', greet), { code: 'bad-arguments' });
    assert.throws(() => read('/s:greet {"name": ', greet), { code: 'bad-arguments' });
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
