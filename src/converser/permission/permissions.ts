import { aborted, orAborted } from '../async/abort.ts';
import type { Call } from '../ensemble/call.ts';
import { fullName, type Invoker } from '../ensemble/invoker.ts';
import { reasonOf } from '../errors.ts';
import { canonicalJson } from '../json/json.ts';
import type { Approver } from './approver.ts';
import type { PermissionAnswer } from './permission-question.ts';

export type { PermissionAnswer, PermissionQuestion } from './permission-question.ts';

/** Who may invoke what. One object serves all conversations of a house. */
export interface Permissions {
  /** Decides one call, asking a person where that is due. Resolves to a refusal soon after the signal aborts. */
  decide(call: Call, signal: AbortSignal): Promise<PermissionDecision>;
}

export type PermissionDecision =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly reason: string };

export type PermissionRule = 'allow' | 'ask' | 'deny';

export interface PermissionsOptions {
  readonly approver: Approver;
  /** The person's setting for a full name, if there is one. */
  readonly ruleFor: (fullName: string) => PermissionRule | undefined;
  /** Whether the person trusts what is in the workspace. */
  readonly isTrusted: () => boolean;
  /** Approvals that outlive a conversation. */
  readonly remembered: ApprovalMemory;
}

export interface ApprovalMemory {
  has(approval: string): boolean;
  add(approval: string): Promise<void>;
}

export function createPermissions(options: PermissionsOptions): Permissions {
  const conversations = new Map<string, Set<string>>();
  const queues = new Map<string, Promise<unknown>>();

  /** Questions of one conversation are asked one after another, so that one answer may settle the next. */
  function inTurn<T>(conversationId: string, ask: () => Promise<T>): Promise<T> {
    const answer = (queues.get(conversationId) ?? Promise.resolve()).then(ask);
    const settled = answer.then(
      () => {},
      () => {},
    );
    queues.set(conversationId, settled);
    void settled.then(() => {
      if (queues.get(conversationId) === settled) queues.delete(conversationId);
    });
    return answer;
  }

  async function remember(answer: PermissionAnswer, conversationId: string, approval: string): Promise<void> {
    // An approval that cannot be kept for longer still holds for as long as it can be kept.
    const isKept = answer === 'workspace' && (await options.remembered.add(approval).then(yes, no));
    if (isKept || answer === 'once') return;
    conversations.set(conversationId, (conversations.get(conversationId) ?? new Set()).add(approval));
  }

  function isApproved(approval: string, conversationId: string): boolean {
    return options.remembered.has(approval) || conversations.get(conversationId)?.has(approval) === true;
  }

  /** What was approved for longer waits for no question about something else. */
  function isSettled({ invoker, conversationId, proposed }: Call): boolean {
    const approval = settledKeys.get(invoker);
    if (approval === undefined || proposed !== undefined || invoker.alwaysAsk !== undefined) return false;
    return isApproved(approval, conversationId);
  }

  async function ask(
    call: Call,
    { rule: wanted, reason }: Verdict,
    signal: AbortSignal,
  ): Promise<PermissionDecision> {
    if (signal.aborted) return denied(call.invoker);
    const { conversationId, invoker } = call;
    const special = await exceptionFor(call);
    const exception = call.proposed ? ofProposal(special ?? (wanted === 'ask' ? reason : '')) : special;
    if (exception === undefined && wanted === 'allow') return { allowed: true };
    const approval = await approvalKey(invoker);
    if (exception === undefined && isApproved(approval, conversationId)) return { allowed: true };

    const choices = exception === undefined ? everyAnswer : thisCallOnly;
    const question = { ...call, reason: exception ?? reason, choices };
    const answer = await orAborted(options.approver.ask(question, signal), signal);
    if (answer === aborted || answer === 'deny') return denied(invoker);
    if (choices.includes(answer)) await remember(answer, conversationId, approval);
    return { allowed: true };
  }

  return {
    async decide(call, signal) {
      const verdict = rule(call.invoker, options);
      if (verdict.rule === 'deny') return { allowed: false, reason: verdict.reason };
      const mayGoUnasked = verdict.rule === 'allow' && call.proposed === undefined;
      const mayBeSpecial = call.invoker.alwaysAsk !== undefined;
      const isSpecial = mayGoUnasked && mayBeSpecial && (await exceptionFor(call)) !== undefined;
      if (mayGoUnasked && !isSpecial) return { allowed: true };
      if (isSettled(call) && !signal.aborted) return { allowed: true };
      // Nothing is awaited before a call takes its place, so that questions keep the order of the calls.
      const asked = inTurn(call.conversationId, () => ask(call, verdict, signal));
      const decision = await orAborted(asked, signal);
      return decision === aborted ? denied(call.invoker) : decision;
    },
  };
}

