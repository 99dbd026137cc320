import type { JsonObject, JsonValue } from '../../converser/ground/json/json.ts';

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'argument'; readonly name: string }
  | { readonly kind: 'secret'; readonly key: string }
  | { readonly kind: 'unknown'; readonly written: string };

/** `{{` and `}}` stand for the braces themselves. */
const marks = /\{\{|\}\}|\$\{([^{}]*)\}|\{([^{}\s]+)\}/g;

/** Invariant: nothing in a value is ever read as a placeholder. */
export function piecesOf(template: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  const add = (text: string) => text !== '' && pieces.push({ kind: 'text', text });
  for (const { 0: written, 1: special, 2: name, index } of template.matchAll(marks)) {
    add(template.slice(end, index));
    end = index + written.length;
    if (name !== undefined) pieces.push({ kind: 'argument', name });
    else if (special === undefined) add(written.charAt(0));
    else if (special.startsWith('secret:')) pieces.push({ kind: 'secret', key: special.slice(7) });
    else pieces.push({ kind: 'unknown', written });
  }
  add(template.slice(end));
  return pieces;
}

export function onlyArgument(pieces: readonly Piece[]): string | undefined {
  const [piece, ...others] = pieces;
  return others.length === 0 && piece?.kind === 'argument' ? piece.name : undefined;
}

/** `undefined` means that the model left it out. */
export function argumentOf(args: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

export function fillPieces(pieces: readonly Piece[], argument: (name: string) => string): string {
  return pieces
    .map(piece =>
      piece.kind === 'text' ? piece.text : piece.kind === 'argument' ? argument(piece.name) : '',
    )
    .join('');
}

/** The message says why a call must not be made, and quotes no value. */
export class Unfit extends Error {}

export function argumentText(args: JsonObject, name: string): string {
  return plainText(argumentOf(args, name), name);
}

/** Throws `Unfit` for a list or an object, and where there is no value. */
export function plainText(value: JsonValue | undefined, name: string): string {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new Unfit(`The argument ${JSON.stringify(name)} isn’t valid text.`);
    return value;
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Unfit(
    value === undefined || value === null
      ? `The argument ${JSON.stringify(name)} is missing.`
      : `The argument ${JSON.stringify(name)} must be a string, a number or a boolean here.`,
  );
}
