import { hash } from 'node:crypto';
import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import { serial } from '../../../converser/ground/async/serial.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import { canonicalJson, type JsonObject } from '../../../converser/ground/json/json.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { CoversVariable, Values } from '../definition/values.ts';
import { fileFacts, launchFacts } from './launch-facts.ts';
import { type LaunchFiles, readLaunchFiles } from './launch-files.ts';
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
  /** Whether `approve` would say yes without a question, unless a file that it covers has changed. */
  isApproved(definition: ServerDefinition): boolean;
  /** Whether what `approve` last said yes to includes a variable of an `envFile`. */
  readonly covers: CoversVariable;
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
  /** What stands for placeholders in the places of files, and reads an `envFile`. */
  readonly values: Values;
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
  /** The hash of what the files contain that the approval covers. Absent: they contained nothing of that. */
  readonly files?: string;
  /** The facts that the hash covers, to show later what has changed. Values of variables and headers are digests. */
  readonly facts: Readonly<Record<string, string>>;
}

export function createLaunchApproval(options: LaunchApprovalOptions): LaunchApproval {
  const { memory, isTrusted, values } = options;
  const { howToBeAsked = 'Start it from the Ensembles view to review it.' } = options;
  const declined = new Set<string>();
  /** The variables in envFiles of the servers that were approved in this session. */
  const approved = new Map<string, LaunchFiles['variables']>();
  const ask = oneAtATime((launch, signal) => askAndRemember(launch, signal, { ...options, declined }));
  const isKnown = ({ definition, files }: Launch) => {
    const known = memory.read(serverKey(definition));
    return known?.hash === approvalHash(definition) && known.files === filesHash(files);
  };

  async function approve(definition: ServerDefinition, signal: AbortSignal): Promise<string | undefined> {
    if (definition.origin !== 'workspace') return undefined;
    let agreed: string | undefined;
    for (;;) {
      if (!isTrusted()) return notTrusted;
      const launch = { definition, files: await readLaunchFiles(definition, { values, signal }) };
      // A file may have changed while the question was open.
      if (isKnown(launch) || agreed === questionId(launch)) {
        approved.set(serverKey(definition), launch.files.variables);
        return undefined;
      }
      if (signal.aborted || declined.has(declinedId(definition))) return `${notApproved} ${howToBeAsked}`;
      const answer = await orAborted(ask(launch, signal), signal);
      if (answer === aborted) return `${notApproved} ${howToBeAsked}`;
      // No answer: the question was asked for another caller, who has left. Ask again for this one.
      agreed = answer === true ? questionId(launch) : undefined;
    }
  }

  return {
    approve,
    isApproved: definition =>
      definition.origin !== 'workspace' ||
      (isTrusted() && memory.read(serverKey(definition))?.hash === approvalHash(definition)),
    covers(definition, { name, value }) {
      const variables = approved.get(serverKey(definition)) ?? {};
      return Object.hasOwn(variables, name) && variables[name] === value;
    },
    reconsider: definition => void declined.delete(declinedId(definition)),
    revoke(definition) {
      approved.delete(serverKey(definition));
      return memory.write(serverKey(definition), undefined);
    },
  };
}

const notTrusted = "Defined in a workspace that isn't trusted. Trust the workspace, then start it again.";
const notApproved = 'Defined in this folder and not approved.';

/** A definition with what the files contain that it names. */
interface Launch {
  readonly definition: ServerDefinition;
  readonly files: LaunchFiles;
}

type Ask = (launch: Launch, signal: AbortSignal) => Promise<boolean>;

/** One question at a time: with two dialogs on top of each other, you might answer the wrong one. */
function oneAtATime(ask: Ask): Ask {
  const open = new Map<string, Promise<boolean>>();
  const inTurn = serial();
  return (launch, signal) => {
    const id = questionId(launch);
    const answer = open.get(id) ?? inTurn(() => ask(launch, signal)).finally(() => open.delete(id));
    open.set(id, answer);
    return answer;
  };
}

async function askAndRemember(
  { definition, files }: Launch,
  signal: AbortSignal,
  {
    ask,
    memory,
    declined,
  }: Pick<LaunchApprovalOptions, 'ask' | 'memory'> & { readonly declined: Set<string> },
): Promise<boolean> {
  if (signal.aborted) return false;
  const key = serverKey(definition);
  const question = launchQuestion(definition, { earlier: memory.read(key)?.facts, files });
  const isApproved = await ask(question, signal).catch(() => false);
  if (!isApproved) {
    if (!signal.aborted) declined.add(declinedId(definition));
    return false;
  }
  const facts = Object.fromEntries(launchFacts(definition, files).map(fact => [fact.key, fact.compared]));
  const approved = defined({ hash: approvalHash(definition), files: filesHash(files), facts });
  // An approval that cannot be stored holds for this start only.
  await memory.write(key, approved).catch(() => {});
  return true;
}

/** The file and name, so that a server is recognized when its launch has changed. */
function serverKey({ source, name }: ServerDefinition): string {
  return `${source.place}#${name}`;
}

/** A no holds until you start the server yourself, whatever becomes of its files. */
function declinedId(definition: ServerDefinition): string {
  return `${serverKey(definition)}#${approvalHash(definition)}`;
}

function questionId({ definition, files }: Launch): string {
  return `${declinedId(definition)}#${filesHash(files) ?? ''}`;
}

function filesHash(files: LaunchFiles): string | undefined {
  const facts = fileFacts(files).map(({ key, compared }) => [key, compared]);
  return facts.length === 0 ? undefined : hash('sha256', JSON.stringify(facts));
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
