import type { ToolDefinition } from '../../converser/models/provider.ts';
import { explicitName } from './find-tool.ts';
import { type Joint, type Piece, splitRequests, type TextPiece } from './language/split-requests.ts';
import type { Answer } from './rules/rule.ts';
import { type Meaning, type PlannedCall, understand } from './understand.ts';

/** What a message asks for. */
export interface Plan {
  /** The calls of each step run at the same time; a step waits for the results of the one before. */
  readonly steps: readonly (readonly WantedCall[])[];
  readonly answers: readonly Answer[];
  /** Names of tools that would be needed and are not here. */
  readonly missing: readonly string[];
  readonly notUnderstood: readonly string[];
}

export interface WantedCall extends Omit<PlannedCall, 'arguments'> {
  readonly arguments: unknown;
}

export function planRequests(message: string, tools: readonly ToolDefinition[]): Plan {
  const pieces = splitRequests(message);
  const requests = runsOf(pieces).flatMap(run =>
    run.kind === 'call' ? [explicit(run, tools)] : meaningsOf(run.pieces, { message, tools }),
  );
  return {
    steps: stepsOf(requests),
    answers: requests.flatMap(({ meaning }) => (meaning?.kind === 'answer' ? [meaning.answer] : [])),
    missing: requests.flatMap(({ meaning }) => (meaning?.kind === 'no-tool' ? [meaning.wants] : [])),
    notUnderstood: requests.flatMap(({ meaning, written }) => (meaning === undefined ? [written] : [])),
  };
}

interface Request {
  readonly joint: Joint;
  readonly written: string;
  readonly meaning: ExplicitCalls | Meaning | undefined;
}

interface ExplicitCalls {
  readonly kind: 'calls';
  readonly calls: readonly WantedCall[];
}

function explicit(piece: Extract<Piece, { kind: 'call' }>, tools: readonly ToolDefinition[]): Request {
  const { name, arguments: args } = piece.call;
  const calls = [{ name: explicitName(name, tools), arguments: args }];
  return { joint: piece.joint, written: `/invoke ${name}`, meaning: { kind: 'calls', calls } };
}

type Run =
  | Extract<Piece, { kind: 'call' }>
  | { readonly kind: 'texts'; readonly pieces: readonly TextPiece[] };

/** Neighbouring pieces of text, which may turn out to be one request. */
function runsOf(pieces: readonly Piece[]): readonly Run[] {
  const runs: Run[] = [];
  let texts: TextPiece[] | undefined;
  for (const piece of pieces) {
    if (piece.kind === 'call') {
      runs.push(piece);
      texts = undefined;
    } else if (texts === undefined) {
      texts = [piece];
      runs.push({ kind: 'texts', pieces: texts });
    } else texts.push(piece);
  }
  return runs;
}

interface Reading {
  readonly message: string;
  readonly tools: readonly ToolDefinition[];
}

/** More pieces than this are one request or none. */
const mostPieces = 60;
/** How many pieces one request may be made of, unless it goes on to the end. */
const widest = 8;

/**
 * Joins pieces to requests so that as few pieces as can be stay without a meaning, and then so that there are as many
 * requests as can be: "write salt and pepper in a.txt" is one request, "list src and roll a die" are two.
 */
function meaningsOf(pieces: readonly TextPiece[], reading: Reading): readonly Request[] {
  if (pieces.length > mostPieces) return [join(pieces, reading)];
  const best: { cost: number; requests: readonly Request[] }[] = [];
  best[pieces.length] = { cost: 0, requests: [] };
  for (let from = pieces.length - 1; from >= 0; from--) {
    for (const to of endsFor(pieces, from)) {
      const request = join(pieces.slice(from, to), reading);
      if (request.meaning === undefined && to !== from + 1) continue;
      const rest = best[to] ?? { cost: 0, requests: [] };
      const cost = rest.cost + (request.meaning === undefined ? 1000 : -1);
      if (cost < (best[from]?.cost ?? Number.POSITIVE_INFINITY)) {
        best[from] = { cost, requests: [request, ...rest.requests] };
      }
    }
  }
  return mergeNotUnderstood(best[0]?.requests ?? []);
}

/** A request that goes over the end of a line holds the text of a file, and so all that follows. */
function endsFor(pieces: readonly TextPiece[], from: number): readonly number[] {
  const ends = [from + 1];
  for (let to = from + 2; to < pieces.length && to <= from + widest; to++) {
    if (pieces[to - 1]?.joint === 'line') break;
    ends.push(to);
  }
  return from + 1 < pieces.length ? [...ends, pieces.length] : ends;
}

function join(pieces: readonly TextPiece[], { message, tools }: Reading): Request {
  const written = message.slice(pieces[0]?.start, pieces.at(-1)?.end).trim();
  const joint = pieces[0]?.joint ?? 'and';
  return { joint, written, meaning: understand(written, { tools, isWhole: written === message.trim() }) };
}

function mergeNotUnderstood(requests: readonly Request[]): readonly Request[] {
  const merged: Request[] = [];
  for (const request of requests) {
    const last = merged.at(-1);
    if (last !== undefined && last.meaning === undefined && request.meaning === undefined) {
      merged[merged.length - 1] = { ...last, written: `${last.written} ${request.written}` };
    } else merged.push(request);
  }
  return merged;
}

function stepsOf(requests: readonly Request[]): readonly (readonly WantedCall[])[] {
  const steps: WantedCall[][] = [];
  for (const { joint, meaning } of requests) {
    if (meaning?.kind !== 'calls') continue;
    const last = steps.at(-1);
    if (last === undefined || joint === 'then') steps.push([...meaning.calls]);
    else last.push(...meaning.calls);
  }
  return steps;
}
