import assert from 'node:assert/strict';
import type { Canister } from '../../src/converser/words/canister/canister.ts';
import { nativizeRequest } from '../../src/dialects/anthropic-messages/nativize-request.ts';
import { nativizeRequest as toChat } from '../../src/dialects/openai-chat/nativize-request.ts';
import { complaintAbout } from '../fakes/anthropic-complaints.ts';
import { asRead, wireNames } from './as-read.ts';
import { callOf, canisterOf, resultOf } from './canister-of.ts';

const tool = { name: 'files__read_file', description: 'Reads.', inputSchema: { type: 'object' } } as const;
const user = (n: number) => canisterOf('user', `u${n}`, `Question ${n}?`);
const says = (n: number) => canisterOf('assistant', `a${n}`, `Answer ${n}.`);
const late = (n: number) => canisterOf('supervisor', `s${n}`, `Rule ${n}.`);
const round = (n: number) => [callOf(`c${n}`, { n }), resultOf(`c${n}`, `Seen ${n}.`)];
const start = [canisterOf('supervisor', 's', 'Be brief.'), user(1)];

/** Requests that go on, each with what was said since the last one. */
const courses: Readonly<Record<string, readonly (readonly Canister[])[]>> = {
  'after a question': [start, [says(1), user(2), late(1)], [says(2), user(3), late(2)]],
  'after the results of each round': [
    start,
    [...round(1), late(1)],
    [...round(2), late(2)],
    [says(1), user(2)],
  ],
  'before a question': [
    start,
    [says(1), late(1), user(2)],
    [...round(1)],
    [says(2), late(2), late(3), user(3)],
  ],
  'several at once': [start, [says(1), user(2), late(1), late(2)], [says(2), user(3)]],
  'after an answer, without a question': [start, [says(1), late(1)], [says(2), late(2)]],
  'in the first request': [
    [...start, late(1)],
    [says(1), user(2)],
  ],
};

function requestsOf(course: readonly (readonly Canister[])[]) {
  return course.map((_, at) => ({ canisters: course.slice(0, at + 1).flat(), tools: [tool] }));
}

describe('Instructions that come late', () => {
  for (const [place, course] of Object.entries(courses))
    for (const wire of wireNames)
      for (const isTaken of wire === 'Anthropic Messages' ? [false, true] : [false])
        it(`leave what came before as it was: ${place}, in ${wire}${isTaken ? ' that takes them' : ''}`, () => {
          const sent = requestsOf(course).map(request =>
            String(asRead(wire, request, { provider: 'p', late: isTaken })),
          );
          for (const [at, bytes] of sent.entries()) {
            const before = sent[at - 1] ?? '';
            assert.ok(bytes.startsWith(before), `${before}\nis not the beginning of\n${bytes}`);
            assert.deepEqual(bytes.match(/Rule \d/g), rulesIn(course, at));
          }
        });

  it('stay instructions on Anthropic’s wire only where it accepts them', () => {
    const roles = (canisters: readonly Canister[]) => {
      const how = { model: 'claude-opus-5', maxTokens: 9, late: true };
      const body = nativizeRequest({ canisters: [...start, ...canisters], tools: [tool] }, how);
      assert.equal(complaintAbout(body as unknown as Record<string, unknown>), undefined);
      return body.messages.map(({ role }) => role).join(' ');
    };
    assert.equal(roles([late(1)]), 'user system');
    assert.equal(
      roles([...round(1), late(1), says(1), user(2)]),
      'user assistant user system assistant user',
    );
    assert.equal(roles([late(1), late(2), says(1)]), 'user system assistant user');
    assert.equal(roles([late(1), user(2)]), 'user');
    assert.equal(roles([says(1), late(1)]), 'user assistant user');
    assert.equal(roles([says(1), late(1), user(2), late(2)]), 'user assistant user system');
  });

  it('begin no turn, so the thoughts of the current one are sent', () => {
    const thought = { dialect: 'openai-chat', passing: { reasoning_content: 'Hm.' } };
    const thinks = canisterOf('assistant', 'a', { type: 'opaque', provider: 'p', data: thought });
    const canisters = [...start, thinks, ...round(1), late(1)];
    const { messages } = toChat({ canisters, tools: [tool] }, { model: 'm', provider: 'p' });
    assert.match(JSON.stringify(messages[2]), /Hm\./);
    assert.deepEqual(messages.at(-1), {
      role: 'user',
      content: '<system-reminder>\nRule 1.\n</system-reminder>',
    });
  });
});

function rulesIn(course: readonly (readonly Canister[])[], at: number): readonly string[] | null {
  return JSON.stringify(course.slice(0, at + 1)).match(/Rule \d/g);
}
