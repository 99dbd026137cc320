import { createHash } from 'node:crypto';
import { orAborted } from '../../../converser/async/abort.ts';
import { canonicalJson, type JsonObject } from '../../../converser/json/json.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { ApproveLaunch } from './approve-launch.ts';
import { type LaunchQuestion, launchFacts, launchQuestion } from './launch-question.ts';

/**
 * Whether a server may be started: one that came with a folder only in a trusted workspace, and only after a person
 * has approved exactly this launch.
 */
export interface LaunchApproval {
  /** Never rejects. Whoever starts a server starts the very definition that was approved. */
  readonly approve: ApproveLaunch;
  /** Whether `approve` would say yes without a question. */
  isApproved(definition: ServerDefinition): boolean;
  /** Asks again about what was declined, as when the person starts the server by hand. */
  reconsider(definition: ServerDefinition): void;
  /** Takes back what was approved, whatever launch that was. */
  revoke(definition: ServerDefinition): Promise<void>;
}

export interface LaunchApprovalOptions {
  /**
   * Shows a person the whole launch, unabbreviated.
   *
   * Contract: answers `false` when nobody can be asked, when they turn away and when the signal aborts; never rejects.
   */
  readonly ask: (question: LaunchQuestion, signal: AbortSignal) => Promise<boolean>;
  readonly memory: LaunchMemory;
  readonly isTrusted: () => boolean;
  /** What whoever said no does to be asked again. */
  readonly howToBeAsked?: string;
}

/** What was approved last, by server; kept where no workspace can write. */
export interface LaunchMemory {
  read(server: string): ApprovedLaunch | undefined;
  /** `undefined`: nothing is approved of it any more. */
  write(server: string, approved: ApprovedLaunch | undefined): Promise<void>;
}

export interface ApprovedLaunch {
  readonly hash: string;
  /** What it was made of, to show later what has changed. Of values of variables and headers only digests. */
  readonly facts: Readonly<Record<string, string>>;
}

export function createLaunchApproval({
  ask,
  memory,
  isTrusted,
  howToBeAsked = 'Start it from the list of ensembles to be asked again.',
}: LaunchApprovalOptions): LaunchApproval {
  const declined = new Set<string>();
  const asking = new Map<string, Promise<boolean>>();
  let last: Promise<unknown> = Promise.resolve();

  const isKnown = (definition: ServerDefinition) =>
    memory.read(serverKey(definition))?.hash === approvalHash(definition);

  /** One question at a time: of two that lie on each other, one might be answered for the other. */
  function askInTurn(definition: ServerDefinition, signal: AbortSignal): Promise<boolean> {
    const id = questionId(definition);
    const open = asking.get(id);
    if (open !== undefined) return open;
    const answer = last.then(() => askNow(definition, signal)).finally(() => asking.delete(id));
    asking.set(id, answer);
    last = answer;
    return answer;
  }

  async function askNow(definition: ServerDefinition, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    const key = serverKey(definition);
    const question = launchQuestion(definition, memory.read(key)?.facts);
    const yes = await ask(question, signal).catch(() => false);
    if (!yes) {
      if (!signal.aborted) declined.add(questionId(definition));
      return false;
    }
    const approved = { hash: approvalHash(definition), facts: rememberedFacts(definition) };
    // An approval that cannot be kept holds for this once.
    await memory.write(key, approved).catch(() => {});
    return true;
  }

  async function approve(definition: ServerDefinition, signal: AbortSignal): Promise<string | undefined> {
    if (definition.origin !== 'workspace') return undefined;
    for (;;) {
      if (!isTrusted()) return notTrusted;
      if (isKnown(definition)) return undefined;
      if (signal.aborted || declined.has(questionId(definition))) {
        return `${notApproved} ${howToBeAsked}`;
      }
      const answer = await orAborted(askInTurn(definition, signal), signal);
      if (answer === true && isTrusted()) return undefined;
      // Without an answer, it was asked for somebody who has left: who is still there asks again.
    }
  }

  return {
    approve,
    isApproved: definition => definition.origin !== 'workspace' || (isTrusted() && isKnown(definition)),
    reconsider: definition => void declined.delete(questionId(definition)),
    revoke: definition => memory.write(serverKey(definition), undefined),
  };
}

const notTrusted = 'It came with a workspace that is not trusted. Trust the workspace, then start it again.';
const notApproved = 'It came with this folder, and you have not approved what it would run.';

/** By its file and name, so that what is approved is known again when its launch has changed. */
function serverKey({ source, name }: ServerDefinition): string {
  return `${source.place}#${name}`;
}

function questionId(definition: ServerDefinition): string {
  return `${serverKey(definition)}#${approvalHash(definition)}`;
}

/**
 * The sha-256 of everything that decides what runs and what it is given, as it was written. Other than in the launch
 * key, by which a server's lock is found, values of variables and headers count: a changed one may send a key to
 * somebody else, or make an interpreter load other code.
 */
export function approvalHash(definition: ServerDefinition): string {
  const { transport, folder, inputs = [], sampling } = definition;
  const headers =
    transport.kind === 'stdio'
      ? {}
      : { headers: Object.fromEntries(Object.entries(transport.headers).map(lowerName)) };
  const launch = { transport: { ...transport, ...headers }, folder: folder ?? '', inputs, sampling };
  return digest(canonicalJson(launch as unknown as JsonObject));
}

function lowerName([name, value]: readonly [string, string]): readonly [string, string] {
  return [name.toLowerCase(), value];
}

function rememberedFacts(definition: ServerDefinition): ApprovedLaunch['facts'] {
  return Object.fromEntries(launchFacts(definition).map(({ key, compared }) => [key, compared]));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
