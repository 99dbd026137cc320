import assert from 'node:assert/strict';
import { cutDiff } from '../../../../src/converser/call/permission/cut-diff.ts';
import { previewCall } from '../../../../src/converser/call/permission/preview-call.ts';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import type { Invoker, Preview } from '../../../../src/converser/words/ensemble/invoker.ts';
import { createFakeInvoker } from '../../../fakes/fake-ensemble.ts';
import { createFakeApprover, createFakeClock } from '../../../fakes/fake-host.ts';
import { canisterMaker } from '../../../sidebar/canisters.ts';
import { callOf } from './call-of.ts';
import { createTestPermissions } from './test-permissions.ts';

type MakePreview = (signal: AbortSignal, args: JsonObject) => Promise<Preview | undefined>;

function setUp(preview: MakePreview, given: Partial<Invoker> = {}) {
  let made = 0;
  const clock = createFakeClock();
  const approver = createFakeApprover(['conversation', 'once']);
  const permissions = createTestPermissions({ approver, clock });
  const invoker = createFakeInvoker({
    name: 'write',
    annotations: { readOnly: false },
    invocable: () => 'unused',
    review: args => ({
      preview: signal => {
        made++;
        return preview(signal, args);
      },
    }),
    ...given,
  });
  const call = callOf(invoker, { args: { path: 'a.txt' } });
  const stop = new AbortController();
  const decide = () => permissions.decide(call, stop.signal);
  return { clock, approver, stop, decide, made: () => made, shown: () => approver.asked.at(-1)?.preview };
}

const change: Preview = { title: 'Overwrite a.txt?', diff: '-old\n+new', basis: 'b' };

const yes = { allowed: true, because: 'you allowed fake:write in this conversation' };

describe('The preview of a call', () => {
  it('comes with the question, and its basis with the yes', async () => {
    const { decide, shown } = setUp(async (_, args) => ({ ...change, title: `Overwrite ${args.path}?` }));
    assert.deepEqual(await decide(), { ...yes, previewBasis: 'b' });
    assert.deepEqual(shown(), change);
  });

  it('is made only when the user is asked', async () => {
    const { decide, made, approver } = setUp(async () => change);
    await decide();
    assert.deepEqual(await decide(), yes, 'the first answer was for the conversation');
    assert.equal(approver.asked.length, 1);
    assert.equal(made(), 1);
    const reading = setUp(async () => change, { annotations: { readOnly: true } });
    const because = 'it only reads and comes with Converser';
    assert.deepEqual(await reading.decide(), { allowed: true, because });
    assert.equal(reading.made(), 0);
  });

  it('runs nothing of a tool that came with the folder', async () => {
    const { decide, made, approver } = setUp(async () => change, { origin: 'workspace' });
    assert.deepEqual(await decide(), yes);
    assert.equal(approver.asked.length, 1);
    assert.equal(made(), 0);
  });

  it('is made of a tool that only its descriptor describes, though that came with the folder', async () => {
    const { decide, shown } = setUp(async () => change, { origin: 'workspace', isDescribed: true });
    assert.deepEqual(await decide(), { ...yes, previewBasis: 'b' });
    assert.deepEqual(shown(), change);
  });

  for (const [what, preview] of Object.entries<MakePreview>({
    rejects: () => Promise.reject(new Error('no such file')),
    throws: () => {
      throw new Error('no such file');
    },
    'has nothing to say': async () => undefined,
    'has no title': async () => ({ title: ' \n' }),
    'returns something else': async () => ({ title: 7 }) as unknown as Preview,
  })) {
    it(`is left out when the tool ${what}`, async () => {
      const { decide, shown, approver } = setUp(preview);
      assert.deepEqual(await decide(), yes);
      assert.equal(approver.asked.length, 1);
      assert.equal(shown(), undefined);
    });
  }

  it('is left out when it takes too long, and its work is stopped', async () => {
    const signals: AbortSignal[] = [];
    const { decide, shown, clock } = setUp(signal => {
      signals.push(signal);
      return new Promise(() => {});
    });
    const decision = decide();
    await clock.untilWaiting(1_000);
    await clock.advance(1_000);
    assert.deepEqual(await decision, yes);
    assert.equal(shown(), undefined);
    assert.equal(signals[0]?.aborted, true);
    assert.equal(clock.pending, 0);
  });

  it('hears of no stop that comes once it is made, and leaves nothing behind at the signal', async () => {
    const signals: AbortSignal[] = [];
    const { decide, stop, clock } = setUp(async signal => {
      signals.push(signal);
      return change;
    });
    await decide();
    stop.abort();
    assert.equal(signals[0]?.aborted, false);
    assert.equal(clock.pending, 0);
  });

  it('does not outlive the stop of the turn', async () => {
    const { decide, stop, clock } = setUp(() => new Promise(() => {}));
    const decision = decide();
    await clock.untilWaiting(1_000);
    stop.abort();
    assert.equal((await decision).allowed, false);
  });

  it('has nothing invisible in it, and one line for its title', async () => {
    const [title, diff] = ['Create a\u202etxt.js\nAllowed already?', '+\tone\u200b\r\n+\u{e0041}👩‍👧'];
    const { decide, shown } = setUp(async () => ({ title, diff }));
    await decide();
    assert.deepEqual(shown(), {
      title: 'Create a\\u202etxt.js\\u000aAllowed already?',
      diff: '+\tone\\u200b\\u000d\n+\\udb40\\udc41👩‍👧',
    });
  });

  it('is cut in lines and characters, and says how much is missing', async () => {
    const many = setUp(async () => ({ title: 't', diff: Array(1_400).fill('+x').join('\n') }));
    await many.decide();
    const lines = many.shown()?.diff?.split('\n') ?? [];
    assert.equal(lines.length, 201);
    assert.equal(lines.at(-1), '… 1,200 more lines');

    const smileys = Array.from({ length: 200 }, () => `+${'😀'.repeat(999)}`).join('\n');
    const long = setUp(async () => ({ title: 'x'.repeat(9_999), diff: smileys }));
    await long.decide();
    const { title = '', diff = '' } = long.shown() ?? {};
    assert.ok(title.length < 450 && diff.length < 45_000, `${title.length} and ${diff.length}`);
    assert.ok(/^\+(😀)+ … 1,500 more characters\n/u.test(diff), diff.slice(0, 600));
    assert.match(diff, /\n… \d+ more lines$/);
  });

  it('is what the call says in words, where a tool of Converser has no more to show', async () => {
    const invoker = createFakeInvoker({ name: 'read', invocable: () => 'unused' });
    const invocation = canisterMaker().invocation('call-1', 'workspace:read_file', { path: 'a\u202e.env' });
    const options = { clock: createFakeClock(), signal: new AbortController().signal };
    const shown = (origin: Invoker['origin']) => {
      const call = { conversationId: 'c', invoker: { ...invoker, origin }, invocation };
      return previewCall({ call, review: {} }, options);
    };
    assert.deepEqual(await shown('shipped'), { preview: { title: 'Read a\\u202e.env?' } });
    assert.deepEqual(await shown('user'), {});
  });

  it('can be cut again for a smaller place', () => {
    assert.equal(cutDiff('+a\n+b\n… 1,200 more lines', 1), '+a\n… 1,201 more lines');
    assert.equal(cutDiff('+a\n+b', 2), '+a\n+b');
    assert.equal(cutDiff('+a\n+b\n+c', 2), '+a\n+b\n… 1 more line');
  });
});
