import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import type { InvokerDescriptor } from '../descriptors/descriptor.ts';
import { type Mistake, mistake, type Place } from '../descriptors/mistakes/diagnostic.ts';
import { didYouMean } from '../descriptors/mistakes/nearest-name.ts';
import type { Piece } from './argument-placeholders.ts';

export interface CheckingPieces {
  readonly written: InvokerDescriptor;
  readonly place: Place;
  readonly mayBeSecret: boolean;
  readonly secretsIn: 'headers' | 'env';
}

export function checkPieces(pieces: readonly Piece[], checking: CheckingPieces): readonly Mistake[] {
  const { written, place, mayBeSecret, secretsIn } = checking;
  return pieces.flatMap((piece): readonly Mistake[] => {
    if (piece.kind === 'text' || (piece.kind === 'secret' && mayBeSecret)) return [];
    if (piece.kind === 'argument') return checkName(piece.name, written, place);
    const message =
      piece.kind === 'secret'
        ? whyNoSecret[secretsIn]
        : `${piece.written} means nothing here. Use {argument}, and \${secret:key} in ${secretsIn}.`;
    return [mistake(place, 'value', message)];
  });
}

const whyNoSecret = {
  headers: 'Put secrets into headers: addresses and bodies are shown.',
  env: 'Put secrets into env: other programs can see the arguments of a program.',
};

export function checkName(name: string, written: InvokerDescriptor, place: Place): readonly Mistake[] {
  const names = Object.keys(propertiesOf(written));
  if (names.includes(name)) return [];
  return [mistake(place, 'value', `No argument is named ${JSON.stringify(name)}.${didYouMean(name, names)}`)];
}

export function propertiesOf({ arguments: schema }: InvokerDescriptor): JsonObject {
  return isJsonObject(schema?.properties) ? schema.properties : {};
}
