import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { FormField } from '../../converser/words/ensemble/form-field.ts';
import type { AskCaller } from '../../converser/words/ensemble/invoker.ts';
import type { PersonAnswer, PersonQuestion } from '../../converser/words/ensemble/person.ts';

type CallerQuestion = Parameters<AskCaller>[0];

export function formForCaller({ message, fields }: PersonQuestion): CallerQuestion {
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

export function answerOfCaller(answer: Awaited<ReturnType<AskCaller>>): PersonAnswer {
  if (answer === undefined) return { action: 'absent' };
  if (answer.action !== 'accept') return { action: answer.action };
  return { action: 'accept', content: (answer.content ?? {}) as JsonObject };
}
