import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { workspaceTools } from '../../../src/ensembles/workspace/workspace-tools.ts';
import { sentenceOf } from '../../../src/sidebar/transcript/call-sentence-view.ts';
import type { InvocationStatus } from '../../../src/sidebar/turns/turn-view.ts';
import { createMemoryWorkspace } from '../../fakes/memory-workspace.ts';
import { canisterMaker } from '../canisters.ts';

const make = canisterMaker();

function said(tool: string, args: JsonObject, { status = 'done', screen = '' }: Shown = {}) {
  const canister = make.invocation('call', tool, args);
  const result = make.result('call', '', { screen });
  return sentenceOf({ kind: 'invocation', key: 'call', canister, status, result });
}

interface Shown {
  readonly status?: InvocationStatus;
  readonly screen?: string;
}

describe('what a call does, in words', () => {
  it('is a verb and a file that it links to, whatever order the model wrote the arguments in', () => {
    const [readme, hello] = ['README.md', 'src/hello.ts'];
    const read = { verb: 'Read', object: readme, href: readme };
    assert.deepEqual(said('workspace:read_file', { path: readme }), read);
    const screen = 'Edited [src/hello.ts](<file:///w/src/hello.ts>) +1,042 −3\n\n```diff\n+x +1 −1\n```';
    const edited = { verb: 'Edited', object: hello, href: hello, outcome: '+1,042 −3' };
    assert.deepEqual(said('workspace:edit_file', { pieces: [], path: hello }, { screen }), edited);
    assert.equal(said('workspace:move_file', { path: 'a', new_path: 'b' })?.object, 'a to b');
    assert.equal(said('workspace:list_directory', {})?.object, 'the workspace');
    assert.equal(said('workspace:search_text', { query: 'x', path: 'src' })?.object, '“x” in src');
  });

  it('is the command line that was run, and the address that was fetched', () => {
    const run = (args: JsonObject) => said('shell:run_command', args);
    const ran = { verb: 'Ran', object: 'npm test -- a b' };
    assert.deepEqual(run({ program: 'npm', args: ['test', '--', 'a b'] }), ran);
    assert.equal(run({ program: 'ls' })?.object, 'ls');
    assert.equal(run({ line: 'ls | wc' })?.object, 'ls | wc');
    for (const odd of [{}, { program: 1 }, { program: 'ls', args: 'x' }, { line: '' }])
      assert.equal(run(odd), undefined);
    const page = { url: 'https://example.org/a' };
    assert.equal(said('web:fetch_page', page, { status: 'running' })?.verb, 'Fetching');
    assert.equal(said('web:fetch_page', page)?.object, page.url);
    const asked = { verb: 'Asked about', object: page.url };
    assert.deepEqual(said('web:fetch_page', { ...page, question: 'Is it free?', answer: 'boolean' }), asked);
  });

  it('is the model that was asked', () => {
    const question = { question: 'Why?' };
    const asked = said('models:ask_model', { ...question, model: 'ollama/qwen3:4b' });
    assert.deepEqual(asked, { verb: 'Asked', object: 'ollama/qwen3:4b' });
    assert.equal(said('models:ask_model', question, { status: 'running' })?.verb, 'Asking');
    assert.equal(said('models:ask_model', question)?.object, 'another model');
  });

  it('says only what was done that it was done', () => {
    const verb = (status: InvocationStatus) => said('workspace:write_file', { path: 'a' }, { status })?.verb;
    assert.deepEqual([verb('running'), verb('done'), verb('repeated')], ['Writing', 'Wrote', 'Wrote']);
    for (const status of ['waiting', 'behind', 'failed', 'denied', 'cancelled'] as const)
      assert.equal(verb(status), 'Write', status);
    const screen = 'Created [a](<file:///a>) +2 −0\n';
    const failed = said('workspace:write_file', { path: 'a' }, { status: 'failed', screen });
    assert.equal(failed?.outcome, undefined);
  });

  it('has a verb for every tool of the workspace, whatever has become of the call', () => {
    const args = { path: 'a', new_path: 'b', glob: '*', query: 'x' };
    for (const { name } of workspaceTools(createMemoryWorkspace())) {
      const verb = (status: InvocationStatus) => said(`workspace:${name}`, args, { status })?.verb ?? '';
      assert.match(verb('running'), /^[A-Z][a-z]+ing\b/, name);
      for (const status of ['waiting', 'done', 'failed'] as const)
        assert.match(verb(status), /^[A-Z][a-z]+\b(?<!ing)/, name);
    }
  });

  it('has a verb for every summary', () => {
    for (const [name, args, object] of [
      ['file', { path: 'a.md' }, 'a.md'],
      ['folder', { path: 'docs' }, 'docs'],
      ['folder', {}, 'the workspace'],
      ['conversation', {}, 'the conversation'],
    ] as const) {
      const { verb, object: shown } = said(`summarization:summarize_${name}`, args, { status: 'done' }) ?? {};
      assert.deepEqual([verb, shown], ['Summarized', object]);
    }
    assert.equal(said('summarization:summarize_file', { path: 'a.md' }, { status: 'done' })?.href, 'a.md');
  });

  it('links to the lines that were read, and to a path with signs in it that mean something in an address', () => {
    const { href } = said('workspace:read_file', { path: 'a #1/50%.md', start_line: 3, end_line: 9 }) ?? {};
    assert.equal(href, 'a%20%231/50%25.md#L3-L9');
    assert.equal(said('workspace:read_file', { path: '\ud800' })?.href, encodeURIComponent('\ufffd'));
  });

  it('hides nothing, and has no words for tools that are not Converser’s or have no such arguments', () => {
    assert.equal(said('workspace:read_file', { path: 'a\u202eb\nc' })?.object, 'a\\u202eb\\u000ac');
    for (const [tool, args] of [
      ['other:read_file', { path: 'a' }],
      ['read_file', { path: 'a' }],
      ['workspace:toString', { path: 'a' }],
      ['workspace:read_file', {}],
      ['workspace:read_file', { path: ['a'] }],
      ['workspace:move_file', { path: 'a' }],
      ['workspace:search_text', { query: ' ' }],
    ] as const)
      assert.equal(said(tool, args), undefined, `${tool} ${JSON.stringify(args)}`);
  });
});
