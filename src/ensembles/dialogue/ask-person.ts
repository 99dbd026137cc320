import { errors } from '../../converser/ground/errors.ts';
import type { JsonObject, JsonValue } from '../../converser/ground/json/json.ts';
import type { FormField } from '../../converser/words/ensemble/form-field.ts';
import type { AskCaller, Context } from '../../converser/words/ensemble/invoker.ts';
import type { Person, PersonAnswer, PersonQuestion } from '../../converser/words/ensemble/person.ts';
import { defineTool, type Tool } from '../define-tool.ts';

export interface AskedQuestion {
  readonly question: string;
  readonly options?: readonly string[];
  readonly several?: boolean;
}

export function askPerson(person: Person): Tool {
  return defineTool({
    name: 'ask_person',
    description:
      'Asks the user for decisions that only they can make, up to four at once; never ask what you can find out. With options, they choose or answer in their own words.',
    annotations: { readOnly: true, destructive: false, idempotent: false, openWorld: false },
    deduplication: 'none',
    arguments: {
      type: 'object',
      properties: {
        reason: { type: 'string', maxLength: 500, description: 'What the answers decide.' },
        questions: {
          type: 'array',
          minItems: 1,
          maxItems: 4,
          items: {
            type: 'object',
            properties: {
              question: { type: 'string', minLength: 1, maxLength: 500 },
              options: {
                type: 'array',
                maxItems: 10,
                items: { type: 'string', minLength: 1, maxLength: 200 },
                description: 'The best first.',
              },
              several: { type: 'boolean', description: 'They may choose more than one.' },
            },
            required: ['question'],
            additionalProperties: false,
          },
        },
      },
      required: ['questions'],
    },
    async invoke({ reason = '', questions }, context) {
      const asked = { message: reason, fields: questions.flatMap(fieldsOf) };
      const answer = await askWhoCalls(asked, { person, context });
      return answerText(answer, questions);
    },
  });
}

interface Asking {
  readonly person: Person;
  readonly context: Context;
}

/** A program that calls tools here has users of its own. */
async function askWhoCalls(
  asked: { readonly message: string; readonly fields: readonly FormField[] },
  { person, context }: Asking,
): Promise<PersonAnswer> {
  const { signal, askCaller, beginAsking, conversation } = context;
  const answered = beginAsking?.();
  try {
    return askCaller === undefined
      ? await person.ask({ ...asked, conversation }, signal)
      : answerOfCaller(await askCaller(formForCaller(asked), signal));
  } finally {
    answered?.();
  }
}

function fieldsOf(
  { question, options = [], several = false }: AskedQuestion,
  index: number,
): readonly FormField[] {
  const [name, own] = namesOf(index);
  const unique = [...new Set(options)];
  if (unique.length === 0) return [{ kind: 'string', name: own, title: question, required: false }];
  return [
    {
      kind: several ? 'choices' : 'choice',
      name,
      title: question,
      required: false,
      options: unique.map(option => ({ value: option, title: option })),
    },
    { kind: 'string', name: own, title: 'Or in your own words', required: false },
  ];
}

function namesOf(index: number): readonly [chosen: string, own: string] {
  return [`answer_${index + 1}`, `own_answer_${index + 1}`];
}

function answerText(answer: PersonAnswer, questions: readonly AskedQuestion[]): JsonValue {
  switch (answer.action) {
    case 'absent':
      throw errors.badArguments(
        'The user can’t be asked here. Decide yourself and say what you assumed, or end your turn with the question.',
      );
    case 'decline':
      return 'The user does not want to answer. Go on without, or end your turn.';
    case 'cancel':
      return 'The user dismissed the questions without an answer. Go on without, or end your turn.';
    case 'accept':
      return questions
        .map((asked, index) => `${asked.question}\n→ ${answerTo(asked, index, answer.content)}`)
        .join('\n');
  }
}

/** Invariant: only options that were offered, and text, get to the model. */
function answerTo({ options = [] }: AskedQuestion, index: number, content: JsonObject): string {
  const [name, own] = namesOf(index);
  const chosen = content[name];
  const picked = (Array.isArray(chosen) ? chosen : [chosen]).filter(
    each => typeof each === 'string' && options.includes(each),
  );
  const said = content[own];
  const words = typeof said === 'string' ? said.trim() : '';
  const all = [...picked, ...(words === '' ? [] : [words])];
  return all.length === 0 ? '(no answer)' : all.join('; ');
}

type CallerQuestion = Parameters<AskCaller>[0];

function formForCaller({ message, fields }: PersonQuestion): CallerQuestion {
  const properties = Object.fromEntries(fields.map(field => [field.name, schemaOf(field)]));
  return {
    mode: 'form',
    message: message === '' ? 'A model has a question.' : message,
    requestedSchema: { type: 'object', properties },
  } as CallerQuestion;
}

function schemaOf(field: FormField): JsonObject {
  const { title } = field;
  if (field.kind === 'choice') return { type: 'string', title, enum: valuesOf(field.options) };
  if (field.kind === 'choices')
    return { type: 'array', title, items: { type: 'string', enum: valuesOf(field.options) } };
  return { type: 'string', title };
}

function valuesOf(options: readonly { readonly value: string }[]): readonly string[] {
  return options.map(({ value }) => value);
}

function answerOfCaller(answer: Awaited<ReturnType<AskCaller>>): PersonAnswer {
  if (answer === undefined) return { action: 'absent' };
  if (answer.action !== 'accept') return { action: answer.action };
  return { action: 'accept', content: (answer.content ?? {}) as JsonObject };
}
