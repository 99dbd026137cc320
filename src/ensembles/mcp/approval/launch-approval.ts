import { hash } from 'node:crypto';
import { orAborted } from '../../../converser/async/abort.ts';
import { serial } from '../../../converser/async/serial.ts';
import { canonicalJson, type JsonObject } from '../../../converser/json/json.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import { launchFacts } from './launch-facts.ts';
import { type LaunchQuestion, launchQuestion } from './launch-question.ts';

/**
 * Contract: resolves to nothing when the server may be started, else to the reason why not, for people. It may ask
 * you; it stops waiting when the signal aborts.
 */
export type ApproveLaunch = (
  definition: ServerDefinition,
  signal: AbortSignal,
) => Promise<string | undefined>;

/**
 * Whether a server may be started: one that came with a folder only in a trusted workspace, and only after you have
 * approved exactly this launch.
 */
export interface LaunchApproval {
  /** Never rejects. The definition that is approved is the one to start. */
  readonly approve: ApproveLaunch;
  /** Whether `approve` would say yes without a question. */
  isApproved(definition: ServerDefinition): boolean;
  /** Asks again about what you declined, as when you start the server by hand. */
  reconsider(definition: ServerDefinition): void;
  /** Takes back the approval of a server, whichever launch it was for. */
  revoke(definition: ServerDefinition): Promise<void>;
}

export interface LaunchApprovalOptions {
  /**
   * Shows you the whole launch, unabbreviated.
   *
   * Contract: answers `false` when you decline, when you cannot be asked and when the signal aborts; never rejects.
   */
  readonly ask: (question: LaunchQuestion, signal: AbortSignal) => Promise<boolean>;
  readonly memory: LaunchMemory;
  readonly isTrusted: () => boolean;
  /** How to be asked again after declining. */
  readonly howToBeAsked?: string;
}

/** The last approval of each server; stored where no workspace can write. */
export interface LaunchMemory {
  read(server: string): ApprovedLaunch | undefined;
  /** `undefined`: the server is no longer approved. */
  write(server: string, approved: ApprovedLaunch | undefined): Promise<void>;
}

export interface ApprovedLaunch {
  readonly hash: string;
  /** The facts that the hash covers, to show later what has changed. Values of variables and headers are digests. */
  readonly facts: Readonly<Record<string, string>>;
}

export function createLaunchApproval(options: LaunchApprovalOptions): LaunchApproval {
  const { memory, isTrusted } = options;
  const { howToBeAsked = 'Start it from the Ensembles view to review it.' } = options;
  const declined = new Set<string>();
  const ask = oneAtATime((definition, signal) =>
    askAndRemember(definition, signal, { ...options, declined }),
  );
  const isKnown = (definition: ServerDefinition) =>
    memory.read(serverKey(definition))?.hash === approvalHash(definition);

  async function approve(definition: ServerDefinition, signal: AbortSignal): Promise<string | undefined> {
    if (definition.origin !== 'workspace') return undefined;
    for (;;) {
      if (!isTrusted()) return notTrusted;
      if (isKnown(definition)) return undefined;
      if (signal.aborted || declined.has(questionId(definition))) return `${notApproved} ${howToBeAsked}`;
      const answer = await orAborted(ask(definition, signal), signal);
      if (answer === true && isTrusted()) return undefined;
      // No answer: the question was asked for another caller, who has left. Ask again for this one.
    }
  }

  return {
    approve,
    isApproved: definition => definition.origin !== 'workspace' || (isTrusted() && isKnown(definition)),
    reconsider: definition => void declined.delete(questionId(definition)),
    revoke: definition => memory.write(serverKey(definition), undefined),
  };
}

const notTrusted = "Defined in a workspace that isn't trusted. Trust the workspace, then start it again.";
const notApproved = 'Defined in this folder and not approved.';

type Ask = (definition: ServerDefinition, signal: AbortSignal) => Promise<boolean>;

/** One question at a time: with two dialogs on top of each other, you might answer the wrong one. */
function oneAtATime(ask: Ask): Ask {
  const open = new Map<string, Promise<boolean>>();
  const inTurn = serial();
  return (definition, signal) => {
    const id = questionId(definition);
    const answer = open.get(id) ?? inTurn(() => ask(definition, signal)).finally(() => open.delete(id));
    open.set(id, answer);
    return answer;
  };
}

async function askAndRemember(
  definition: ServerDefinition,
  signal: AbortSignal,
  {
    ask,
    memory,
    declined,
  }: Pick<LaunchApprovalOptions, 'ask' | 'memory'> & { readonly declined: Set<string> },
): Promise<boolean> {
  if (signal.aborted) return false;
  const key = serverKey(definition);
  const question = launchQuestion(definition, memory.read(key)?.facts);
  const isApproved = await ask(question, signal).catch(() => false);
  if (!isApproved) {
    if (!signal.aborted) declined.add(questionId(definition));
    return false;
  }
  const approved = { hash: approvalHash(definition), facts: rememberedFacts(definition) };
  // An approval that cannot be stored holds for this start only.
  await memory.write(key, approved).catch(() => {});
  return true;
}

/** The file and name, so that a server is recognized when its launch has changed. */
function serverKey({ source, name }: ServerDefinition): string {
  return `${source.place}#${name}`;
}

function questionId(definition: ServerDefinition): string {
  return `${serverKey(definition)}#${approvalHash(definition)}`;
}

/**
 * The sha-256 of everything that decides what runs and what it is given, as it was written. Values of variables and
 * headers count, unlike in the launch key that finds a server's lock: a changed one may send a key elsewhere, or make
 * an interpreter load other code.
 */
export function approvalHash(definition: ServerDefinition): string {
  const { transport, folder, inputs = [], sampling } = definition;
  const headers =
    transport.kind === 'stdio'
      ? {}
      : { headers: Object.fromEntries(Object.entries(transport.headers).map(lowerName)) };
  const launch = { transport: { ...transport, ...headers }, folder: folder ?? '', inputs, sampling };
  return hash('sha256', canonicalJson(launch as unknown as JsonObject));
}

function lowerName([name, value]: readonly [string, string]): readonly [string, string] {
  return [name.toLowerCase(), value];
}

function rememberedFacts(definition: ServerDefinition): ApprovedLaunch['facts'] {
  return Object.fromEntries(launchFacts(definition).map(({ key, compared }) => [key, compared]));
}
