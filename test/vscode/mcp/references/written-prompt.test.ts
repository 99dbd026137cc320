import assert from 'node:assert/strict';
import {
  promptArguments,
  promptMeantBy,
  promptReference,
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
