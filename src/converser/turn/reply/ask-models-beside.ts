import { fenced } from '../../call/caution/fence.ts';
import { aborted, orAborted } from '../../ground/async/abort.ts';
import { atMost } from '../../ground/async/at-most.ts';
import type { Host } from '../../ground/host.ts';
import { defined } from '../../ground/json/defined.ts';
import { cutText } from '../../ground/wording/cut-text.ts';
import { text, textOf } from '../../words/canister/content.ts';
import { newCanister } from '../../words/canister/new-canister.ts';
import type { Call } from '../../words/ensemble/call.ts';
import { fullName } from '../../words/ensemble/invoker.ts';
import { ofOutside } from '../../words/labels/label.ts';
import { modelReference } from '../../words/models/model-reference.ts';
import type { ModelRoster } from '../../words/models/model-roster.ts';
import type {
  ModelAnswer,
  ModelBeside,
  ModelQuestion,
  ModelsBeside,
  ModelWork,
  NoModel,
  WorkModel,
} from '../../words/models/models-beside.ts';
import type { Model, ModelRequest } from '../../words/models/provider.ts';
import { estimateText } from '../../words/spending/estimate-tokens.ts';
import type { Ledger } from '../../words/spending/ledger.ts';
import { spendingText } from '../../words/spending/spending-text.ts';
import type { Account } from '../limits/turn-account.ts';
import type { Caller, WorkBeside } from '../work-beside.ts';
import { askModel } from './ask-model.ts';
import { countedAsk } from './counted-ask.ts';
import { type Heard, hearWhole } from './hear-whole.ts';

export interface ModelsBesideOptions {
  readonly answering: { readonly model: Model };
  readonly models?: Pick<ModelRoster, 'find' | 'models'> | undefined;
  readonly host: Host;
  readonly ledger: Ledger;
  readonly account: Pick<Account, 'admit' | 'isCapped'>;
  readonly work?: WorkBeside | undefined;
}

/** For one turn: requests, characters of all their texts, and pieces of work with tools. */
const mostOfTurn = { requests: 100, characters: 6_000_000, works: 20 };

const mostAtOnce = 3;

/** In characters of one text. */
const mostCharacters = 200_000;

