import assert from 'node:assert/strict';
import { textOf } from '../../src/converser/words/canister/content.ts';
import { historyAsText } from '../../src/dialects/history-as-text.ts';
import { callOf, resultOf } from './canister-of.ts';

describe('calls and results as text', () => {
  it('name the call, its arguments and its failure, even if the result has no content', () => {
    const failure = { kind: 'timeout', message: 'No answer.' } as const;
    const call = { ...callOf('c', { path: 'a' }), name: 'read' };
    const told = historyAsText([call, { ...resultOf('c'), failure }]);
    assert.deepEqual(
      told.map(({ role, content }) => [role, textOf(content)]),
      [
        ['assistant', '[Called files__read with {"path":"a"}]'],
        ['user', '[Result of files__read:]\nTimed out: No answer.'],
      ],
    );
  });
});
