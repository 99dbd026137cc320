import assert from 'node:assert/strict';
import { checkArguments } from '../../../src/converser/call/arguments/check-arguments.ts';
import { repairArguments } from '../../../src/converser/call/arguments/repair-arguments.ts';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import { isReply } from '../../../src/converser/words/ensemble/invoker.ts';
import { planTool } from '../../../src/ensembles/dialogue/plan.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import { toolContext } from '../tool-context.ts';

const tool = planTool();
const make = canisterMaker();

describe('dialogue:plan', () => {
  it('shows the steps with their states, and says how many are done', async () => {
    const steps = [
      { text: 'Read  the\ncode', state: 'done' },
      { text: 'Write', state: 'in_progress' },
      { text: 'Land' },
      { text: 'Rest', state: 'dropped' },
    ];
    assert.equal(
      await call({ steps }),
      '1 of 3 done.\n1. [x] Read the code\n2. [>] Write\n3. [ ] Land\n4. [-] Rest',
    );
  });

  it('hints at more than one step in progress, and does not refuse it', async () => {
    const shown = await call({ steps: ['a', 'b'].map(text => ({ text, state: 'in_progress' })) });
    assert.match(shown, /2\. \[>\] b/);
    assert.match(shown, /one at a time/);
  });

  it('updates single steps of the plan that the conversation has', async () => {
    const history = past(await call({ steps: [{ text: 'a' }, { text: 'b' }] }));
    const updates = [
      { number: 1, state: 'done' },
      { number: 2, state: 'in_progress', text: 'B' },
    ];
    assert.equal(await call({ updates }, history), '1 of 2 done.\n1. [x] a\n2. [>] B');
    assert.equal(await call({}, history), '0 of 2 done.\n1. [ ] a\n2. [ ] b');
    const third = { updates: [{ number: 3, state: 'done' }] };
    await assert.rejects(call(third, history), /no step 3, only 1 to 2/);
    await assert.rejects(call(third), /Send all steps/);
  });

  it('updates what an earlier call of the same round has left, and nothing that was undone since', async () => {
    const namespace = new Map<string, unknown>();
    await call({ steps: [{ text: 'a' }] }, [], namespace);
    assert.match(await call({ updates: [{ number: 1, state: 'done' }] }, [], namespace), /1\. \[x\] a/);
    const undone = past('1 of 1 done.\n1. [x] a').map(canister => ({
      ...canister,
      marks: { active: false, pinned: false },
    }));
    assert.equal(await call({}, undone, namespace), 'The plan is empty.');
  });

  it('is removed by an empty list', async () => {
    assert.equal(await call({ steps: [] }, past('0 of 1 done.\n1. [ ] a')), 'The plan is empty.');
  });

  it('takes what models have learnt elsewhere', async () => {
    const wanted = '1 of 2 done.\n1. [x] Read\n2. [>] Write';
    const states = Object.entries({ Read: 'completed', Write: 'in_progress' });
    const odd = Object.entries({ Read: 'Done', Write: 'In Progress' });
    const learnt: readonly JsonObject[] = [
      {
        todos: [
          { content: 'Read', status: 'completed', activeForm: 'Reading', id: '1', priority: 'high' },
          { content: 'Write', status: 'in_progress', activeForm: 'Writing' },
        ],
      },
      { explanation: 'So it is.', plan: states.map(([step, status]) => ({ step, status })) },
      {
        operation: 'write',
        todoList: [
          { id: 1, title: 'Read', description: 'all of it', status: 'completed' },
          { id: 2, title: 'Write', description: '', status: 'in-progress' },
        ],
      },
      { merge: false, todos: odd.map(([description, status]) => ({ description, status })) },
      { todos: '[x] Read\n[-] Write' },
      { todos: '- [X] Read\n- [>] Write\n' },
      { todos: JSON.stringify(states.map(([content, status]) => ({ content, status }))) },
    ];
    for (const args of learnt) assert.equal(await call(args), wanted, JSON.stringify(args));
    const before = past(wanted);
    assert.equal(await call({ operation: 'read' }, before), wanted);
    assert.equal(await call({ todos: ['Read', 'Write'] }), '0 of 2 done.\n1. [ ] Read\n2. [ ] Write');
    assert.match(await call({ updates: [{ step: 1, status: 'canceled' }] }, before), /1\. \[-\] Read/);
  });

  it('refuses what it can’t read, and what is too much', async () => {
    const refused: readonly JsonObject[] = [
      { merge: true, todos: [{ id: 'b', status: 'completed' }] },
      { todos: 'Read, then write' },
      { steps: [{ text: 'a', state: 'blocked' }] },
      { steps: [{ text: 'a', state: 'constructor' }] },
      { steps: [{ text: '  ' }] },
      { steps: [{ text: 'a'.repeat(501) }] },
      { steps: Array.from({ length: 51 }, () => ({ text: 'a' })) },
      { steps: [null, 1, []] },
      { steps: { text: 'a' } },
      { updates: [{ number: 0, state: 'done' }] },
    ];
    for (const args of refused) await assert.rejects(call(args), /refused/, JSON.stringify(args));
  });
});

/** As a model's call comes to the tool. */
async function call(
  written: JsonObject,
  history: readonly Canister[] = [],
  namespace = new Map<string, unknown>(),
): Promise<string> {
  const repaired = repairArguments(JSON.stringify(written), tool.arguments, tool.adapt);
  assert.equal(repaired.kind, 'arguments');
  const args = repaired.kind === 'arguments' ? repaired.arguments : {};
  const checked = await checkArguments(args, tool.arguments);
  if (!checked.valid) throw new Error(`refused: ${checked.complaint}`);
  const context = toolContext('dialogue:plan', { namespace, history: () => history });
  const returned = await tool.invocable(args, context);
  assert.ok(isReply(returned));
  return textOf(returned.content);
}

function past(result: string): readonly Canister[] {
  return [make.user('u', 'Go'), make.invocation('p', 'dialogue:plan', {}), make.result('p', result)];
}
