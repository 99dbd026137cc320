import assert from 'node:assert/strict';
import { type Canister, ordinaryMarks } from '../../src/converser/words/canister/canister.ts';
import { textOf } from '../../src/converser/words/canister/content.ts';
import { historyAsText } from '../../src/dialects/history-as-text.ts';

const common = { timestamp: '2026-01-01T00:00:00.000Z', marks: ordinaryMarks, content: [] };

describe('calls and results as text', () => {
  it('name the call, its arguments and its failure, even if the result has no content', () => {
    const failure = { kind: 'timeout', message: 'No answer.' } as const;
    const call: Canister = {
      ...common,
      id: 'c',
      role: 'invocation',
      ensemble: 'files',
      name: 'read',
      arguments: { path: 'a' },
    };
    const told = historyAsText([call, { ...common, id: 'r', role: 'result', invocationId: 'c', failure }]);
    assert.deepEqual(
      told.map(({ role, content }) => [role, textOf(content)]),
      [
        ['assistant', '[Called files__read with {"path":"a"}]'],
        ['user', '[Result of files__read:]\nTimed out: No answer.'],
      ],
    );
  });
});