const everyAnswer: readonly PermissionAnswer[] = ['once', 'conversation', 'workspace', 'deny'];
const thisCallOnly: readonly PermissionAnswer[] = ['once', 'deny'];
const yes = () => true;
const no = () => false;

function denied(invoker: Invoker): PermissionDecision {
  return { allowed: false, reason: `${fullName(invoker)} was not allowed to run.` };
}

function ofProposal(reason: string): string {
  return `The model showed this call, and may not have meant it. ${reason}`.trim();
}

/** Why this very call must be asked about. Where that cannot be told, it must be. */
async function exceptionFor({ invoker, invocation }: Call): Promise<string | undefined> {
  try {
    return await invoker.alwaysAsk?.(invocation.arguments);
  } catch (cause) {
    return `It could not be told whether this call is safe: ${reasonOf(cause)}`;
  }
}

interface Verdict {
  readonly rule: PermissionRule;
  readonly reason: string;
}

/**
 * Invariant: what a descriptor claims never lowers what its origin demands. Only the person's own settings,
 * and tools that came from the person or with Converser, may go unasked; of the latter the read-only ones.
 */
function rule(invoker: Invoker, { ruleFor, isTrusted }: PermissionsOptions): Verdict {
  const name = fullName(invoker);
  const setting = ruleFor(name);
  if (setting === 'deny') {
    return { rule: 'deny', reason: `${name} is denied by the setting converser.permissions.` };
  }
  if (invoker.permission === 'deny') return { rule: 'deny', reason: `${name} is denied by its descriptor.` };

  const readOnly = invoker.annotations.readOnly === true;
  if (!isTrusted() && !(readOnly && invoker.origin === 'shipped')) {
    return { rule: 'deny', reason: `${name} does not run in a workspace that is not trusted.` };
  }
  if (invoker.origin === 'workspace') {
    return { rule: 'ask', reason: `${name} came with this folder: it runs ${shownImplementation(invoker)}.` };
  }
  const isDisputed = readOnly && claimsToWrite(invoker);
  const wanted = setting ?? invoker.permission ?? (readOnly && !isDisputed ? 'allow' : 'ask');
  if (isDisputed) {
    return {
      rule: wanted,
      reason: `${name} is said to be read-only, but claims itself to change something.`,
    };
  }
  return { rule: wanted, reason: readOnly ? `${name} is set to ask first.` : effect(invoker) };
}

/** Without the fingerprint of its code, which tells a person nothing; approvals go by the whole. */
function shownImplementation({ implementation }: Invoker): string {
  return implementation.replace(/ \(sha256 [0-9a-f]+\)$/, '');
}

/** Nobody who brings a tool is believed when it is called harmless, but when it is called dangerous. */
function claimsToWrite({ claims }: Invoker): boolean {
  return claims?.readOnly === false || (claims?.destructive === true && claims.readOnly !== true);
}

function effect(invoker: Invoker): string {
  const name = fullName(invoker);
  return invoker.annotations.destructive === false
    ? `${name} has side effects.`
    : `${name} may change or delete something.`;
}

/** Whether an approval of one covers the other: whoever changes a tool has to ask again. */
export function isSameDefinition(one: Invoker, other: Invoker): boolean {
  return one === other || definition(one) === definition(other);
}

function definition(invoker: Invoker): string {
  const { ensemble, name, origin, implementation, description, annotations, auxdata, output } = invoker;
  return canonicalJson({
    ensemble,
    name,
    origin,
    implementation,
    description,
    annotations: { ...annotations },
    arguments: invoker.arguments,
    auxdata: auxdata ?? {},
    output: { ...output },
  });
}

const approvalKeys = new WeakMap<Invoker, Promise<string>>();

/** Invokers do not change, and each digest is work for another thread. */
function approvalKey(invoker: Invoker): Promise<string> {
  const known = approvalKeys.get(invoker) ?? fingerprint(invoker);
  approvalKeys.set(invoker, known);
  void known.then(
    key => settledKeys.set(invoker, key),
    () => {},
  );
  return known;
}

/** Those that are there already: a call that nobody has to be asked about then waits for nothing. */
const settledKeys = new WeakMap<Invoker, string>();

async function fingerprint(invoker: Invoker): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(definition(invoker)));
  const hex = [...new Uint8Array(digest)].map(byte => byte.toString(16).padStart(2, '0')).join('');
  return `${fullName(invoker)}#${hex}`;
}
