import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import type { FakeHost } from '../../fakes/fake-host.ts';
import { invokes, says } from '../../fakes/scripted-model.ts';
import { type Scenario, using } from '../scenario.ts';

/** Never ends, whatever its signal says; time passes while it runs. */
function stubborn(host: FakeHost, ms: number) {
  return () => {
    void host.clock.advance(ms);
    return new Promise<never>(() => {});
  };
}

function failing(times: number, host: FakeHost) {
  let left = times;
  return () => {
    if (left-- <= 0) return 'there it is';
    // The waiting before the next attempt begins after this call has ended.
    setImmediate(() => void host.clock.advance(1_000));
    throw new Error(`not there yet, ${left} to go`);
  };
}

async function* hangs(signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
  yield { type: 'text-delta', text: 'Once upon a' };
  await new Promise(resolve => signal.addEventListener('abort', resolve));
}

export const endings: readonly Scenario[] = [
  {
    name: 'time-out',
    shows: 'A tool that takes longer than its limit is stopped, and nobody waits for it.',
    setup: {
      ensembles: host => [
        createFakeEnsemble('web', {
          fetch: { limits: { timeLimit: 30_000 }, invocable: stubborn(host, 30_000) },
        }),
      ],
    },
    prompts: ['Fetch it.'],
    scripts: [invokes(['web__fetch', {}]), says('It takes too long.')],
  },
  {
    name: 'tool-retried',
    shows: 'A failed call of an idempotent tool is made again after a while; others are not.',
    setup: {
      ensembles: host => [
        createFakeEnsemble('web', {
          fetch: {
            annotations: { readOnly: true, idempotent: true, openWorld: false },
            limits: { maxRetries: 3 },
            invocable: failing(2, host),
          },
          order: { limits: { maxRetries: 3 }, invocable: failing(1, host) },
        }),
      ],
    },
    prompts: ['Fetch it, then order it.'],
    scripts: [invokes(['web__fetch', {}]), invokes(['web__order', {}]), says('Fetched, not ordered.')],
  },
  {
    name: 'abort-on-failure',
    shows:
      'Where the descriptor says on_failure = "abort", a failure ends the turn: the others are stopped, the person is warned, and as nothing was changed, nothing is kept.',
    setup: using('deploy', {
      check: { onFailure: 'abort', invocable: () => Promise.reject(new Error('the tests are red')) },
      wait: () => new Promise<never>(() => {}),
    }),
    prompts: ['Deploy.'],
    scripts: [invokes(['deploy__wait', {}], ['deploy__check', {}])],
  },
  {
    name: 'abort-after-a-write',
    shows:
      'A turn that a tool ends stays with its marker if something was changed in it: what was done is not forgotten.',
    setup: using('deploy', {
      upload: {
        annotations: { readOnly: false, openWorld: false },
        permission: 'allow',
        invocable: () => 'uploaded',
      },
      check: { onFailure: 'abort', invocable: () => Promise.reject(new Error('the page is blank')) },
    }),
    prompts: ['Deploy.', 'What did you do?'],
    scripts: [invokes(['deploy__upload', {}]), invokes(['deploy__check', {}]), says('I uploaded it.')],
  },
  {
    name: 'refused-in-the-middle',
    shows:
      'A reply that the model breaks off by refusing is kept for people, and neither it nor its question is sent again.',
    prompts: ['Tell me a secret.', 'Hello?'],
    scripts: [
      [
        { type: 'text-delta', text: 'The secret is' },
        { type: 'finish', reason: 'refusal' },
      ],
      says('Hello.'),
    ],
  },
  {
    name: 'stopped-in-a-tool',
    shows:
      'Stop reaches the running tools at once, also those that do not heed it; the model knows of the calls.',
    setup: using('web', {
      fetch: (_args, { progress }) => {
        progress('fetching');
        return new Promise<never>(() => {});
      },
    }),
    prompts: ['Fetch two pages.', 'Hello again?'],
    scripts: [
      invokes(['web__fetch', { page: 1 }], ['web__fetch', { page: 2 }]),
      says('Hello! Shall I fetch them again?'),
    ],
    stopsAt: event => event.type === 'invocation-progress' && event.invocationId === 'call-2',
  },
  {
    name: 'stopped-in-the-answer',
    shows: 'Stop reaches the model while it speaks.',
    prompts: ['Tell me a story.'],
    scripts: [(_request, signal) => hangs(signal)],
    stopsAt: event => event.type === 'text-delta',
  },
  {
    name: 'failing-model',
    shows:
      'When the model fails in the middle of a turn, its completed rounds stay, and how its answer began.',
    setup: { ensembles: [createFakeEnsemble('files', { read: () => 'Alpha.' })] },
    prompts: ['Hello?', 'Read a.txt.', 'Are you still there?'],
    scripts: [
      says('Hello.'),
      invokes(['files__read', {}]),
      [
        { type: 'text-delta', text: 'It sa' },
        {
          type: 'failure',
          error: { code: 'model-unreachable', message: 'The model cannot be reached.', retryable: true },
        },
      ],
      says('I am.'),
    ],
  },
  {
    name: 'round-limit',
    shows:
      'A model that comes to no answer within the limit of rounds is stopped there, and goes on from there when it is asked to.',
    setup: {
      limits: { rounds: 3 },
      ensembles: [createFakeEnsemble('files', { read: { deduplication: 'none', invocable: () => 'more' } })],
    },
    prompts: ['Read on and on.', 'Continue.'],
    scripts: [...[1, 2, 3].map(page => invokes(['files__read', { page }])), says('I have read three pages.')],
  },
  {
    name: 'same-call-again',
    shows:
      'A model that makes the same call again and again is told of it from the third time on, and after the fifth you decide whether it goes on. A call that brings something else begins anew.',
    setup: using('jobs', {
      status: {
        deduplication: 'none',
        invocable: ({ job }, { namespace }) => {
          if (job === 1) return 'running';
          const steps = Number(namespace.get('steps') ?? 0) + 1;
          namespace.set('steps', steps);
          return `step ${steps}`;
        },
      },
    }),
    prompts: ['Wait for both jobs.', 'Continue.'],
    scripts: [
      ...Array.from({ length: 5 }, () => invokes(['jobs__status', { job: 1 }], ['jobs__status', { job: 2 }])),
      says('The first job is stuck.'),
    ],
  },
];
