import { ownError } from '../../../converser/ground/causes.ts';
import { ConverserError, errorData, reasonOf } from '../../../converser/ground/errors.ts';
import { createKnownSecrets } from '../../../converser/ground/secrets/known-secrets.ts';
import { looksSecret } from '../../../converser/ground/secrets/looks-secret.ts';
import type { LogLine } from '../connection/connection-ports.ts';
import { placeholdersIn } from '../definition/placeholders.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { FillIn } from './before-start-ports.ts';

/** Some programs quote a key that they reject, and their last output appears in logs, in results and in prompts. */
export interface Redactor {
  learnFrom(fillIn: FillIn | undefined): FillIn;
  redact(text: string): string;
  redactLog(log: LogLine): LogLine;
  /** What a server returns may hold words that were typed for it. */
  redactIn<T>(returned: T): T;
  /** A fault that holds a secret is replaced by one with a redacted message, and without its cause. */
  redactFault(cause: unknown): unknown;
}

/** @param secrets learns what surely is a secret, and not an ordinary word that was typed as an input */
export function createRedactor(secrets = createKnownSecrets()): Redactor {
  const own = createKnownSecrets();

  function learn(written: ServerDefinition, filled: ServerDefinition): void {
    const before = new Set(valuesOf(written).map(([place]) => place));
    const after = new Map(valuesOf(filled));
    for (const [place, value] of after) {
      if (before.has(place) || !looksSecret(place, value)) continue;
      own.learn(value);
      secrets.learn(value);
    }
    for (const [place, text] of valuesOf(written)) {
      for (const value of secretsIn({ place, text, value: after.get(place) ?? '' })) {
        own.learn(value);
        if (text.includes('${secret:') || looksSecret(place, value)) secrets.learn(value);
      }
    }
  }

  function redact(text: string): string {
    return secrets.hide(own.hide(text));
  }

  return {
    learnFrom: fillIn => async (definition, signal) => {
      const filled = (await fillIn?.(definition, signal)) ?? definition;
      learn(definition, filled);
      return filled;
    },
    redact,
    redactIn: secrets.hideIn,
    redactLog: log => line => log({ ...line, text: redact(line.text) }),
    redactFault(cause) {
      const message = redact(reasonOf(cause));
      if (message === reasonOf(cause)) return cause;
      if (cause instanceof ConverserError) return new ConverserError({ ...errorData(cause), message });
      const known = ownError(cause);
      return new Error(message, {
        cause: known && new ConverserError({ ...errorData(known), message: redact(known.message) }),
      });
    },
  };
}

function valuesOf({ transport }: ServerDefinition): readonly (readonly [place: string, text: string])[] {
  if (transport.kind === 'stdio') {
    const { args, env } = transport;
    return [...args.map((arg, at) => [`args[${at}]`, arg] as const), ...Object.entries(env)];
  }
  const { url, headers, oauthClientSecret = '' } = transport;
  return [['url', url], ['oauth_client_secret', oauthClientSecret], ...Object.entries(headers)];
}

interface FilledValue {
  readonly place: string;
  readonly text: string;
  readonly value: string;
}

/** A whole text counts if it looks like a secret; else what replaced `${secret:…}` and `${input:…}`. */
function secretsIn({ place, text, value }: FilledValue): readonly string[] {
  const placeholders = placeholdersIn(text);
  if (placeholders.length === 0) return looksSecret(place, text) ? [text.replace(scheme, '')] : [];
  const pieces = text.split(/(?<!\$)\$\{[^{}]*\}/).map(piece => piece.replaceAll('$${', '${'));
  const pattern = new RegExp(`^${pieces.map(escapeRegExp).join('([^]*)')}$`);
  const found = pattern.exec(value)?.slice(1) ?? [];
  return found.filter((_, at) => ['secret', 'input'].includes(placeholders[at]?.name ?? ''));
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

const scheme = /^(Bearer|Basic|Token)\s+/i;