/** Invariant: with limits, requests go one by one, because the cost of those under way isn't known. */
export function createModelsBeside({ answering, models, work, ...rest }: ModelsBesideOptions): BesideCall {
  const { host, ledger, account } = rest;
  const inTurn = atMost(account.isCapped ? 1 : mostAtOnce);
  const { secrets, clock } = host;
  const timeless = { note: () => {}, spent: ledger.spent };
  let made = 0;
  let sent = 0;
  let worked = 0;

  async function ask(model: Model, question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer> {
    if (signal.aborted) return stopped;
    if (made >= mostOfTurn.requests)
      return limited(`tools may ask models ${mostOfTurn.requests} times a turn.`);
    const limit = roomFor(question.text, model);
    const characters = Math.min(limit, question.text.length);
    if (sent + characters > mostOfTurn.characters)
      return limited(`tools may send models ${mostOfTurn.characters / 1_000_000} million characters a turn.`);
    made++;
    sent += characters;
    const { after, ...told } = question;
    const request = requestFor(secrets.hideIn(told), { limit, host, after });
    const reason = await account.admit(request, model);
    if (signal.aborted) return stopped;
    if (reason !== undefined) return limited(reason.message);

    const round = Math.max(1, ledger.turn().rounds.length);
    const counted = countedAsk(ledger.ask);
    const metered = { ...timeless, ask: counted.ask };
    const asking = { round, ledger: metered, clock, admit: account.admit };
    const replying: Parameters<typeof hearWhole>[0] = (until, tell) =>
      askModel(model, request, { ...asking, signal: until, tell });
    const reply = await hearWhole(replying, { ...question, clock, signal });
    if (signal.aborted) return stopped;
    return answerOf(reply, { isCut: question.text.length > limit, cost: spendingText(counted.spending()) });
  }

  /** The cost is known only at the end, so work is waited for even when stopped. */
  const workFor = (model: Model, invocation: Caller): WorkModel | undefined => {
    const begin = work?.for(model, invocation);
    if (begin === undefined) return undefined;
    return async (task, signal) => {
      if (worked >= mostOfTurn.works)
        return { ...limited(`models can do at most ${mostOfTurn.works} tasks a turn.`), calls: [], cost: '' };
      worked++;
      return await inTurn(async () =>
        signal.aborted ? stoppedWork : await begin(secrets.hideIn(task), signal),
      );
    };
  };

  const beside = (model: Model, caller: Caller | undefined): ModelBeside => ({
    reference: modelReference(model),
    label: model.label,
    ...defined({ contextTokens: model.capabilities.contextTokens, work: caller && workFor(model, caller) }),
    async ask(question, signal) {
      const { after: _after, ...ofTool } = question;
      const asking = inTurn(() => ask(model, caller === undefined ? question : ofTool, signal));
      const answer = await orAborted(asking, signal);
      return answer === aborted ? stopped : answer;
    },
  });

  return call => {
    const caller = call && { invocationId: call.invocation.id, tool: fullName(call.invocation) };
    const own = beside(answering.model, caller);
    if (models === undefined) return { own };
    return {
      own,
      async find(reference, signal) {
        if (reference === answering.model.id || reference === own.reference)
          return { kind: 'found', model: own };
        const found = await orAborted(findModel(models, reference, signal), signal);
        if (found === aborted) return { kind: 'unknown', known: [] };
        return found.kind === 'unknown' ? found : { kind: 'found', model: beside(found.model, caller) };
      },
    };
  };
}

type BesideCall = (call?: Pick<Call, 'invocation'>) => ModelsBeside;

type FoundInLists = { readonly kind: 'found'; readonly model: Model } | NoModel;

async function findModel(
  models: Pick<ModelRoster, 'find' | 'models'>,
  reference: string,
  signal: AbortSignal,
): Promise<FoundInLists> {
  const model = await models.find(reference, signal).catch(() => undefined);
  if (model !== undefined) return { kind: 'found', model };
  const all = await models.models(signal).catch(() => []);
  return { kind: 'unknown', known: all.map(modelReference) };
}

/** In characters. Leaves room for the answer. */
function roomFor(given: string, { capabilities: { contextTokens } }: Model): number {
  if (contextTokens === undefined) return mostCharacters;
  const mayFit = given.length <= mostCharacters && estimateText(given) <= contextTokens * trustedShare;
  return mayFit ? mostCharacters : Math.min(mostCharacters, contextTokens);
}

const trustedShare = 0.65;

function requestFor(
  { instructions, text: given, question, effort }: ModelQuestion,
  { limit, host, after }: Pick<ModelQuestion, 'after'> & { readonly limit: number; readonly host: Host },
): ModelRequest {
  const asked = { ...newCanister('user', host), role: 'user' as const, content: [text(question)] };
  if (after !== undefined) return { ...after, canisters: [...after.canisters, asked], toolChoice: 'none' };
  const above = {
    ...newCanister('supervisor', host),
    role: 'supervisor' as const,
    content: [text(instructions)],
  };
  const document = {
    ...newCanister('document', host),
    role: 'document' as const,
    content: [text(cutText(given, { limit, readOn: '' }))],
    // This model must follow no instructions in the text, whatever its origin.
    label: ofOutside('*'),
  };
  const canisters = given === '' ? [above, asked] : [above, document, asked];
  return { canisters: canisters.map(fenced), tools: [], ...(effort && { wanted: { effort } }) };
}

/** Providers quote replies in their errors, so those aren't passed on. */
function answerOf(
  { reply: { error, reason, content }, brokenOff }: Heard,
  more: { readonly isCut: boolean; readonly cost: string },
): ModelAnswer {
  if (error !== undefined && brokenOff !== undefined) return failed(brokenOff);
  if (error?.code === 'context-overflow')
    return { kind: 'refused', reason: 'the text is too long for it.', why: 'too-long' };
  if (error !== undefined) return failed(`it failed (${error.code}).`);
  switch (reason) {
    case 'length':
      return failed('its answer reached its limit of length.');
    case 'refusal':
      return failed('it refused.');
    case 'invocations':
      return failed('it called a tool instead.');
    case 'stop':
      return { kind: 'answered', text: textOf(content), ...more };
  }
}

const stopped = { kind: 'refused', reason: 'it was stopped.', why: 'stopped' } as const;
const stoppedWork: ModelWork = { ...stopped, calls: [], cost: '' };

function limited(reason: string) {
  return { kind: 'refused', reason, why: 'limit' } as const;
}

function failed(reason: string): ModelAnswer {
  return { kind: 'refused', reason, why: 'failed' };
}
