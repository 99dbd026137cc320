import { ConverserError, errorData, reasonOf } from '../../../converser/errors.ts';
import { looksSecret } from '../definition/looks-secret.ts';
import { placeholdersIn } from '../definition/placeholders.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { McpParts } from './mcp-ports.ts';

/**
 * Takes out of what a server says of its own trouble what it was given to be kept secret: some programs quote a key
 * that they do not like, and their last words end up in logs, in results and at models.
 */
export interface Censor {
  /** Learns what was put in the place of what. */
  learn(written: ServerDefinition, filled: ServerDefinition): void;
  censored(text: string): string;
  /** The same fault, or one without what caused it where that says too much. */
  fault(cause: unknown): unknown;
}

/** Characters below which a value is no secret that anybody could keep, and too common a part of other words. */
const shortest = 6;

export function createCensor(): Censor {
  const secrets = new Set<string>();

  function censored(text: string): string {
    let rest = text;
    // The longest first: one secret may be a part of another.
    for (const secret of [...secrets].sort((a, b) => b.length - a.length))
      rest = rest.replaceAll(secret, '••••');
    return rest;
  }

  return {
    learn(written, filled) {
      const after = new Map(valuesOf(filled));
      for (const [place, text] of valuesOf(written)) {
        for (const value of putIn({ place, text, value: after.get(place) ?? '' })) {
          if (value.length >= shortest) secrets.add(value);
        }
      }
    },
    censored,
    fault(cause) {
      const message = censored(reasonOf(cause));
      if (message === reasonOf(cause)) return cause;
      if (cause instanceof ConverserError) return new ConverserError({ ...errorData(cause), message });
      const known = faultIn(cause);
      return new Error(message, {
        cause: known && new ConverserError({ ...errorData(known), message: censored(known.message) }),
      });
    },
  };
}

/** The fault of ours that caused another, whose code says what helps. */
function faultIn(cause: unknown): ConverserError | undefined {
  if (cause instanceof ConverserError) return cause;
  return cause instanceof Error ? faultIn(cause.cause) : undefined;
}

/** The same parts, where nothing that is kept secret gets into a log. */
export function censoredParts(parts: McpParts, censor: Censor): McpParts {
  const { fillIn, log } = parts;
  return {
    ...parts,
    log: line => log({ ...line, text: censor.censored(line.text) }),
    async fillIn(definition, signal) {
      const filled = (await fillIn?.(definition, signal)) ?? definition;
      censor.learn(definition, filled);
      return filled;
    },
  };
}

/** Every value of a definition that may hold a secret, by its place. */
function valuesOf({ transport }: ServerDefinition): readonly (readonly [place: string, text: string])[] {
  if (transport.kind === 'stdio') {
    const { args, env } = transport;
    return [...args.map((arg, at) => [`args[${at}]`, arg] as const), ...Object.entries(env)];
  }
  const { url, headers, oauthClientSecret = '' } = transport;
  return [['url', url], ['oauth_client_secret', oauthClientSecret], ...Object.entries(headers)];
}

interface Value {
  readonly place: string;
  readonly text: string;
  /** The text with its values. */
  readonly value: string;
}

/** What was kept secret of a value: what stands for secrets and answers, or what has the look of one as it is written. */
function putIn({ place, text, value }: Value): readonly string[] {
  const placeholders = placeholdersIn(text);
  if (placeholders.length === 0) return looksSecret(place, text) ? [text.replace(scheme, '')] : [];
  const pieces = text.split(/(?<!\$)\$\{[^{}]*\}/).map(piece => piece.replaceAll('$${', '${'));
  const pattern = new RegExp(`^${pieces.map(literally).join('([^]*)')}$`);
  const found = pattern.exec(value)?.slice(1) ?? [];
  return found.filter((_, at) => ['secret', 'input'].includes(placeholders[at]?.name ?? ''));
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

const scheme = /^(Bearer|Basic|Token)\s+/i;
