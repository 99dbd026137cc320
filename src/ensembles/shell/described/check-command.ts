import type { InvokerDescriptor } from '../../descriptors/descriptor.ts';
import { inside, type Mistake, mistake, type Place } from '../../descriptors/mistakes/diagnostic.ts';
import { onlyArgument, piecesOf } from '../../http/argument-placeholders.ts';
import { type CheckingPieces, checkName, checkPieces } from '../../http/check-pieces.ts';
import { mayBeAbsent } from './command-template.ts';

export function checkCommand(written: InvokerDescriptor): readonly Mistake[] {
  const { command, place, stdin, cwd, env = {}, allowOptions = [] } = written;
  if (command === undefined) return [mistake(place, 'key', 'Missing key "command".')];
  const at = inside(place, 'command');
  const strings = command.flatMap((each, index) => placed(each, inside(place, 'command', index)));
  return [
    ...checkProgram(command[0], inside(place, 'command', 0)),
    ...strings.flatMap(([text, where]) => checkText(text, { written, place: where, mayBeSecret: false })),
    ...checkLoose(written, at),
    ...(stdin === undefined
      ? []
      : checkText(stdin, { written, place: inside(place, 'stdin'), mayBeSecret: false })),
    ...(cwd === undefined
      ? []
      : checkText(cwd, { written, place: inside(place, 'cwd'), mayBeSecret: false })),
    ...Object.entries(env).flatMap(([name, value]) =>
      checkText(value, { written, place: inside(place, 'env', name), mayBeSecret: true }),
    ),
    ...allowOptions.flatMap((name, index) => checkName(name, written, inside(place, 'allow_options', index))),
  ];
}

function placed(
  each: string | readonly string[],
  place: Place,
): readonly (readonly [text: string, place: Place])[] {
  if (typeof each === 'string') return [[each, place]];
  return each.map((text, index) => [text, { ...place, path: [...place.path, index] }]);
}

/** Only the descriptor says which program runs. */
function checkProgram(program: string | readonly string[] | undefined, place: Place): readonly Mistake[] {
  const isPlain = typeof program === 'string' && program.trim() !== '' && piecesOf(program).every(isText);
  return isPlain ? [] : [mistake(place, 'value', 'command must begin with a program, without {…}.')];
}

function isText({ kind }: { readonly kind: string }): boolean {
  return kind === 'text';
}

function checkText(text: string, checking: Omit<CheckingPieces, 'secretsIn'>): readonly Mistake[] {
  return checkPieces(piecesOf(text), { ...checking, secretsIn: 'env' });
}

/** An option whose value is left out would take the next argument for it. */
function checkLoose(
  { command = [], arguments: schema }: InvokerDescriptor,
  place: Place,
): readonly Mistake[] {
  return command.flatMap((each, index) => {
    const option = command[index - 1];
    const name = typeof each === 'string' ? onlyArgument(piecesOf(each)) : undefined;
    if (name === undefined || typeof option !== 'string' || !/^-[^=]*[^=-]$/.test(option)) return [];
    if (!mayBeAbsent(name, schema)) return [];
    const message = `${option} would stay without its value. Put both into a list of their own, so that they are left out together: ["${option}", "{${name}}"].`;
    return [mistake({ ...place, path: [...place.path, index] }, 'value', message)];
  });
}
