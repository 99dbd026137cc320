import type { Invoker } from '../../../src/converser/words/ensemble/invoker.ts';
import type { PermissionQuestion } from '../../../src/converser/words/permission/permission-question.ts';
import { createPermissionQuestions } from '../../../src/vscode/questions/open-questions.ts';
import { parseFromPage } from '../../../src/vscode/sidebar/sidebar-messages.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { type Attempt, attempt, onlyFirst } from './attempt.ts';
import type { Stance, WrittenCall } from './world.ts';

/** A tool that was approved, and what it is afterwards. */
const changes: readonly (readonly [what: string, later: Partial<Invoker>])[] = [
  ['its description', { description: 'Does act, and more.' }],
  ['its arguments', { arguments: { type: 'object', properties: { all: { type: 'boolean' } } } }],
  ['its implementation', { implementation: 'user:other' }],
  ['what it claims to change', { annotations: { destructive: false } }],
  ['where it came from', { origin: 'workspace' }],
  ['the constant that it is handed', { constants: { auxdata: { target: 'production' } } }],
  ['its configuration', { constants: { configuration: { target: 'production' } } }],
  ['its templates', { output: { model: '{x}' } }],
];

/** The tool `others:act`, which notes that it ran. */
const acting = (ran: string[], when: string, given: Partial<Invoker> = {}) =>
  createFakeEnsemble('others', {
    act: { annotations: {}, origin: 'user', ...given, invocable: () => void ran.push(when) },
  });

/** Approves the tool for as long as possible, replaces it, and calls it again. */
const renamed: readonly Attempt[] = changes.flatMap(([what, later]) =>
  (['conversation', 'workspace'] as const).map(scope =>
    attempt(`after a yes (${scope}) to a tool, ${what} changes`, async world => {
      const ran: string[] = [];
      const ensembles = [acting(ran, 'before')];
      const { turn, replace } = await world.talk({ ensembles, answer: onlyFirst({ kind: 'allow', scope }) });
      await turn([['others:act', {}]]);
      await replace(acting(ran, 'after', later));
      await turn([['others:act', {}]]);
      return ran.includes('before') ? ran.filter(when => when === 'after') : ['the first call did not run'];
    }),
  ),
);

/** While the user looks at the question, the tool becomes another one. */
const meanwhile: readonly Attempt[] = changes.map(([what, later]) =>
  attempt(`while the user is asked about a tool, ${what} changes`, async world => {
    const ran: string[] = [];
    const talk = await world.talk({
      ensembles: [acting(ran, 'before')],
      answer: async () => {
        await talk.replace(acting(ran, 'after', later));
        return { kind: 'allow', scope: 'conversation' };
      },
    });
    await talk.turn([['others:act', {}]]);
    return ran;
  }),
);

const write = (path: string): WrittenCall => ['workspace:write_file', { path, content: 'theirs' }];

/** A yes to one call, and what else is called in its shadow: in the same round, or afterwards. */
const shadows: Readonly<Record<string, readonly (readonly WrittenCall[])[]>> = {
  'another file in the same round': [[write('src/b.ts'), write('kept/notes.txt')]],
  'another file in the next round': [[write('src/b.ts')], [write('kept/notes.txt')]],
  'ten others at the same time': [
    [write('src/b.ts'), ...Array.from({ length: 10 }, () => write('kept/notes.txt'))],
  ],
  'another tool on another file': [
    [write('src/b.ts'), ['workspace:delete_file', { path: 'kept/notes.txt' }]],
  ],
  'a move out of what was allowed': [
    [write('src/b.ts')],
    [['workspace:move_file', { path: 'src/b.ts', new_path: 'kept/notes.txt' }]],
  ],
};

const concurrent: readonly Attempt[] = Object.entries(shadows).flatMap(([what, rounds]) =>
  (['once', 'turn', 'conversation', 'workspace'] as const).map(scope =>
    attempt(`a yes (${scope}) limited to src/b.ts covers ${what}`, async world => {
      const { turn } = await world.talk({ answer: question => yesTo('src/b.ts', question, scope) });
      await turn(...rounds);
      return [];
    }),
  ),
);

function yesTo(
  file: string,
  { invocation, patterns }: PermissionQuestion,
  scope: 'once' | 'turn' | 'conversation' | 'workspace',
): ReturnType<NonNullable<Stance['answer']>> {
  if (invocation.arguments.path !== file) return { kind: 'deny' };
  const [pattern] = patterns;
  return scope === 'once' || pattern === undefined
    ? { kind: 'allow', scope: 'once' }
    : { kind: 'allow', scope, pattern };
}

