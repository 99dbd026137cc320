import type { JsonObject } from '../../converser/ground/json/json.ts';
import { argumentText, piecesOf, Unfit } from './argument-placeholders.ts';

export interface HttpSecrets {
  secret(key: string): Promise<string | undefined>;
  /** Explains how to set one. Default: with the command in VS Code. */
  howToKeep?(key: string): string;
  /** Hides the secret from now on wherever it comes back. */
  learn(secret: string): void;
  hide(text: string): string;
}

/** Throws `Unfit` for a missing secret, and for a value that headers can't hold. */
export async function fillHeaders(
  written: Readonly<Record<string, string>>,
  args: JsonObject,
  secrets: HttpSecrets,
): Promise<Readonly<Record<string, string>>> {
  const filled: Record<string, string> = {};
  for (const [name, template] of Object.entries(written)) {
    let value = '';
    for (const piece of piecesOf(template)) {
      if (piece.kind === 'text') value += piece.text;
      else if (piece.kind === 'argument') value += argumentText(args, piece.name);
      else if (piece.kind === 'secret') value += await secretOf(piece.key, secrets);
    }
    if (!/^[\t\x20-\x7e]*$/.test(value)) {
      throw new Unfit(
        `The header ${name} would hold a line break or another character that headers can’t hold.`,
      );
    }
    filled[name.toLowerCase()] = value;
  }
  return filled;
}

/** Throws `Unfit` where the secret has no value, and hides it from now on. */
export async function secretOf(key: string, { secret, howToKeep, learn }: HttpSecrets): Promise<string> {
  const value = await secret(key);
  if (value === undefined || value === '') {
    const remedy = howToKeep?.(key) ?? `Set the secret ${JSON.stringify(key)} with “Converser: Set Secret…”.`;
    throw new Unfit(`\${secret:${key}} has no value. ${remedy}`);
  }
  learn(value);
  return value;
}

/** Shows placeholders instead of secrets, for a question. Secrets that have a value are hidden too. */
export function secretsByName(secrets: HttpSecrets): HttpSecrets {
  return {
    ...secrets,
    async secret(key) {
      const value = await secrets.secret(key).catch(() => undefined);
      if (value !== undefined && value !== '') secrets.learn(value);
      return `\${secret:${key}}`;
    },
    learn: () => {},
  };
}
