import assert from 'node:assert/strict';
import { readCommandLine } from '../../../src/terminal/command-line/options.ts';

const read = (...args: readonly string[]) => readCommandLine([...args, 'hi']);
const optionsOf = (...args: readonly string[]) => {
  const line = read(...args);
  assert.equal(line.kind, 'converse', JSON.stringify(line));
  return line.options;
};
const mistake = (...args: readonly string[]) => {
  const line = read(...args);
  return line.kind === 'wrong' ? line.message : '';
};

describe('options of the model on a command line', () => {
  it('are JSON or text, and fields of the body by their names', () => {
    const written = ['temperature=0.2', 'stop=["END"]', 'serviceTier=flex', 'body.top_k=5', 'body.user=a=b'];
    const options = written.flatMap(each => ['--option', each]);
    assert.deepEqual(optionsOf('--effort', 'high', ...options).settings.modelOptions, {
      '*': {
        effort: 'high',
        temperature: 0.2,
        stop: ['END'],
        serviceTier: 'flex',
        body: { top_k: 5, user: 'a=b' },
      },
    });
    assert.deepEqual(optionsOf().settings.modelOptions, {});
    assert.deepEqual(
      [optionsOf('--effort', 'high').wanted, optionsOf().wanted],
      [{ effort: 'high' }, undefined],
    );
  });

  it('come before those of your settings', () => {
    const set = ['--set', 'modelOptions={"ollama/*": {"effort": "low"}}'];
    assert.deepEqual(Object.keys(optionsOf(...set).settings.modelOptions), ['ollama/*']);
    const file = new Map([
      ['modelOptions', { value: { '*': { seed: 1, temperature: 1 }, 'a/*': { seed: 2 } }, place: 'file' }],
    ] as const);
    const line = readCommandLine(['--option', 'temperature=0', 'hi'], { file, readText: () => undefined });
    assert.equal(line.kind, 'converse');
    assert.deepEqual(Object.entries(line.options.settings.modelOptions), [
      ['a/*', { seed: 2 }],
      ['*', { seed: 1, temperature: 0 }],
    ]);
  });

  it('are refused with what is right', () => {
    assert.match(mistake('--effort', 'much'), /^--effort must be one of none, .*max, not "much"/);
    assert.match(mistake('--option', 'temperature'), /temperature must be a number from 0 to 2, not ""/);
    assert.match(mistake('--option', 'heat=1'), /Unknown option "heat"\. Options: /);
  });
});
