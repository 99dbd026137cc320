import { hash } from 'node:crypto';
import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import { serial } from '../../../converser/ground/async/serial.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import { canonicalJson, type JsonObject } from '../../../converser/ground/json/json.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';
import type { CoversVariable, Values } from '../definition/values.ts';
import { fileFacts, launchFacts, lowerNames } from './launch-facts.ts';
import { type LaunchFiles, readLaunchFiles } from './launch-files.ts';
import { type LaunchQuestion, launchQuestion } from './launch-question.ts';

/** Contract: resolves to nothing if the server may start, else to the reason why not; stops waiting when aborted. */
export type ApproveLaunch = (
  definition: ServerDefinition,
  signal: AbortSignal,
) => Promise<string | undefined>;

/** A server that came with a folder starts only in a trusted workspace, after you approved exactly this launch. */
export interface LaunchApproval {
  /** Never rejects. Start only the definition that was approved. */
  readonly approve: ApproveLaunch;
  isApproved(definition: ServerDefinition): boolean;
  readonly covers: CoversVariable;
  reconsider(definition: ServerDefinition): void;
  revoke(definition: ServerDefinition): Promise<void>;
}

export interface LaunchApprovalOptions {
  /** Contract: shows the whole launch; `false` if you decline, can't be asked or the signal aborts; never rejects. */
  readonly ask: (question: LaunchQuestion, signal: AbortSignal) => Promise<boolean>;
  readonly memory: LaunchMemory;
  readonly isTrusted: () => boolean;
  readonly values: Values;
  readonly howToBeAsked?: string;
}

/** Contract: the store lies where no workspace can write. */
export interface LaunchMemory {
  read(server: string): ApprovedLaunch | undefined;
  write(server: string, approved: ApprovedLaunch | undefined): Promise<void>;
}

export interface ApprovedLaunch {
  readonly hash: string;
  /** The hash of the covered files' content; absent if they contained nothing to cover. */
  readonly files?: string;
  /** They show later what has changed. Values of variables and headers are digests. */
  readonly facts: Readonly<Record<string, string>>;
}

export function createLaunchApproval(options: LaunchApprovalOptions): LaunchApproval {
  const { memory, isTrusted, values } = options;
  const { howToBeAsked = 'Start it from the Ensembles view to review it.' } = options;
  const declined = new Set<string>();
  const approved = new Map<string, LaunchFiles['variables']>();
  const ask = oneAtATime((launch, signal) => askAndRemember(launch, signal, { ...options, declined }));
  const isKnown = ({ definition, files }: Launch) => {
    const known = memory.read(serverKey(definition));
    const isCovered = files.scripts.every(({ hash }) => hash !== undefined);
    if (!isCovered || known?.hash !== approvalHash(definition)) return false;
    if (known.files === filesHash(files)) return true;
    const before = { ...files, scripts: files.scripts.filter(({ isFetched }) => isFetched !== true) };
    if (known.files !== filesHash(before)) return false;
    // The first start has fetched a package, which counts from now on.
    void remember({ definition, files }, memory);
    return true;
  };

  async function approve(definition: ServerDefinition, signal: AbortSignal): Promise<string | undefined> {
    if (definition.origin !== 'workspace') return undefined;
    let agreed: string | undefined;
    for (;;) {
      if (!isTrusted()) return notTrusted;
      const files = await orAborted(readLaunchFiles(definition, { values, signal }), signal);
      if (files === aborted) return `${notApproved} ${howToBeAsked}`;
      const launch = { definition, files };
      // A file may have changed while the question was open.
      if (isKnown(launch) || agreed === questionId(launch)) {
        approved.set(serverKey(definition), launch.files.variables);
        return undefined;
      }
      if (signal.aborted || declined.has(declinedId(definition))) return `${notApproved} ${howToBeAsked}`;
      const answer = await orAborted(ask(launch, signal), signal);
      if (answer === aborted) return `${notApproved} ${howToBeAsked}`;
      // Without an answer, the question belonged to a caller who left, so it is asked again for this one.
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

const notTrusted = 'Defined in a workspace that isn’t trusted. Trust the workspace, then start it again.';
const notApproved = 'Defined in this folder and not approved.';

interface Launch {
  readonly definition: ServerDefinition;
  readonly files: LaunchFiles;
}

type Ask = (launch: Launch, signal: AbortSignal) => Promise<boolean>;

/** With two dialogs on top of each other, you might answer the wrong one. */
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
  await remember({ definition, files }, memory);
  return true;
}

/** An approval that can't be stored holds for this start only. */
async function remember({ definition, files }: Launch, memory: LaunchMemory): Promise<void> {
  const facts = Object.fromEntries(launchFacts(definition, files).map(fact => [fact.key, fact.compared]));
  const approved = defined({ hash: approvalHash(definition), files: filesHash(files), facts });
  await memory.write(serverKey(definition), approved).catch(() => {});
}

function serverKey({ source, name }: ServerDefinition): string {
  return `${source.place}#${name}`;
}

/** A no holds until you start the server yourself, even if its files change. */
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

/** Unlike in the launch key, values count: a changed variable or header may leak a secret or load other code. */
export function approvalHash(definition: ServerDefinition): string {
  const { transport, folder, inputs = [], sampling } = definition;
  const headers = transport.kind === 'stdio' ? {} : { headers: lowerNames(transport.headers) };
  const launch = { transport: { ...transport, ...headers }, folder: folder ?? '', inputs, sampling };
  return hash('sha256', canonicalJson(launch as unknown as JsonObject));
}
