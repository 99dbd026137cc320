import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { readJson } from '../../converser/ground/json/lenient-json.ts';
import type { StepState } from '../../converser/words/texts/plan-text.ts';

/** Accepts what models learnt from other programs' plan tools. What can't be read stays: the check has the last word. */
export function planArguments(args: JsonObject): JsonObject {
  const { explanation, updates, ...rest } = args;
  const named = lists.find(name => Object.hasOwn(rest, name));
  const own = named === undefined ? rest : without(rest, named);
  return {
    ...withoutHabits(own),
    ...(explanation === undefined ? {} : { explanation }),
    ...(updates === undefined ? {} : { updates: Array.isArray(updates) ? updates.map(asUpdate) : updates }),
    ...(named === undefined ? {} : { steps: asSteps(rest[named] ?? null) }),
  };
}

const lists = ['steps', 'todos', 'plan', 'todoList', 'todo_list', 'tasks', 'items'];

function withoutHabits(args: JsonObject): JsonObject {
  const { merge, operation, action, ...rest } = args;
  return {
    ...rest,
    ...(merge === undefined || merge === false ? {} : { merge }),
    ...(operation === undefined || isHabit(operation) ? {} : { operation }),
    ...(action === undefined || isHabit(action) ? {} : { action }),
  };
}

function isHabit(word: JsonValue): boolean {
  return typeof word === 'string' && ['read', 'write', 'list', 'get', 'set'].includes(word.toLowerCase());
}

function asSteps(written: JsonValue): JsonValue {
  if (Array.isArray(written)) return written.map(asStep);
  if (typeof written !== 'string') return written;
  const read = readJson(written);
  if (read.kind !== 'refused' && Array.isArray(read.value)) return read.value.map(asStep);
  const lines = written.split('\n').filter(line => line.trim() !== '');
  const tasks = lines.map(asTask).filter(task => task !== undefined);
  return tasks.length === lines.length ? tasks : written;
}

function asTask(line: string): JsonObject | undefined {
  const [, mark = '', text = ''] = /^\s*(?:[-*+]|\d+[.)])?\s*\[(.)\]\s+(.*\S)/.exec(line) ?? [];
  const state = marked.get(mark.toLowerCase());
  return state === undefined ? undefined : { text, state };
}

const marked: ReadonlyMap<string, StepState> = new Map([
  [' ', 'pending'],
  ['>', 'in_progress'],
  ['-', 'in_progress'],
  ['~', 'in_progress'],
  ['x', 'done'],
]);

function asStep(written: JsonValue): JsonValue {
  if (typeof written === 'string') return { text: written, state: 'pending' };
  if (!isJsonObject(written)) return written;
  const text = texts.map(name => written[name]).find(value => typeof value === 'string');
  const state = stateOf(written);
  return { ...(text === undefined ? {} : { text }), ...(state === undefined ? {} : { state }) };
}

const texts = ['text', 'step', 'content', 'title', 'task', 'name', 'description'];

function asUpdate(written: JsonValue): JsonValue {
  if (!isJsonObject(written)) return written;
  const { number, step, text } = written;
  const place = number ?? step;
  const state = stateOf(written);
  return {
    ...(place === undefined ? {} : { number: place }),
    ...(text === undefined ? {} : { text }),
    ...(state === undefined ? {} : { state }),
  };
}

function stateOf({ state, status, done, completed }: JsonObject): JsonValue | undefined {
  const written = state ?? status;
  if (typeof written === 'string')
    return synonyms.get(written.toLowerCase().replace(/[\s-]+/g, '_')) ?? written;
  if (written !== undefined) return written;
  const isDone = done ?? completed;
  return typeof isDone === 'boolean' ? (isDone ? 'done' : 'pending') : undefined;
}

const synonyms: ReadonlyMap<string, StepState> = new Map([
  ['pending', 'pending'],
  ['not_started', 'pending'],
  ['todo', 'pending'],
  ['to_do', 'pending'],
  ['open', 'pending'],
  ['inprogress', 'in_progress'],
  ['in_progress', 'in_progress'],
  ['active', 'in_progress'],
  ['doing', 'in_progress'],
  ['done', 'done'],
  ['complete', 'done'],
  ['completed', 'done'],
  ['finished', 'done'],
  ['dropped', 'dropped'],
  ['cancelled', 'dropped'],
  ['canceled', 'dropped'],
  ['skipped', 'dropped'],
]);

function without(args: JsonObject, name: string): JsonObject {
  const { [name]: _taken, ...rest } = args;
  return rest;
}
