import { type ConverserError, errors, fault } from '../ground/errors.ts';
import { defined } from '../ground/json/defined.ts';
import type { Mode } from '../words/conversation/mode.ts';
import { fullName, type Invoker } from '../words/ensemble/invoker.ts';
import { fits } from '../words/models/fits.ts';
import { joinOptions } from '../words/models/model-options.ts';
import type { ModelRoster } from '../words/models/model-roster.ts';
import type { Model } from '../words/models/provider.ts';
import type { ConverseOptions } from './converse-options.ts';

type Narrowed = Pick<ConverseOptions, 'supervisor' | 'offers' | 'wanted' | 'permissionMode' | 'acceptsEdits'>;

export function inMode(mode: Mode | undefined, options: Narrowed): Narrowed {
  if (mode === undefined) return options;
  const { supervisor = '', offers = () => true, wanted = {}, acceptsEdits } = options;
  const told = [supervisor, mode.instructions.trim()].filter(text => text !== '').join('\n\n');
  return defined({
    supervisor: told === '' ? undefined : told,
    offers: (invoker: Invoker) => isOffered(invoker, mode) && offers(invoker),
    wanted: joinOptions(mode.options, wanted),
    permissionMode: mode.permissionMode,
    acceptsEdits: acceptsEdits ?? (() => mode.acceptsEdits === true),
  });
}

export async function modelInMode(
  mode: Mode | undefined,
  chosen: Model,
  { models, signal }: { readonly models: Pick<ModelRoster, 'find'>; readonly signal: AbortSignal },
): Promise<Model> {
  if (mode?.model === undefined) return chosen;
  const found = await models.find(mode.model, signal);
  if (signal.aborted) throw errors.cancelled();
  if (found !== undefined) return found;
  throw modeErrors.noModel(mode.title, mode.model);
}

/** Throws if there is none: without the mode, models might do what you didn't want. */
export function modeNamed(name: string, modes: readonly Mode[]): Mode {
  const found = modes.find(each => each.name === name);
  if (found !== undefined) return found;
  throw modeErrors.unknown(name, modes);
}

const modeErrors = {
  unknown: (name: string, modes: readonly Mode[]): ConverserError =>
    fault(
      'bad-arguments',
      `Mode ${JSON.stringify(name)} not found. Choose another one: ${modes.map(each => each.name).join(', ')}.`,
    ),
  noModel: (title: string, model: string): ConverserError =>
    fault(
      'model-not-found',
      `The mode ${title} uses the model ${model}, which wasn’t found. Choose another mode, or correct its file.`,
    ),
};

/** A tool that came with the folder, or claims to change something, isn't taken at its word. */
function isOffered(invoker: Invoker, { readOnly, tools }: Mode): boolean {
  const { annotations, claims, origin } = invoker;
  const onlyReads =
    annotations.readOnly === true &&
    origin !== 'workspace' &&
    claims?.readOnly !== false &&
    claims?.destructive !== true;
  if (readOnly && !onlyReads) return false;
  const name = fullName(invoker);
  return tools === undefined || tools.some(pattern => fits(pattern, name));
}
