import { reply } from '../../../src/converser/words/ensemble/invoker.ts';
import { linesExcerpt, showLines } from '../../../src/ensembles/workspace/edit/show-lines.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { invokes, says } from '../../fakes/scripted-model.ts';
import type { Scenario } from '../scenario.ts';

const poem = Array.from({ length: 6 }, (_, at) =>
  [`Line ${at + 1} of a poem`, ...Array.from({ length: 8 }, () => 'that goes on')].join(' '),
);

/** A file of which lines can be read, as the real tool reads them. */
const reader = createFakeEnsemble('files', {
  read: {
    deduplication: { strategies: ['semantic', 'compared', 'reuse'] },
    reads: ['{path}'],
    excerpt: linesExcerpt,
    invocable: ({ start_line: start = 1, end_line: end = poem.length }) => {
      const { content } = showLines(poem, { start: Number(start), end: Number(end), isNumbered: false }, []);
      return reply({ content });
    },
  },
});

/** Two texts, of which each write makes another version. */
function drafts() {
  const versions = new Map<string, number>();
  const textOf = (path: string) =>
    [`Version ${versions.get(path) ?? 1} of ${path}.`, ...Array.from({ length: 3 }, () => poem[1])].join(
      '\n',
    );
  return createFakeEnsemble('drafts', {
    read: {
      annotations: { readOnly: true, idempotent: true, openWorld: false },
      deduplication: { strategies: ['semantic', 'compared', 'reuse'] },
      reads: ['{path}'],
      invocable: ({ path }) => textOf(String(path)),
    },
    write: {
      annotations: { readOnly: false, openWorld: false },
      writes: ['{path}'],
      deduplication: 'none',
      invocable({ path }) {
        versions.set(String(path), (versions.get(String(path)) ?? 1) + 1);
        return 'Saved.';
      },
    },
  });
}

/** Some 170 tokens. */
const long = 'It goes on to say that all of this is quite simple once one has seen it. '.repeat(10).trim();

export const repetitions: readonly Scenario[] = [
  {
    name: 'reused-results',
    shows:
      'A file that is read again, in another turn or in part, is pointed to while it is the same. People see it whole.',
    setup: { ensembles: [reader] },
    prompts: ['Read the poem.', 'How does it begin?'],
    scripts: [
      invokes(['files__read', { path: 'poem.txt' }]),
      invokes(['files__read', { path: './poem.txt', start_line: 2, end_line: 4 }]),
      says('A long one.'),
      invokes(['files__read', { path: 'poem.txt' }]),
      says('With its first line.'),
    ],
  },
  {
    name: 'superseded-results',
    shows:
      'Near the limit of the model’s window, results that newer ones replace are left out at once: of a read by a later write, and of a read by a later one. What is pointed to, and what nothing replaces, stays.',
    setup: { ensembles: () => [drafts()], rules: { 'drafts:write': 'allow' } },
    window: 700,
    prompts: ['Work on the drafts.', 'And now?'],
    scripts: [
      invokes(['drafts__read', { path: 'a' }], ['drafts__read', { path: 'b' }]),
      invokes(['drafts__write', { path: 'a' }]),
      invokes(['drafts__read', { path: 'a' }]),
      invokes(['drafts__read', { path: 'a' }], ['drafts__read', { path: 'b' }]),
      invokes(['drafts__write', { path: 'a' }]),
      invokes(['drafts__read', { path: 'a' }]),
      says('Better.'),
      says('Done.'),
    ],
  },
  {
    name: 'compacted-turns',
    shows:
      'Near the limit of the model’s window, the oldest turns are summarized in one batch: what the person wrote in them stays in their words, the last two turns stay as they are, and the conversation keeps everything.',
    window: 800,
    prompts: ['Use tabs.', 'What is a monad?', 'And a functor?', 'Thank you.'],
    scripts: [
      says(`I will. ${long}`),
      says(`It is an endofunctor with two operations. ${long}`),
      says(`It maps, and keeps what composes. ${long}`),
      says('The user wants tabs. Monads were explained.'),
      says('You are welcome.'),
    ],
  },
];
