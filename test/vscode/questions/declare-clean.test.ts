import assert from 'node:assert/strict';
import { createVouching } from '../../../src/converser/call/caution/caution.ts';
import { type Exposure, unexposed } from '../../../src/converser/words/labels/exposure.ts';
import type { Confirmation } from '../../../src/vscode/common/ask-user.ts';
import { declareClean } from '../../../src/vscode/questions/declare-clean.ts';
import { createFakeInvoker } from '../../fakes/fake-ensemble.ts';

const afterPage: Exposure = {
  ...unexposed,
  outside: new Map([['web:example.org', { text: 'https://example.org/ was read' }]]),
  secrets: new Map([['.env', { text: '.env was read' }]]),
};

function setUp({ exposure = afterPage, agrees = true, offered = true } = {}) {
  const questions: Confirmation[] = [];
  const said: string[] = [];
  const vouching = createVouching({ has: () => false });
  const conversation = { shown: { id: 'c', exposure }, isOffered: () => offered };
  const described = createFakeInvoker({ name: 'look', describedBy: 'server:x', invocable: () => '' });
  const declare = () =>
    declareClean({
      conversation,
      roster: { invokers: () => [described] },
      vouching,
      ask: {
        async confirm(question) {
          questions.push(question);
          conversation.shown = { id: 'another', exposure };
          return agrees;
        },
      },
      inform: message => said.push(message),
    });
  return { declare, questions, said, vouching };
}

describe('declaring a conversation clean', () => {
  it('says what it clears, asks once, and clears just that', async () => {
    const { declare, questions, vouching } = setUp();
    await declare();
    const lines = questions.flatMap(({ detail = '' }) =>
      detail.split('\n').filter(line => line.startsWith('•')),
    );
    assert.deepEqual(lines, [
      '• https://example.org/ was read',
      '• the MCP server x describes its tools to the model',
      '• .env was read (secret)',
    ]);
    assert.deepEqual([...vouching.cleared.of('c')], ['web:example.org', 'server:x', 'secret:.env']);
    assert.deepEqual([...vouching.cleared.of('another')], []);
  });

  it('clears nothing without a yes', async () => {
    const { declare, questions, vouching } = setUp({ agrees: false });
    await declare();
    assert.equal(questions.length, 1);
    assert.deepEqual([...vouching.cleared.of('c')], []);
  });

  it('tells of each clearing, so that what is shown follows', async () => {
    const { declare, vouching } = setUp();
    const heard: string[] = [];
    vouching.cleared.onDidClear(id => heard.push(id));
    await declare();
    assert.deepEqual(heard, ['c']);
  });

  it('only says so where there is nothing to clear', async () => {
    const clean = setUp({ exposure: unexposed, offered: false });
    await clean.declare();
    assert.equal(clean.questions.length, 0);
    assert.match(clean.said.join(), /is clean/);
    const again = setUp();
    again.vouching.cleared.clear('c', {
      ...afterPage,
      described: new Map([['server:x', { text: 'it describes' }]]),
    });
    await again.declare();
    assert.equal(again.questions.length, 0);
  });
});