const yes = { kind: 'allow', scope: 'once' };
const sent = (answer: unknown, questionId: unknown = 'ID', type = 'answer') => ({ type, questionId, answer });
/** What an edit would do if it were taken for a yes. */
const theirs = { path: '.vscode/settings.json', content: 'theirs' };

/** Messages as a page could send that was tampered with. `ID` is the id of the open question. */
const forged: Readonly<Record<string, unknown>> = {
  'no answer': { type: 'answer', questionId: 'ID' },
  'an answer of another kind': sent({ kind: 'yes', scope: 'once' }),
  'an answer without a scope': sent({ kind: 'allow' }),
  'arguments in the place of a scope': sent({ kind: 'allow', arguments: theirs }),
  'an unknown scope': sent({ kind: 'allow', scope: 'always' }),
  'a scope that was not offered': sent({ kind: 'allow', scope: 'conversation' }),
  'a scope for everywhere': sent({ kind: 'allow', scope: 'user' }),
  'a pattern that was not offered': sent({ kind: 'allow', scope: 'conversation', pattern: '**' }),
  'a pattern with a yes to one call': sent({ ...yes, pattern: '**' }),
  'a pattern that is a number': sent({ ...yes, pattern: 7 }),
  'a list of scopes': sent({ kind: 'allow', scope: ['once'] }),
  'a no with a reason that is none': sent({ kind: 'deny', reason: {} }),
  'an answer that is late': sent({ kind: 'late', why: 'x' }),
  'an edit of nothing': sent({ kind: 'edit' }),
  'an edit to nothing': sent({ kind: 'edit', arguments: null }),
  'an edit to a list': sent({ kind: 'edit', arguments: [theirs] }),
  'an edit to text': sent({ kind: 'edit', arguments: JSON.stringify(theirs) }),
  'an id of no question': sent(yes, 'x'),
  'an id that is a number': sent(yes, 1),
  'an id from the prototype': sent(yes, '__proto__'),
  'another type of message': sent(yes, 'ID', 'Answer'),
  'a type from the prototype': sent(yes, 'ID', 'constructor'),
  'the answer of a request': {
    type: 'answer-request',
    requestId: 'ID',
    answer: { action: 'accept', content: {} },
  },
  'a list of messages': [sent(yes)],
  'a message as a string': JSON.stringify(sent(yes)),
  nothing: null,
};

/** A window that is closed once this was sent, with the id of the question; what is open then is withdrawn. */
function sending(
  send: (questions: ReturnType<typeof createPermissionQuestions>, id: string, close: () => void) => void,
): NonNullable<Stance['answer']> {
  let count = 0;
  const questions = createPermissionQuestions(() => `question-${++count}`);
  return question => {
    const stop = new AbortController();
    const { id, answer } = questions.open(question, stop.signal);
    send(questions, id, () => stop.abort());
    stop.abort();
    return answer;
  };
}

const messages: readonly Attempt[] = Object.entries(forged).map(([what, message]) =>
  attempt(`the page answers with ${what}`, async world => {
    const answer = sending((questions, id) => {
      const read = parseFromPage(JSON.parse(JSON.stringify(message).replaceAll('ID', id)));
      if (read?.type === 'answer') questions.answer(read.questionId, read.answer);
    });
    // What is protected is offered for one call only, and only with a yes to exactly that.
    await (await world.talk({ answer })).turn([write('.vscode/settings.json')]);
    return [];
  }),
);

const replayed: readonly Attempt[] = [
  attempt('an answer is sent a second time, for the next question', async world => {
    const answer = sending(questions => questions.answer('question-1', { kind: 'allow', scope: 'once' }));
    await (await world.talk({ answer })).turn([write('src/b.ts')], [write('kept/notes.txt')]);
    return [];
  }),
  attempt('an answer comes after the question was withdrawn', async world => {
    const answer = sending((questions, id, close) => {
      close();
      questions.answer(id, { kind: 'allow', scope: 'once' });
    });
    await (await world.talk({ answer })).turn([write('kept/notes.txt')]);
    return [];
  }),
  attempt('an answer that was not offered is given by an approver', async world => {
    const { turn } = await world.talk({
      answer: ({ invocation }) =>
        invocation.arguments.path === 'src/b.ts'
          ? { kind: 'allow', scope: 'conversation', pattern: '**' }
          : { kind: 'deny' },
    });
    await turn([write('src/b.ts')], [write('kept/notes.txt')]);
    return [];
  }),
];

export const approvals: readonly Attempt[] = [renamed, meanwhile, concurrent, messages, replayed].flat();
